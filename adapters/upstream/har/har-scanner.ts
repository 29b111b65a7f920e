// Finds the entries of a HAR in its file, and the messages of their WebSockets, without having any of them in memory. Reads them
// once they are wanted.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Tokenizer, TokenizerError, TokenType, type ParsedTokenInfo } from '@streamparser/json';
import { nextLoopTurn } from '../../host-timers.ts';
import { SessionFileError } from '../session-file-error.ts';
import { NumberList } from './number-list.ts';

/** The longest text in a HAR: a body of 64 MiB in base64, and its quotes. */
export const bodyBytesMax = 64 * 1024 * 1024;
const textCharsMax = Math.ceil(bodyBytesMax / 3) * 4;

const chunkBytes = 1024 * 1024;
/** Texts are decoded in pieces of this length. */
const stringBufferSize = 64 * 1024;
/** The most that is read to tell what a file is. */
const beginBytes = 1_000;

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/** Where a value is in the file, in bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An entry without its messages. */
export interface EntryRange extends Range {
  /** The array of its messages, with its brackets. */
  readonly messages: Range | undefined;
}

export interface ScanHandler {
  readonly onEntry: (entry: EntryRange, messages: RangeList) => void;
  /** The member `_reprise` of the log, without its lines. */
  readonly onOrigin: (origin: Range & { readonly lines: Range | undefined }) => void;
  /** A line of no entry. */
  readonly onLine: (line: Range) => void;
  readonly onProgress: (bytesDone: number, bytesTotal: number, entries: number) => void;
}

/** Ranges in order, of millions of messages. */
export class RangeList {
  readonly #starts = new NumberList();
  readonly #ends = new NumberList();

  get length(): number {
    return this.#starts.length;
  }

  push({ start, end }: Range): void {
    this.#starts.push(start);
    this.#ends.push(end);
  }

  at(index: number): Range {
    return { start: this.#starts.at(index), end: this.#ends.at(index) };
  }
}

export class HarFile {
  readonly #name: string;
  readonly #descriptor: number;
  readonly #size: number;

