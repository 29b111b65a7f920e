// Bodies and frames as exchanges have them: texts up to a limit, and the sizes of binary ones.

import type { ExchangeMessage } from '../../contracts/exchange.ts';

/** A body or frame of a recording. */
interface RecordedContent {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

/** The longest text of one body or frame; of a longer one, the beginning. */
export const messageCharsMax = 1_048_576;

export function contentOf({ text, base64 }: RecordedContent): ExchangeMessage {
  if (text !== undefined) {
    return text.length <= messageCharsMax
      ? { text }
      : { text: text.slice(0, messageCharsMax), bytes: Buffer.byteLength(text) };
  }
  return base64 === undefined ? {} : { bytes: Buffer.byteLength(base64, 'base64') };
}
