// What a HAR has, in the order of a recording: each request, answer and frame by its time, or the lines of an exported recording by
// their numbers. Only their places are in memory.

import type { z } from 'zod';
import { messageMs, opcodes, type LineMembers } from './derived-lines.ts';
import { ForeignFlaws } from './foreign-flaws.ts';
import { isBase64, isSocket } from './foreign-lines.ts';
import { headOf } from './exported-lines.ts';
import { SessionFileError } from '../session-file-error.ts';
import { harEntrySchema, harMessageSchema, harOriginSchema } from './har-format.ts';
import type { HarEntry, HarMessage, HarOrigin } from './har-format.ts';
import type { EntryRange, HarFile, Range, RangeList } from './har-scanner.ts';
import type { HarServices } from './har-services.ts';
import { NumberList } from './number-list.ts';

/** What a step adds to a recording. */
export const steps = {
  /** The request of an entry of another program. */
  request: 0,
  /** The answer to it. */
  answer: 1,
  /** The message at a range. */
  message: 2,
  /** The line at a range, of no entry. */
  line: 3,
  /** From here on: lines of an exported entry, by their index. */
  exported: 4,
} as const;

export interface Step {
  readonly kind: number;
  /** Its instant, or its number in the recording that was exported. */
  readonly key: number;
  /** The number of its entry, from 1; 0 if it is of none. */
  readonly entry: number;
  readonly range: Range;
}

export interface IndexedEntry extends EntryRange {
  /** Of its upstream in `HarServices`; 0 if it has none. */
  readonly service: number;
  readonly isExported: boolean;
  readonly messageCount: number;
  readonly stepCount: number;
}

