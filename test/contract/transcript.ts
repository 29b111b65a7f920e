// Collects events at one end of a WebSocket, line by line, and waits for expected lines.

import { createHash } from 'node:crypto';
import type { Frame } from '../../adapters/protocol/channel.ts';

export interface Transcript {
  readonly lines: readonly string[];
  readonly push: (line: string) => void;
  /** Resolves once `count` lines match. */
  readonly until: (pattern: RegExp, count?: number) => Promise<void>;
}

export function createTranscript(): Transcript {
  const lines: string[] = [];
  let waiting: (() => boolean)[] = [];
  return {
    lines,
    push: (line) => {
      lines.push(line);
      waiting = waiting.filter((isMet) => !isMet());
    },
    until: (pattern, count = 1) =>
      new Promise((resolve) => {
        const isMet = () => {
          const holds = lines.filter((line) => pattern.test(line)).length >= count;
          if (holds) resolve();
          return holds;
        };
        if (!isMet()) waiting.push(isMet);
      }),
  };
}

/** A frame as a line; long content as its digest. */
export function lineOf(frame: Frame): string {
  if (frame.kind === 'text') return `text ${short(frame.text, frame.text)}`;
  return `binary ${short(frame.data.toString('hex'), frame.data)}`;
}

function short(shown: string, content: string | Buffer): string {
  if (shown.length <= 64) return shown;
  return `${content.length} of ${createHash('sha256').update(content).digest('hex')}`;
}
