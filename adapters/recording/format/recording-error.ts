// What is wrong with a recording file, for the person who wants to read it: which file, which line, and what to do.

/** A line of a recording: an entry by its number. */
export type RecordingPlace = number | 'header' | 'end';

/** A file that is no whole and true recording. The message is a sentence; `place` is undefined if the fault is no line's. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly file: string;
  readonly place: RecordingPlace | undefined;

  constructor(message: string, file: string, place?: RecordingPlace) {
    super(message);
    this.file = file;
    this.place = place;
  }
}

/** A line as it is spoken of. */
export function lineName(place: RecordingPlace): string {
  if (place === 'header') return 'the header';
  return place === 'end' ? 'the end line' : `entry ${place}`;
}
