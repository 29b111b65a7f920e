// The cursors of a playback by name, over the recordings that are played together.

import type { CursorPlace } from '../relay/destination.ts';
import { candidatesIn, type CandidateOptions, type Candidates } from './candidates.ts';
import { Cursor, type Found } from './cursor.ts';
import type { ShownTraffic } from './forwarder.ts';
import { liveRedactor, type LiveRedactor } from './live-redactor.ts';
import type { LiveRequest, LiveSocket } from './live-request.ts';
import type { RecordedRequest, RecordedSocket, Traffic } from '../traffic.ts';

export interface PlayedFile {
  readonly name: string;
  readonly traffic: Traffic;
}

/** A played recording, and what its clients share. */
interface SharedTrack {
  readonly file: PlayedFile;
  readonly candidates: Candidates;
  readonly redactor: LiveRedactor;
}

/** The same, and where one client is in it. */
interface Track extends SharedTrack {
  readonly cursor: Cursor;
}

export type PlayedFound<Recorded> = Found<Recorded> & {
  readonly cursor: Cursor;
  readonly redactor: LiveRedactor;
};

/** Recordings that are played together, to any number of clients. */
export class SharedPlayback {
  readonly #tracks: readonly SharedTrack[];

  constructor(files: readonly PlayedFile[], options: CandidateOptions) {
    this.#tracks = files.map((file) => ({
      file,
      candidates: candidatesIn(file.traffic, options),
      redactor: liveRedactor(file.traffic),
    }));
  }

  /** From the start. */
  forClient(): ClientPlayback {
    return new ClientPlayback(this.#tracks);
  }
}

/** What one client is played. */
export class ClientPlayback {
  readonly #tracks: readonly Track[];

  constructor(shared: readonly SharedTrack[]) {
    this.#tracks = shared.map((track) => ({ ...track, cursor: new Cursor(track.candidates) }));
  }

  /** The recorded request that a live one is; of a miss, the nearest of all files. */
  async find(live: LiveRequest): Promise<PlayedFound<RecordedRequest>> {
    const finds: (() => PlayedFound<RecordedRequest>)[] = [];
    for (const { cursor, redactor } of this.#tracks) {
      const request = await redactor.request(live);
      finds.push(() => ({ ...cursor.find(request), cursor, redactor }));
    }
    return firstFound(finds);
  }

  open(live: LiveSocket): PlayedFound<RecordedSocket> {
    return firstFound(
      this.#tracks.map(({ cursor, redactor }) => () => {
        return { ...cursor.open(redactor.handshake(live)), cursor, redactor };
      }),
    );
  }

  /** Where its client is in the first recording. */
  get place(): CursorPlace {
    return this.#tracks[0]?.cursor.place ?? { entry: 0 };
  }

  /** Another server answers a request that no recording has. */
  leave(method: string): void {
    for (const { cursor } of this.#tracks) cursor.leave(method);
  }

  /** What its client may have seen so far, by recording. */
  shown(): readonly ShownTraffic[] {
    return this.#tracks.map(({ file, cursor }) => ({
      traffic: file.traffic,
      before: cursor.place.entry + 1,
    }));
  }

  /** What no client has asked for, with the name of its file. */
  unused(): readonly {
    readonly file: string;
    readonly recorded: RecordedRequest | RecordedSocket;
  }[] {
    return this.#tracks.flatMap(({ file, cursor }) =>
      cursor.unused().map((recorded) => ({ file: file.name, recorded })),
    );
  }
}

/** The first that finds something; else the miss that has the nearest request. */
function firstFound<Recorded>(
  finds: readonly (() => PlayedFound<Recorded>)[],
): PlayedFound<Recorded> {
  let missed: PlayedFound<Recorded> | undefined;
  for (const find of finds) {
    const found = find();
    if (found.kind === 'found') return found;
    const isNearer = missed?.kind !== 'miss' || missed.nearest === undefined;
    if (isNearer) missed = found;
  }
  if (missed === undefined) throw new Error('A playback has at least one recording.');
  return missed;
}
