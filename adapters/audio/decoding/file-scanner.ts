// Finds the texts of WAV files in a stream of raw samples, since clients may send whole files. All bytes of a file, header included, are
// still samples, as in the original.

import { createByteQueue, take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio, type FileText, type PlacedCaption } from './decoder.ts';
import { pcmBytes, type PcmFormat } from './pcm.ts';
import { hasFileType, readHeadChunks, samplesIn } from './wav-reader.ts';

export interface RawForm {
  readonly pcm: PcmFormat;
  readonly sampleRate: number;
  readonly channels: number;
}

export type Scanning = Generator<number, readonly PlacedCaption[], void>;

export interface FileScanner {
  /** The captions of files whose samples begin in these bytes, or right after them. */
  readonly receive: (bytes: Uint8Array) => readonly PlacedCaption[];
  /** As `receive`. Yields the cost of work (`work-cost.ts`) before the work. */
  readonly receiveInPieces: (bytes: Uint8Array) => Scanning;
  /** Skips bytes that were dropped from the store: a file that begins in them has no caption. */
  readonly skip: (length: number) => void;
}

/** The captions do not depend on how the stream is cut. A file in another sample format has none. */
export function createFileScanner(form: RawForm): FileScanner {
  const frameBytes = pcmBytes[form.pcm] * form.channels;
  let queue = createByteQueue();
  let reading = readFiles(queue, form, add);
  /** The bytes of the incomplete last sample. */
  let partBytes = 0;
  /** Counted from the start of that sample. */
  let endBytes = 0;
  let captions: PlacedCaption[] = [];

  function add(caption: FileText): void {
    captions.push({ ...caption, sample: Math.floor((endBytes - queue.length()) / frameBytes) });
  }

  function* receiveInPieces(bytes: Uint8Array): Scanning {
    captions = [];
    endBytes = partBytes + bytes.length;
    queue.push(bytes);
    for (let cost = reading.next().value; cost !== undefined; cost = reading.next().value) {
      yield cost;
    }
    partBytes = endBytes % frameBytes;
    return captions;
  }

  return {
    receive(bytes) {
      const scanning = receiveInPieces(bytes);
      for (;;) {
        const next = scanning.next();
        if (next.done === true) return next.value;
      }
    },
    receiveInPieces,
    skip(length) {
      queue = createByteQueue();
      reading = readFiles(queue, form, add);
      partBytes = (partBytes + length) % frameBytes;
    },
  };
}

function* readFiles(
  queue: ByteQueue,
  form: RawForm,
  found: (caption: FileText) => void,
): ByteReading<never> {
  for (;;) {
    yield* seekFile(queue);
    if (!(yield* hasFileType(queue))) continue; // not an exception: creating one is the slowest part
    try {
      const head = yield* readHeadChunks(queue, { format: () => undefined, text: () => undefined });
      const length = (yield* take(queue, 4)).readUInt32LE();
      const { text, words, pcm, channels, sampleRate } = head;
      const isOfForm =
        pcm === form.pcm && channels === form.channels && sampleRate === form.sampleRate;
      if (isOfForm && text !== undefined) {
        found({ text, words, samples: samplesIn(length, head) });
      }
    } catch (error) {
      if (!(error instanceof UndecodableAudio)) throw error; // not a file
    }
  }
}

const riff = Buffer.from('RIFF').readInt32BE();

/** Reads up to and including the first four bytes of a file. */
function* seekFile(queue: ByteQueue): ByteReading {
  for (let last = 0; ;) {
    while (queue.length() > 0) {
      last = (last << 8) | queue.shiftByte();
      if (last === riff) return;
    }
    yield;
  }
}
