// The lines of a file that still grows, as far as they are whole.

import { closeSync, openSync, readSync } from 'node:fs';

const chunkBytes = 256 * 1024;

export class GrowingFile {
  readonly #file: string;
  #offset = 0;
  /** The beginning of a line whose end is not read yet. */
  #rest: Buffer[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** The next lines of the file; undefined at its present end. Throws the error of the file system. */
  read(): readonly string[] | undefined {
    const chunk = this.#next();
    if (chunk.length === 0) return undefined;
    const end = chunk.lastIndexOf(lineBreak);
    if (end === -1) {
      this.#rest.push(chunk);
      return [];
    }
    const text = Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString();
    this.#rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    return text.split('\n');
  }

  #next(): Buffer {
    const descriptor = openSync(this.#file, 'r');
    try {
      const chunk = Buffer.alloc(chunkBytes);
      const count = readSync(descriptor, chunk, 0, chunkBytes, this.#offset);
      this.#offset += count;
      return chunk.subarray(0, count);
    } finally {
      closeSync(descriptor);
    }
  }
}

const lineBreak = 0x0a;
