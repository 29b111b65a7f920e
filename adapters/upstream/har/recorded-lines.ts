// The lines of a recording by the exchange or socket that they belong to, read from the file in any order: only their places are
// in memory.

import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { openAnyRecording, type Ending, type Lines } from '../../recording/format/reader.ts';
import { splitLines } from '../../recording/format/lines.ts';
import type { LineMembers } from './derived-lines.ts';
import { NumberList } from './number-list.ts';

type AnyLine = Lines['entry'];

/** What a line is in its exchange. */
export const roles = {
  inside: 0,
  head: 1,
  answer: 2,
  requestPart: 3,
  answerPart: 4,
  failure: 5,
  frame: 6,
  close: 7,
} as const;
export type LineRole = (typeof roles)[keyof typeof roles];

/** What the content of a line is. */
export const contents = { none: 0, text: 1, base64: 2 } as const;

export interface RecordedLines {
  readonly header: Lines['header'];
  readonly ending: Ending<Lines['end']>;
  readonly count: number;
  /** The numbers of the lines of each exchange, in order; the first is its head. */
  readonly exchanges: () => Iterable<Iterable<number>>;
  /** The numbers of lines that are of no exchange: the inside of a world. */
  readonly inside: () => Iterable<number>;
  readonly roleOf: (n: number) => LineRole;
  readonly contentOf: (n: number) => number;
  readonly read: (n: number) => LineMembers;
  readonly close: () => void;
}

/** Reads a recording and checks all of it. Rejects with RecordingError. */
export async function indexLines(
  file: string,
  onProgress: (bytesDone: number, bytesTotal: number) => void,
): Promise<RecordedLines> {
  const reader = await openAnyRecording(file, { onProgress });
  const index = new LineIndex();
  for await (const batch of reader.batches) for (const line of batch) index.add(line);
  const offsets = await offsetsOf(file);
  const descriptor = openSync(file, 'r');
  const { exchangeOf, roleOf, contentOf, count } = index;
  const members = grouped(exchangeOf, index.exchangeCount);
  return {
    header: reader.header,
    ending: reader.ending,
    count,
    *exchanges() {
      for (let exchange = 1; exchange <= index.exchangeCount; exchange += 1) {
        yield members(exchange);
      }
    },
    *inside() {
      for (let n = 1; n <= count; n += 1) if (exchangeOf.at(n) === 0) yield n;
    },
    roleOf: (n) => roleOf.at(n) as LineRole,
    contentOf: (n) => contentOf.at(n),
    read(n) {
      const start = offsets.at(n);
      const bytes = Buffer.allocUnsafe(offsets.at(n + 1) - start - 1);
      readSync(descriptor, bytes, 0, bytes.length, start);
      return JSON.parse(bytes.toString('utf8')) as LineMembers;
    },
    close: () => closeSync(descriptor),
  };
}

/** Where each line begins: the header first. */
async function offsetsOf(file: string): Promise<NumberList> {
  const offsets = new NumberList();
  let offset = 0;
  for await (const lines of splitLines(createReadStream(file, { highWaterMark: 1024 * 1024 }))) {
    for (const { bytes } of lines) {
      offsets.push(offset);
      offset += bytes.length + 1;
    }
  }
  offsets.push(offset);
  return offsets;
}

class LineIndex {
  /** By the numbers of lines; 0 if it is of none. */
  readonly exchangeOf = new NumberList();
  readonly roleOf = new NumberList();
  readonly contentOf = new NumberList();
  readonly #sockets = new Map<number, number>();
  exchangeCount = 0;
  count = 0;

  constructor() {
    this.#push(0, roles.inside, contents.none); // lines are numbered from 1
  }

  add(line: AnyLine): void {
    this.count += 1;
    const content = contentKind(line);
    const [exchange, role] = this.#placeOf(line);
    this.#push(exchange, exchange === 0 ? roles.inside : role, content);
  }

  #placeOf(line: AnyLine): readonly [exchange: number, role: LineRole] {
    switch (line.kind) {
      case 'http.request':
      case 'webhook.request':
      case 'webhook.attempt':
        return [this.#nextExchange(), roles.head];
      case 'ws.open': {
        const exchange = this.#nextExchange();
        this.#sockets.set(line.conn, exchange);
        return [exchange, roles.head];
      }
      case 'http.answer':
        return [this.exchangeOf.at(line.to), roles.answer];
      case 'http.part':
        return [
          this.exchangeOf.at(line.to),
          this.roleOf.at(line.to) === roles.answer ? roles.answerPart : roles.requestPart,
        ];
      case 'http.failure':
        return [this.exchangeOf.at(line.to), roles.failure];
      case 'ws.in':
      case 'ws.out':
        return [this.#sockets.get(line.conn) ?? 0, roles.frame];
      case 'ws.close': {
        const exchange = this.#sockets.get(line.conn) ?? 0;
        this.#sockets.delete(line.conn);
        return [exchange, roles.close];
      }
      case 'clock':
      case 'control':
      case 'touch':
      case 'input':
      case 'event':
      case 'webhook.outcome':
        return [0, roles.inside];
    }
  }

  #nextExchange(): number {
    this.exchangeCount += 1;
    return this.exchangeCount;
  }

  #push(exchange: number, role: LineRole, content: number): void {
    this.exchangeOf.push(exchange);
    this.roleOf.push(role);
    this.contentOf.push(content);
  }
}

function contentKind(line: AnyLine): number {
  if ('base64' in line && line.base64 !== undefined) return contents.base64;
  return 'text' in line && line.text !== undefined ? contents.text : contents.none;
}

/** The numbers of each group, from the group of each number. */
function grouped(groupOf: NumberList, groups: number): (group: number) => Iterable<number> {
  const starts = new Float64Array(groups + 2);
  for (let n = 1; n < groupOf.length; n += 1) {
    const next = groupOf.at(n) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let group = 1; group < starts.length; group += 1) {
    starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0);
  }
  const filled = Float64Array.from(starts);
  const members = new Float64Array(groupOf.length);
  for (let n = 1; n < groupOf.length; n += 1) {
    const group = groupOf.at(n);
    members[filled[group] ?? 0] = n;
    filled[group] = (filled[group] ?? 0) + 1;
  }
  return (group) => members.subarray(starts[group], starts[group + 1]);
}
