// The content of recorded messages: text, or bytes as base64; in the recording of a proxy also in parts, which are joined here.

import type { Lines } from './reader.ts';
import type { ProxyEntryOf } from './proxy-entries.ts';

/** A body or frame: text, or bytes as base64. */
export interface RecordedContent {
  readonly text?: string;
  readonly base64?: string;
}

type Part = ProxyEntryOf<'http.part'>;

/** The parts of messages, by the numbers of their entries. */
export class MessageParts {
  readonly #parts = new Map<number, Part[]>();

  constructor(entries: readonly Lines['entry'][]) {
    for (const entry of entries) {
      if (entry.kind !== 'http.part') continue;
      const known = this.#parts.get(entry.to);
      if (known === undefined) this.#parts.set(entry.to, [entry]);
      else known.push(entry);
    }
  }

  /** In their order; none of a message whose content is in its entry. */
  of({ n }: { readonly n: number }): readonly Part[] {
    return this.#parts.get(n) ?? [];
  }

  /** The whole content of a message. */
  contentOf(entry: RecordedContent & { readonly n: number }): RecordedContent {
    const parts = this.of(entry);
    return parts.length === 0 ? contentIn(entry) : joinedContent([entry, ...parts]);
  }
}

/** As text if all are texts. */
export function joinedContent(contents: readonly RecordedContent[]): RecordedContent {
  return contents.some(({ base64 }) => base64 !== undefined)
    ? { base64: Buffer.concat(contents.map(bytesOf)).toString('base64') }
    : { text: contents.map(({ text = '' }) => text).join('') };
}

export function bytesOf({ text, base64 }: RecordedContent): Buffer {
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
}

function contentIn({ text, base64 }: RecordedContent): RecordedContent {
  if (base64 !== undefined) return { base64 };
  return text === undefined ? {} : { text };
}
