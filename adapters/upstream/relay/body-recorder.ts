// Records the content of a message that passes a proxy: in the entry of the message if it is short and whole in time, else in parts.

import { isUtf8 } from 'node:buffer';
import { clearTimeout, setTimeout } from '../../host-timers.ts';

/** The longest content of bytes in an entry, and of a part of longer content. */
const contentBytesMax = 256 * 1024;
/** The longest text that is recorded as a whole: in a part of JSON, what is no secret may look like one. */
const wholeTextBytesMax = 4 * 1024 * 1024;
/** How long the entry of a message waits for its whole content, and bytes that are no text for further ones. */
const waitMsMaxDefault = 1_000;
/** Parts end at one of these if there is one among their last characters, so that names and their values stay together. */
const separator = /[,\n](?=[^,\n]*$)/;
const separatorCharsMax = 16 * 1024;

export interface Content {
  readonly text?: string;
  readonly base64?: string;
}

/** Writes the entries of a message. */
export interface MessageEntries {
  /** The entry of the message; `parts` if its content follows in parts. */
  readonly entry: (content: Content & { readonly parts?: true }) => void;
  readonly part: (content: Content & { readonly last?: true }) => void;
}

export interface BodyForm {
  /** Whether it can be text: other content is always in base64. */
  readonly isText: boolean;
  /** Whether each chunk is a part. */
  readonly isStream: boolean;
  /** In place of a second. */
  readonly waitMsMax?: number;
}

export class BodyRecorder {
  readonly #entries: MessageEntries;
  readonly #form: BodyForm;
  /** As Latin-1. */
  #waiting = '';
  #isInParts = false;
  /** Whether it is too long to be recorded as a whole. */
  #isLong = false;
  #hasEnded = false;
  readonly #timer: NodeJS.Timeout;

  constructor(entries: MessageEntries, form: BodyForm) {
    this.#entries = entries;
    this.#form = form;
    this.#timer = setTimeout(() => this.#onWaited(), form.waitMsMax ?? waitMsMaxDefault);
    if (form.isStream) this.begin();
  }

  /** Adds a chunk, as Latin-1. */
  push(chunk: string): void {
    if (this.#hasEnded) return;
    this.#waiting += chunk;
    if (this.#form.isStream) return this.#writePart(this.#waiting);
    const lengthMax = this.#form.isText ? wholeTextBytesMax : contentBytesMax;
    if (this.#waiting.length > lengthMax) this.#isLong = true;
    if (!this.#isLong) return;
    this.begin();
    while (this.#waiting.length > contentBytesMax) this.#writePart(this.#firstPart());
  }

  /** Writes the entry of the message now; its content follows in parts. */
  begin(): void {
    if (this.#isInParts || this.#hasEnded) return;
    this.#isInParts = true;
    if (this.#form.isText) clearTimeout(this.#timer);
    this.#entries.entry({ parts: true });
  }

  /** All content has been pushed. */
  end(): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#timer);
    const content = this.#contentOf(this.#waiting);
    if (this.#isInParts) this.#entries.part({ ...content, last: true });
    else this.#entries.entry(content);
    this.#hasEnded = true;
  }

  /** No more content comes, although it was not the last. */
  cut(): void {
    this.begin();
    if (this.#hasEnded) return;
    this.#writePart(this.#waiting);
    clearTimeout(this.#timer);
    this.#hasEnded = true;
  }

  /** Bytes keep their pace: a slow recording of a voice is played as slowly. A text stays whole: secrets are found in whole ones. */
  #onWaited(): void {
    this.begin();
    if (this.#form.isText) return;
    this.#writePart(this.#waiting);
    this.#timer.refresh();
  }

  #writePart(part: string): void {
    this.#waiting = this.#waiting.slice(part.length);
    if (part !== '') this.#entries.part(this.#contentOf(part));
  }

  #firstPart(): string {
    const longest = this.#waiting.slice(0, contentBytesMax);
    if (!this.#form.isText) return longest;
    const from = longest.length - separatorCharsMax;
    const end = separator.exec(longest.slice(from))?.index;
    return end === undefined ? longest : longest.slice(0, from + end + 1);
  }

  #contentOf(latin1: string): Content {
    if (latin1 === '') return {};
    const bytes = Buffer.from(latin1, 'latin1');
    return this.#form.isText && isUtf8(bytes)
      ? { text: bytes.toString('utf8') }
      : { base64: bytes.toString('base64') };
  }
}