export class HarIndex {
  readonly flaws = new ForeignFlaws();
  origin: HarOrigin | undefined;
  exportedCount = 0;
  readonly #file: HarFile;
  readonly #name: string;
  readonly #services: HarServices;
  #sorted: Uint32Array | undefined;
  readonly #keys = new NumberList();
  readonly #kinds = new NumberList();
  readonly #entryOf = new NumberList();
  readonly #starts = new NumberList();
  readonly #ends = new NumberList();
  readonly #entries = {
    starts: new NumberList(),
    ends: new NumberList(),
    messageStarts: new NumberList(),
    messageEnds: new NumberList(),
    services: new NumberList(),
    exported: new NumberList(),
    messages: new NumberList(),
    steps: new NumberList(),
  };

  constructor(file: HarFile, name: string, services: HarServices) {
    this.#file = file;
    this.#name = name;
    this.#services = services;
  }

  /** Reads the whole file. Rejects with SessionFileError. */
  async fill(
    onProgress: (bytesDone: number, bytesTotal: number, entries: number) => void,
  ): Promise<void> {
    await this.#file.scan({
      onEntry: (range, messages) => this.#addEntry(range, messages),
      onOrigin: ({ lines, ...range }) => {
        this.origin = this.#checked(harOriginSchema, this.#file.read(range, lines), '_reprise');
      },
      onLine: (range) => {
        this.#addStep(Number(this.readLine(range)['n']), steps.line, 0, range);
      },
      onProgress,
    });
  }

  get entryCount(): number {
    return this.#entries.starts.length;
  }

  get stepCount(): number {
    return this.#keys.length;
  }

  /** The steps in the order of the recording. */
  *inOrder(): Generator<Step> {
    for (const index of this.#order()) {
      yield {
        kind: this.#kinds.at(index),
        key: this.#keys.at(index),
        entry: this.#entryOf.at(index),
        range: { start: this.#starts.at(index), end: this.#ends.at(index) },
      };
    }
  }

  /** Whether the steps are all lines of one recording, by their numbers. */
  isWhole(): boolean {
    if (this.exportedCount !== this.entryCount) return false;
    const { end } = this.origin ?? {};
    if (end !== null && end !== undefined && end.entries !== this.stepCount) return false;
    let n = 0;
    for (const index of this.#order()) {
      n += 1;
      if (this.#keys.at(index) !== n) return false;
    }
    return true;
  }

  /** An entry by its number, from 1. */
  entry(number: number): IndexedEntry {
    const { starts, ends, messageStarts, messageEnds, ...counts } = this.#entries;
    const index = number - 1;
    const end = messageEnds.at(index);
    return {
      start: starts.at(index),
      end: ends.at(index),
      messages: end === 0 ? undefined : { start: messageStarts.at(index), end },
      service: counts.services.at(index),
      isExported: counts.exported.at(index) === 1,
      messageCount: counts.messages.at(index),
      stepCount: counts.steps.at(index),
    };
  }

  readEntry(number: number): HarEntry {
    const range = this.entry(number);
    return this.#checked(harEntrySchema, this.#file.read(range, range.messages), `entry ${number}`);
  }

  /** A line that is of no entry. */
  readLine(range: Range): LineMembers {
    return this.#file.read(range) as LineMembers;
  }

  readMessage(range: Range, entry: number): HarMessage {
    return this.#checked(harMessageSchema, this.#file.read(range), `a message of entry ${entry}`);
  }

  /** How many steps come up to a key. */
  rankOf(key: number): number {
    const order = this.#order();
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys.at(order[middle] ?? 0) <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The steps by their keys, once all are there. */
  #order(): Uint32Array {
    if (this.#sorted?.length === this.stepCount) return this.#sorted;
    const order = Uint32Array.from({ length: this.stepCount }, (_, index) => index);
    order.sort((one, other) => this.#keys.at(one) - this.#keys.at(other) || one - other);
    this.#sorted = order;
    return order;
  }

  #addEntry(range: EntryRange, messages: RangeList): void {
    const number = this.entryCount + 1;
    const { starts, ends, messageStarts, messageEnds, ...counts } = this.#entries;
    starts.push(range.start);
    ends.push(range.end);
    messageStarts.push(range.messages?.start ?? 0);
    messageEnds.push(range.messages?.end ?? 0);
    counts.messages.push(messages.length);
    const before = this.stepCount;
    const entry = this.readEntry(number);
    const exported = entry._reprise?.lines;
    counts.exported.push(exported === undefined ? 0 : 1);
    if (exported === undefined) counts.services.push(this.#addForeign(entry, number, messages));
    else {
      this.exportedCount += 1;
      counts.services.push(0);
      for (const [index, { n }] of exported.entries()) {
        this.#addStep(n, steps.exported + index, number);
      }
      for (let index = 0; index < messages.length; index += 1) {
        const n = this.readMessage(messages.at(index), number)._reprise?.n;
        if (n === undefined)
          throw this.#wrong(`a message of entry ${number}`, '_reprise is missing');
        this.#addStep(n, steps.message, number, messages.at(index));
      }
    }
    counts.steps.push(this.stepCount - before);
  }

  /** Adds the steps of an entry of another program; returns the number of its service. */
  #addForeign(entry: HarEntry, number: number, messages: RangeList): number {
    const service = this.#services.add(entry.request.url);
    if (service === 0) return 0;
    const { startedMs, time } = headOf(entry);
    if (Number.isNaN(startedMs)) {
      throw this.#wrong(`entry ${number}`, 'startedDateTime is no date');
    }
    const isOfSocket = isSocket(entry, messages.length);
    this.flaws.add(entry, { entry: number, service }, isOfSocket);
    this.#addStep(startedMs, steps.request, number);
    if (messages.length === 0) {
      this.#addStep(startedMs + time, steps.answer, number);
      return service;
    }
    // The time of a socket may be that until its end.
    const firstMs = this.#timeOf(messages.at(0), number);
    let lastMs = Math.max(startedMs, Math.min(startedMs + time, firstMs));
    this.#addStep(lastMs, steps.answer, number);
    for (let index = 0; index < messages.length; index += 1) {
      const range = messages.at(index);
      lastMs = Math.max(lastMs, this.#timeOf(range, number));
      this.#addStep(lastMs, steps.message, number, range);
    }
    return service;
  }

  #timeOf(range: Range, entry: number): number {
    const { time, opcode, data } = this.readMessage(range, entry);
    if (opcode === opcodes.binary && !isBase64(data)) {
      throw this.#wrong(`a message of entry ${entry}`, 'data is not base64');
    }
    return messageMs(time);
  }

  #addStep(key: number, kind: number, entry: number, { start, end } = { start: 0, end: 0 }): void {
    this.#keys.push(key);
    this.#kinds.push(kind);
    this.#entryOf.push(entry);
    this.#starts.push(start);
    this.#ends.push(end);
  }

  #checked<Value>(schema: z.ZodType<Value>, value: unknown, place: string): Value {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw this.#wrong(place, `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`);
  }

  #wrong(place: string, flaw: string): SessionFileError {
    return new SessionFileError(`${this.#name} is no HAR that can be read: in ${place}, ${flaw}.`);
  }
}
