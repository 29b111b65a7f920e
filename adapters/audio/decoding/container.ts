// Reads containers, which their first four bytes identify.

import { take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { readFlacStream } from './flac-reader.ts';
import { readOggStream } from './ogg-reader.ts';
import { readerOf, type StreamOutput, type StreamReader } from './stream-reader.ts';
import { readWavStream } from './wav-reader.ts';
import { readWebmStream } from './webm-reader.ts';

type Container = (queue: ByteQueue, output: StreamOutput) => ByteReading<never>;

/** The readers of the rest of a container, by its first four bytes. */
const containers: ReadonlyMap<string, Container> = new Map([
  ['RIFF', readWavStream],
  ['RF64', readWavStream],
  ['fLaC', readFlacStream],
  ['OggS', readOggStream],
  ['\u001aE\u00df\u00a3', readWebmStream],
]);

/** Reads any container, or only one that begins with `magic`. */
export function containerReader(magic?: string): StreamReader {
  return readerOf(function* (queue, output) {
    const first = (yield* take(queue, 4)).toString('latin1');
    const container = containers.get(first);
    if (container === undefined || first !== (magic ?? first)) {
      throw new UndecodableAudio(`the first bytes ${Buffer.from(first, 'latin1').toString('hex')}`);
    }
    return yield* container(queue, output);
  });
}
