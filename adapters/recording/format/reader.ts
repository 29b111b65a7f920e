// Reads recording files line by line and checks that each line is canonical JSON, fits the chain hash and its schema, and is in its
// place. A missing end means that the file was cut; anything else is damage, and the error names the line.

import type { z } from 'zod';
import { JsonLimitError, parseJson } from '../../../core/index.ts';
import { isAscii, isUtf8 } from 'node:buffer';
import { chainStart, chainFault, type HashName } from './chain.ts';
import { endSchema, entrySchema, type End, type Entry } from './entries.ts';
import { chunksOf, type ReadOptions } from './file-chunks.ts';
import {
  behaviour,
  formatVersion,
  formatVersions,
  headerSchema,
  type Header,
  type ProxyHeader,
} from './header.ts';
import { isIncompleteObject, lineBytesMax, splitLines, type RawLine } from './lines.ts';
import {
  proxyEndSchema,
  proxyEntrySchema,
  type ProxyEnd,
  type ProxyEntry,
} from './proxy-entries.ts';
import { lineName, RecordingError, type RecordingPlace } from './recording-error.ts';

/** The end of a recording: its end line, or, after a crash, the number of entries before the cut. */
export type Ending<Last = End> =
  | { readonly kind: 'whole'; readonly end: Last }
  | { readonly kind: 'cut'; readonly entries: number };

/** What a line of a recording may be, by its source. */
export interface Lines {
  readonly header: Header | ProxyHeader;
  readonly entry: Entry | ProxyEntry;
  readonly end: End | ProxyEnd;
}

/** The lines of the recording of a world. */
export interface WorldLines {
  readonly header: Header;
  readonly entry: Entry;
  readonly end: End;
}

/** The lines of the recording of a proxy. */
export interface ProxyLines {
  readonly header: ProxyHeader;
  readonly entry: ProxyEntry;
  readonly end: ProxyEnd;
}

/** A recording of which the header has been read. */
export interface RecordingReader<Of extends Lines = WorldLines> {
  readonly header: Of['header'];
  /** The entries in order, for one iteration; in batches, because an async step costs as much as reading an entry. */
  readonly batches: AsyncIterable<readonly Of['entry'][]>;
  /** Throws before the iteration has ended. */
  readonly ending: Ending<Of['end']>;
  /** Closes the file. The end of the iteration, or leaving the loop, closes it too. */
  readonly close: () => Promise<void>;
}

export interface Recording<Of extends Lines = WorldLines> {
  readonly header: Of['header'];
  readonly entries: readonly Of['entry'][];
  readonly ending: Ending<Of['end']>;
}

/** Opens the recording of a world and reads its header. Rejects with RecordingError; so does the iteration. */
export async function openRecording(
  file: string,
  options: ReadOptions = {},
): Promise<RecordingReader> {
  return ofWorld(await openAnyRecording(file, options), file);
}

/** As `openRecording`, for the recording of a world or of real services. */
export async function openAnyRecording(
  file: string,
  options: ReadOptions = {},
): Promise<RecordingReader<Lines>> {
  return openChunks(chunksOf(file, options), file);
}

/** Reads the recording of a world into memory. Rejects with RecordingError. */
export async function readRecording(file: string, options: ReadOptions = {}): Promise<Recording> {
  return readAll(await openRecording(file, options));
}

/** As `readRecording`, for the recording of a world or of real services. */
export async function readAnyRecording(
  file: string,
  options: ReadOptions = {},
): Promise<Recording<Lines>> {
  return readAll(await openAnyRecording(file, options));
}

