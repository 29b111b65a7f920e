// Writes the HTML of a story, piece by piece: it may be longer than one text may be.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { htmlFile } from './html-file.ts';
import type { UnwrittenStory } from './unwritten-story.ts';

/** The most characters that wait to be written. */
const waitingCharsMax = 1024 * 1024;

/** Only its owner may read it. Removes the file if it fails. `isNew`: refuses a file that exists. Returns its bytes. */
export function writeHtml(file: string, story: UnwrittenStory, isNew: boolean): number {
  const descriptor = openSync(file, isNew ? 'wx' : 'w', 0o600);
  let isWhole = false;
  let bytes = 0;
  let waiting: string[] = [];
  let chars = 0;
  const flush = () => {
    const buffer = Buffer.from(waiting.join(''));
    for (let written = 0; written < buffer.length;) {
      written += writeSync(descriptor, buffer, written);
    }
    bytes += buffer.length;
    waiting = [];
    chars = 0;
  };
  try {
    for (const piece of htmlFile(story)) {
      waiting.push(piece);
      chars += piece.length;
      if (chars > waitingCharsMax) flush();
    }
    flush();
    isWhole = true;
    return bytes;
  } finally {
    closeSync(descriptor);
    if (!isWhole) rmSync(file, { force: true });
  }
}
