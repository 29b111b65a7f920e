// The error of a recording file: the file, the line, and what to do.

/** A line of a recording: an entry by its number. */
export type RecordingPlace = number | 'header' | 'end';

/** A file that cannot be read or replayed. `place` is undefined if the fault is not in one line. */
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

/** The name of a line in messages. */
export function lineName(place: RecordingPlace): string {
  if (place === 'header') return 'the header';
  return place === 'end' ? 'the end line' : `entry ${place}`;
}