/** As `readAnyRecording`, for bytes that are not in a file; `name` replaces the file in messages. */
export async function readAnyChunks(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<Recording<Lines>> {
  return readAll(await openChunks(chunks, name));
}

/** As `readRecording`, for bytes that are not in a file; `name` replaces the file in messages. */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<Recording> {
  return readAll(await ofWorld(await openChunks(chunks, name), name));
}

/** Closes a recording that is not of a world, and rejects with RecordingError. */
async function ofWorld(reader: RecordingReader<Lines>, file: string): Promise<RecordingReader> {
  if (reader.header.source === 'world') return reader as RecordingReader;
  await reader.close();
  throw new RecordingError(
    `${file} is a recording of real services, not of a world: perform it with reprise replay --simulate or --against, or serve it with reprise play.`,
    file,
    'header',
  );
}

async function openChunks(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<RecordingReader<Lines>> {
  const batches = splitLines(chunks);
  const lines = await batches.next();
  const [first, ...others] = lines.done === true ? [] : lines.value;
  const check = new LineCheck(name);
  let header: Lines['header'];
  try {
    header = check.header(first);
  } catch (error) {
    await batches.return(undefined);
    throw error;
  }
  const entries = entriesOf(check, others, batches);
  return {
    header,
    batches: entries,
    get ending() {
      if (check.ending === undefined) throw new Error('The recording was not read to its end.');
      return check.ending;
    },
    async close() {
      await entries.return(undefined);
      await batches.return(undefined); // an iteration that never began does not close its source
    },
  };
}

async function readAll<Of extends Lines>(reader: RecordingReader<Of>): Promise<Recording<Of>> {
  const entries: Of['entry'][] = [];
  for await (const batch of reader.batches) for (const entry of batch) entries.push(entry);
  return { header: reader.header, entries: withWholeFacts(entries), ending: reader.ending };
}

/** Acts have all of their facts: also those that later lines have, since theirs was written. */
function withWholeFacts<One extends Lines['entry']>(entries: One[]): One[] {
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'touch' && entry.kind !== 'http.answer') continue;
    if (!('facts' in entry) || entry.facts === undefined) continue;
    const { facts, ...rest } = entry;
    const act = entries[entry.to - 1];
    if (act === undefined) continue;
    const known = 'facts' in act ? act.facts : {};
    entries[entry.to - 1] = { ...act, facts: { ...known, ...facts } };
    entries[index] = rest as One;
  }
  return entries;
}

async function* entriesOf(
  check: LineCheck,
  first: readonly RawLine[],
  batches: AsyncGenerator<RawLine[]>,
): AsyncGenerator<Lines['entry'][]> {
  try {
    let last: RawLine | undefined;
    for await (const lines of withFirst(first, batches)) {
      // One line waits for the next: if a line is broken in two, the second half shows which one it was.
      const here: RawLine[] = last === undefined ? [...lines] : [last, ...lines];
      last = here.pop();
      const entries = check.entries(here, last);
      if (entries.length > 0) yield entries;
    }
    const final = check.entries(last === undefined ? [] : [last], undefined);
    if (final.length > 0) yield final;
    check.close();
  } finally {
    await batches.return(undefined);
  }
}

async function* withFirst(
  first: readonly RawLine[],
  rest: AsyncIterable<readonly RawLine[]>,
): AsyncGenerator<readonly RawLine[]> {
  if (first.length > 0) yield first;
  yield* rest;
}

/** Checks lines in order, each against the hash of the one before. */
class LineCheck {
  ending: Ending<Lines['end']> | undefined;
  readonly #file: string;
  #previous: string = chainStart;
  #entries = 0;
  #end: Lines['end'] | undefined;
  #entrySchema: z.ZodType = entrySchema;
  #endSchema: z.ZodType = endSchema;

  constructor(file: string) {
    this.#file = file;
  }

