// Writes the content of a recorded message, of one line or many, as one text of JSON: as text, or in base64 if a part is no text.

import { recordedText, withLinks } from '../links.ts';
import { contents } from './recorded-lines.ts';
import type { LineMembers, LinkBase } from './derived-lines.ts';

/** How the content of a line is found in that of its message. */
export interface PieceNote {
  readonly length: number;
  readonly form?: 'text' | 'base64';
  readonly asRecorded?: true;
}

/** Base64 of texts whose lengths are no multiples of this cannot be joined. */
const joinedBytes = 3;

export class ContentWriter {
  readonly #isText: boolean;
  readonly #place: LinkBase;
  readonly #write: (json: string) => void;
  #rest: Buffer = Buffer.alloc(0);
  #size = 0;

  /** `kinds`: of the contents of its lines. */
  constructor(kinds: readonly number[], place: LinkBase, write: (json: string) => void) {
    this.#isText = !kinds.includes(contents.base64);
    this.#place = place;
    this.#write = write;
  }

  get isText(): boolean {
    return this.#isText;
  }

  /** In bytes, so far. */
  get size(): number {
    return this.#size;
  }

  /** Writes the content of a line. */
  add({ text, base64 }: LineMembers): PieceNote {
    if (this.#isText) return this.#addText(typeof text === 'string' ? text : undefined);
    if (typeof text === 'string') {
      return { length: this.#addBytes(Buffer.from(text)), form: 'text', asRecorded: true };
    }
    const length = this.#addBytes(Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64'));
    const isEmpty = base64 === ''; // nothing at all has no form
    return { length, ...(isEmpty ? { form: 'base64' } : {}) };
  }

  end(): void {
    this.#writeText(this.#rest.toString('base64'));
  }

  #addText(text: string | undefined): PieceNote {
    if (text === undefined) return { length: 0 };
    const { base, hasPlaceholders } = this.#place;
    const linked = hasPlaceholders ? withLinks(text, base) : text;
    const isReversible = !hasPlaceholders || recordedText(linked, base) === text;
    const shown = isReversible ? linked : text;
    this.#writeText(shown);
    this.#size += Buffer.byteLength(shown);
    return {
      length: shown.length,
      ...(shown === '' ? { form: 'text' } : {}),
      ...(isReversible ? {} : { asRecorded: true }),
    };
  }

  #addBytes(bytes: Buffer): number {
    this.#size += bytes.length;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = all.length - (all.length % joinedBytes);
    this.#rest = all.subarray(end);
    this.#writeText(all.toString('base64', 0, end));
    return bytes.length;
  }

  #writeText(text: string): void {
    if (text !== '') this.#write(JSON.stringify(text).slice(1, -1));
  }
}
