// Standard output: its reader may leave, and its disk may be full. Lines show data, so they cannot control the terminal.

import { writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { messageOf } from '../../wording.ts';
import { exitCodes } from './errors.ts';
import { harmlessLine } from './terminal-text.ts';

export interface Output {
  readonly print: (line: string) => void;
  readonly write: (bytes: Uint8Array | string) => void;
  /** Aborted when nothing more can be written: a server goes on, a verb that follows a stream ends. */
  readonly ended: AbortSignal;
  /** The exit code of a verb that has ended with `code`: not 0 if a part of its output is lost. */
  readonly exitCodeAfter: (code: number) => number;
}

/**
 * Prints an error of the output once, unless its reader has left, as `head` does. `file`: the descriptor, if it is that of a
 * file; a stream of Node does not notice that a file has taken only a part of a line.
 */
export function createOutput(
  stream: Pick<Writable, 'on' | 'write'>,
  file: number | undefined,
  printError: (line: string) => void,
): Output {
  const ending = new AbortController();
  let isLost = false;
  const fail = (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE' && !isLost) {
      isLost = true;
      printError(
        `Cannot write to standard output (${messageOf(error)}): the output is not complete.`,
      );
    }
    ending.abort();
  };
  stream.on('error', fail);
  const write = (bytes: Uint8Array | string) => {
    if (file === undefined) return void stream.write(bytes);
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      fail(error);
    }
  };
  return {
    print: (line) => write(`${harmlessLine(line)}\n`),
    write,
    ended: ending.signal,
    exitCodeAfter: (code) => (isLost && code === exitCodes.fine ? exitCodes.usage : code),
  };
}