  header(line: RawLine | undefined): Lines['header'] {
    if (line === undefined)
      throw this.#error('is empty: it has no whole header; choose another file', 'header');
    if (!line.isTerminated && isIncompleteObject(line.bytes)) {
      throw this.#error('has no whole header: it was cut inside its first line', 'header');
    }
    const { text, value } = this.#parsed(line, 'header');
    const { reprise, behaviour: meaning, kind, engine } = value;
    if (typeof reprise !== 'number' || kind !== 'header') {
      throw this.#error('is not a recording of Reprise: its first line is not a header', 'header');
    }
    const writer =
      typeof engine === 'string' ? `${engine}, which wrote it` : 'the version that wrote it';
    if (!formatVersions.some((known) => known === reprise)) {
      throw this.#error(
        `has format version ${reprise} in the header, and this Reprise reads versions 1 to ${formatVersion}. Read it with ${writer}`,
        'header',
      );
    }
    if (typeof meaning === 'number' && meaning !== behaviour) {
      throw this.#error(
        `has behaviour ${meaning} in the header, and this Reprise has behaviour ${behaviour}: the same inputs may have another effect. Read it with ${writer}, or record it again`,
        'header',
      );
    }
    this.#chained(text, value, 'header', 'h');
    this.#shaped(headerSchema.safeParse(value), 'header');
    const header = value as Lines['header'];
    if (header.source === 'proxy') {
      this.#entrySchema = proxyEntrySchema;
      this.#endSchema = proxyEndSchema;
    }
    return header;
  }

  /** The entries of lines; `next` is the line after them, if any. */
  entries(lines: readonly RawLine[], next: RawLine | undefined): Lines['entry'][] {
    const entries: Lines['entry'][] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] as RawLine;
      if (this.#end !== undefined) {
        throw this.#error('is damaged: there is text after the end line; restore a copy', 'end');
      }
      if (!line.isTerminated && isIncompleteObject(line.bytes)) {
        this.#boundOf(line, this.#entries + 1);
        continue; // the rest was cut off
      }
      const entry = this.#line(line, lines[index + 1] ?? next);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  /** Called after the last line. */
  close(): void {
    this.ending =
      this.#end === undefined
        ? { kind: 'cut', entries: this.#entries }
        : { kind: 'whole', end: this.#end };
  }

  #line(line: RawLine, next: RawLine | undefined): Lines['entry'] | undefined {
    const n = this.#entries + 1;
    const place = isEndLine(line, next) ? 'end' : n;
    const { text, value } = this.#parsed(line, place);
    this.#chained(text, value, place, place === 'end' ? 'seal' : 'h');
    if (place === 'end') {
      this.#shaped(this.#endSchema.safeParse(value), place);
      const end = value as Lines['end'];
      if (end.entries !== this.#entries) {
        throw this.#damaged(place, `it counts ${end.entries} entries, but there are ${n - 1}`);
      }
      this.#end = end;
      return undefined;
    }
    this.#shaped(this.#entrySchema.safeParse(value), place);
    if (value['n'] !== n)
      throw this.#damaged(place, `it has number ${String(value['n'])} instead of ${n}`);
    this.#entries = n;
    return value as Lines['entry'];
  }

  #parsed(line: RawLine, place: RecordingPlace): { text: string; value: Record<string, unknown> } {
    this.#boundOf(line, place);
    if (place === 'header' && !line.bytes.toString('latin1', 0, 2).startsWith('{"')) {
      throw this.#error(
        'is not a recording of Reprise: its first line is not a header; choose another file',
        place,
      );
    }
    if (line.isTerminated && line.bytes.at(-1) === carriageReturn) {
      throw this.#damaged(
        place,
        'it ends with a carriage return (was the file converted to the line breaks of another system?)',
      );
    }
    const text = textOf(line.bytes);
    if (text === undefined) throw this.#damaged(place, 'it is not UTF-8');
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      const fault = error instanceof JsonLimitError ? `it ${error.message}` : 'it is not JSON';
      throw this.#damaged(place, fault);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#damaged(place, 'it is not a JSON object');
    }
    return { text, value: value as Record<string, unknown> };
  }

  #boundOf({ bytes }: RawLine, place: RecordingPlace): void {
    if (bytes.length > lineBytesMax) {
      throw this.#damaged(place, `it is longer than ${lineBytesMax} bytes`);
    }
  }

  #chained(text: string, value: object, place: RecordingPlace, name: HashName): void {
    let fault: string | undefined;
    try {
      fault = chainFault(this.#previous, text, value, name);
    } catch {
      fault = 'it is not canonical JSON'; // an infinite number
    }
    if (fault !== undefined) throw this.#damaged(place, fault);
    this.#previous = (value as Record<string, unknown>)[name] as string;
  }

  #shaped(result: Shaped, place: RecordingPlace): void {
    if (result.success) return;
    const [issue] = result.error?.issues ?? [];
    const path = issue?.path.map(String).join('.') ?? '';
    const where = path === '' ? '' : `${path}: `;
    throw this.#damaged(place, `it does not match the schema (${where}${issue?.message})`);
  }

  #damaged(place: RecordingPlace, fault: string): RecordingError {
    return this.#error(`is damaged in ${lineName(place)}: ${fault}; restore a copy`, place);
  }

  #error(sentence: string, place: RecordingPlace): RecordingError {
    return new RecordingError(`${this.#file} ${sentence}.`, this.#file, place);
  }
}

interface Shaped {
  readonly success: boolean;
  readonly error?:
    { readonly issues: readonly { path: PropertyKey[]; message: string }[] } | undefined;
}

/** Undefined if it is not UTF-8. A byte order mark stays, and is no JSON. */
function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1'); // in half the time
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

const carriageReturn = 0x0d;
const entryBegin = /^\{"a(?:t|fter)":/;
/** Of a world, and of real services. */
const endBegin = /^\{"(?:digest":"|entries":)/;
const endEnd = /"seal":"[0-9a-f]{64}"\}$/;
/** Longer than an end line, and shorter than one with the shortest entry. */
const endBytesMax = 256;

/**
 * True for an end line, even if one of its bytes was changed: it begins like one, or ends like one and does not begin like an entry,
 * or does so together with the next line, from which a changed byte separated it.
 */
function isEndLine({ bytes }: RawLine, next: RawLine | undefined): boolean {
  if (bytes.length >= endBytesMax) return false;
  const text = bytes.toString('latin1');
  if (entryBegin.test(text)) return false;
  if (endBegin.test(text) || endEnd.test(text)) return true;
  const isWhole = text.startsWith('{') && !isIncompleteObject(bytes);
  if (isWhole || next === undefined || bytes.length + next.bytes.length >= endBytesMax)
    return false;
  return endEnd.test(next.bytes.toString('latin1'));
}