  /** `name`: of the file, for messages. Throws the error of the file system. */
  constructor(path: string, name: string) {
    this.#name = name;
    this.#descriptor = openSync(path, 'r');
    this.#size = fstatSync(this.#descriptor).size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Reads the whole file and reports what it finds. Rejects with SessionFileError if it is no HAR. */
  async scan(handler: ScanHandler): Promise<void> {
    const scanner = new Scanner(this.#name, handler);
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let done = 0;
    try {
      for (;;) {
        const length = readSync(this.#descriptor, buffer, 0, chunkBytes, done);
        if (length === 0) break;
        const chunk = buffer.subarray(0, length);
        if (done > 0) scanner.push(chunk);
        else {
          this.#checkBegin(chunk);
          scanner.begin(chunk);
        }
        done += length;
        handler.onProgress(done, this.#size, scanner.entries);
        await nextLoopTurn();
      }
      scanner.end();
    } catch (error) {
      throw isOfText(error) ? this.#flaw(scanner.entries, done, buffer) : error;
    }
    if (!scanner.hasEntries)
      throw new SessionFileError(
        `${this.#name} is no HAR: it has no log.entries; choose another file.`,
      );
  }

  /** The value at a range, or a value without a part of it that is an array. */
  read({ start, end }: Range, without?: Range): unknown {
    if (without === undefined) return JSON.parse(this.#text(start, end));
    return JSON.parse(`${this.#text(start, without.start)}[]${this.#text(without.end, end)}`);
  }

  #text(start: number, end: number): string {
    const bytes = Buffer.allocUnsafe(end - start);
    for (let done = 0; done < bytes.length;) {
      const length = readSync(this.#descriptor, bytes, done, bytes.length - done, start + done);
      if (length === 0) throw new SessionFileError(`${this.#name} was changed while it was read.`);
      done += length;
    }
    return bytes.toString('utf8');
  }

  #checkBegin(bytes: Buffer): void {
    const begin = bytes.toString('latin1', 0, beginBytes);
    if (begin.startsWith('PK')) {
      throw new SessionFileError(
        `${this.#name} is a ZIP archive: unpack it, or record with the content embedded.`,
      );
    }
    if (/^\{"behaviour":.*"kind":"header"/.test(begin)) {
      throw new SessionFileError(
        `${this.#name} is a recording already, no HAR: serve it with reprise play.`,
      );
    }
  }

  /** Why the chunk at an offset cannot be read. */
  #flaw(entries: number, offset: number, chunk: Buffer): SessionFileError {
    const place = entries === 0 ? 'before its first entry' : `after entry ${entries}`;
    if (offset < this.#size && !isText(chunk.subarray(0, this.#size - offset))) {
      return new SessionFileError(
        `${this.#name} has bytes that are not UTF-8, ${place}. Save it as UTF-8.`,
      );
    }
    if (offset === this.#size) {
      return new SessionFileError(
        this.#size === 0
          ? `${this.#name} is empty: save it again.`
          : `${this.#name} was cut ${place}: it ends before its JSON does. Save it again.`,
      );
    }
    return new SessionFileError(
      entries === 0
        ? `${this.#name} is no HAR: it is not JSON; choose another file.`
        : `${this.#name} is damaged ${place}: it is not JSON. Save it again.`,
    );
  }
}

/** Whether an error is that of a text that is not JSON, or not UTF-8. */
function isOfText(error: unknown): boolean {
  return (
    error instanceof TokenizerError ||
    error instanceof SyntaxError ||
    (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  );
}

/** Whether bytes are UTF-8, but for a character that is cut at either end. */
function isText(bytes: Buffer): boolean {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start), { stream: true });
    return start >= 0 && start <= 3;
  } catch {
    return false;
  }
}

/** The values of a HAR that matter, by the one they are in and their name; `*` in a list. */
type Place = 'root' | 'log' | 'entries' | 'entry' | 'messages' | 'message' | Origin | 'other';
type Origin = 'origin' | 'lines' | 'line';

const below: Readonly<Partial<Record<Place, Readonly<Record<string, Place>>>>> = {
  root: { log: 'log' },
  log: { entries: 'entries', _reprise: 'origin' },
  entries: { '*': 'entry' },
  entry: { _webSocketMessages: 'messages' },
  messages: { '*': 'message' },
  origin: { lines: 'lines' },
  lines: { '*': 'line' },
};

/** An open object or list. */
interface Container {
  readonly place: Place;
  readonly start: number;
  readonly isList: boolean;
}

/** Follows the tokens of a HAR. The grammar of what is found is checked when it is read. */
class Scanner {
  entries = 0;
  hasEntries = false;
  readonly #name: string;
  readonly #handler: ScanHandler;
  readonly #tokenizer: Tokenizer;
  readonly #open: Container[] = [];
  #hasBegun = false;
  /** Where the JSON begins. */
  #offset = 0;
  /** Of the member whose value comes next. */
  #member = '';
  #isMemberNext = false;
  #messages: Range | undefined;
  #messageRanges = new RangeList();
  #lines: Range | undefined;

  constructor(name: string, handler: ScanHandler) {
    this.#name = name;
    this.#handler = handler;
    this.#tokenizer = new Tokenizer({ stringBufferSize, emitPartialTokens: true });
    this.#tokenizer.onToken = (token) => this.#read(token);
  }

  /** Reads the first chunk, from the end of its byte order mark. */
  begin(chunk: Buffer): void {
    this.#offset = chunk.subarray(0, byteOrderMark.length).equals(byteOrderMark)
      ? byteOrderMark.length
      : 0;
    this.push(chunk.subarray(this.#offset));
  }

  push(chunk: Uint8Array): void {
    this.#tokenizer.write(chunk);
  }

  end(): void {
    this.#tokenizer.end();
    if (this.#open.length > 0 || !this.#hasBegun) throw new SyntaxError('It ends too early.');
  }

  #read({ token, value, offset, partial }: ParsedTokenInfo): void {
    switch (token) {
      case TokenType.STRING:
        this.#checkLength(value as string);
        if (partial !== true && this.#isMemberNext) this.#member = value as string;
        this.#isMemberNext &&= partial === true;
        return;
      case TokenType.COMMA:
        this.#isMemberNext = this.#open.at(-1)?.isList === false;
        return;
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        return this.#begin(this.#offset + offset, token === TokenType.LEFT_BRACKET);
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        return this.#end(this.#offset + offset + 1, token === TokenType.RIGHT_BRACKET);
      case TokenType.COLON:
      case TokenType.TRUE:
      case TokenType.FALSE:
      case TokenType.NULL:
      case TokenType.NUMBER:
      case TokenType.SEPARATOR:
        return;
    }
  }

  #begin(start: number, isList: boolean): void {
    const parent = this.#open.at(-1);
    if (parent === undefined && this.#hasBegun)
      throw new SyntaxError('There is more than one value.');
    this.#hasBegun = true;
    const name = parent?.isList === true ? '*' : this.#member;
    const place = parent === undefined ? 'root' : (below[parent.place]?.[name] ?? 'other');
    this.#open.push({ place, start, isList });
    this.#isMemberNext = !isList;
    if (place === 'entries' && isList) this.hasEntries = true;
    if (place === 'entry') {
      this.#messages = undefined;
      this.#messageRanges = new RangeList();
    }
  }

  #end(end: number, isList: boolean): void {
    const closed = this.#open.pop();
    if (closed?.isList !== isList) throw new SyntaxError('A bracket closes another one.');
    this.#isMemberNext = false;
    const { place, start } = closed;
    if (place === 'message') this.#messageRanges.push({ start, end });
    if (place === 'messages') this.#messages = { start, end };
    if (place === 'lines') this.#lines = { start, end };
    if (place === 'line') this.#handler.onLine({ start, end });
    if (place === 'origin') this.#handler.onOrigin({ start, end, lines: this.#lines });
    if (place === 'entry') {
      this.entries += 1;
      this.#handler.onEntry({ start, end, messages: this.#messages }, this.#messageRanges);
    }
  }

  #checkLength(text: string): void {
    if (text.length <= textCharsMax) return;
    throw new SessionFileError(
      `${this.#name} has a longer body in entry ${this.entries + 1} than the ${bodyBytesMax / 1024 / 1024} MiB that are played: remove the entry.`,
    );
  }
}
