// Turns the entries of a recording into the steps of a replay, in the order of the journal.

import { attachmentHashOf, type DueInput, type Input } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';
import { invalidFact } from '../format/facts.ts';
import {
  parseInput,
  type ActEntry,
  type Entry,
  type EntryOf,
  type InputEntry,
  type Touch,
} from '../format/entries.ts';
import type { Ending } from '../format/reader.ts';
import { RecordingError } from '../format/recording-error.ts';
import { inputSource, type InputSource } from './divergence.ts';
import { endedActs, unsentConnections, unsentSources } from './under-way.ts';

/** A request, frame, connection or its end, with every task that it ran in the world. */
export interface RecordedAct<A extends ActEntry = ActEntry> {
  readonly entry: A;
  /** Absent for frames, and where the recording ends before the answer. */
  readonly answer?: EntryOf<'http.answer'>;
  readonly touches: readonly Touch[];
  /** Whether the recording has all of its touches. Otherwise it may have been under way at the end. */
  readonly isEnded: boolean;
}

/** An input to apply, or one touch of an act. */
export type ReplayStep =
  | {
      readonly kind: 'input';
      readonly entry: InputEntry;
      readonly input: Input;
      /** The bytes beside the input, if the recording has them. */
      readonly attachment: Uint8Array | undefined;
    }
  /** Without a touch the act only starts. */
  | { readonly kind: 'act'; readonly act: RecordedAct; readonly touch: Touch | undefined };

export interface ReplayPlan {
  readonly steps: readonly ReplayStep[];
  readonly lastInput: number;
  /** The entry that brought each input, by the input's number. */
  readonly inputSources: ReadonlyMap<number, ActEntry | InputEntry>;
  /** Dues that were held within the task of an act, by input number: no step applies them. */
  readonly holds: ReadonlyMap<number, DueInput>;
  readonly events: readonly EntryOf<'event'>[];
  /** For each event, the number of the input that caused it: the last one in an entry before it. */
  readonly causingInputs: readonly number[];
  /** By the position of the event that sends the webhook. */
  readonly webhooks: ReadonlyMap<number, EntryOf<'webhook.attempt'>>;
  /** Frames to the client of each connection, in order. */
  readonly sentFrames: ReadonlyMap<number, readonly EntryOf<'ws.out'>[]>;
  readonly connections: ReadonlyMap<number, EntryOf<'ws.open'>>;
  /** The connections whose sessions had more to send than was recorded. */
  readonly unsent: ReadonlySet<number>;
  /** What was under way when the recording ended. */
  readonly underWay: readonly InputSource[];
}

export interface PlanOptions {
  /** The number of first inputs that are not in the file, since the fixture brings them. */
  readonly skipped?: number | undefined;
  /** Default: the recording is whole, and nothing was under way. */
  readonly ending?: Ending;
}

/**
 * Plans a replay. Throws RecordingError for missing or repeated inputs and for entries that cannot be executed.
 */
export function createPlan(
  file: string,
  entries: readonly Entry[],
  { skipped = 0, ending }: PlanOptions = {},
): ReplayPlan {
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const touches = new Map<number, Touch[]>();
  const events: EntryOf<'event'>[] = [];
  const causingInputs: number[] = [];
  let seenInput = 0;
  const sentFrames = new Map<number, EntryOf<'ws.out'>[]>();
  const connections = new Map<number, EntryOf<'ws.open'>>();
  const acts: ActEntry[] = [];
  const inputSources = new Map<number, ActEntry | InputEntry>();
  const webhooks = new Map<number, EntryOf<'webhook.attempt'>>();
  const ordered: { readonly order: number; readonly step: ReplayStep }[] = [];

  function fault({ n }: Entry, problem: string): RecordingError {
    return new RecordingError(`${file} cannot be replayed: entry ${n} ${problem}.`, file, n);
  }

  function addSource(input: number, entry: ActEntry | InputEntry): void {
    if (inputSources.has(input)) throw fault(entry, `repeats input ${input}`);
    inputSources.set(input, entry);
  }

  function touchesOf(entry: EntryOf<'http.answer' | 'touch'>): Touch[] {
    const own = touches.get(entry.to);
    if (own !== undefined) return own;
    throw fault(
      entry,
      `belongs to entry ${entry.to}, which is no earlier request, frame or end of a connection`,
    );
  }

  function checkFacts(entry: ActEntry): void {
    const service = 'service' in entry ? entry.service : '';
    const fact = invalidFact(service, entry.facts ?? {});
    if (fact !== undefined) throw fault(entry, `has an invalid value in ${fact}`);
  }

  function openConnection(entry: EntryOf<'ws.open'>): void {
    if (connections.has(entry.conn)) {
      throw fault(entry, `opens connection ${entry.conn}, which is open already`);
    }
    connections.set(entry.conn, entry);
    sentFrames.set(entry.conn, []);
  }

  function checkConnection(entry: EntryOf<'ws.in' | 'ws.out' | 'ws.close'>): void {
    if (connections.has(entry.conn)) return;
    throw fault(entry, `belongs to connection ${entry.conn}, which was not opened`);
  }

  for (const entry of entries) {
    if ('input' in entry && entry.input !== undefined) seenInput = entry.input;
    switch (entry.kind) {
      case 'http.answer':
        touchesOf(entry);
        if (answers.has(entry.to)) throw fault(entry, `answers entry ${entry.to} a second time`);
        answers.set(entry.to, entry);
        break;
      case 'touch':
        touchesOf(entry).push(touchOf(entry));
        break;
      case 'event':
        events.push(entry);
        causingInputs.push(seenInput);
        break;
      case 'webhook.attempt':
        webhooks.set(entry.position, entry);
        break;
      case 'input':
      case 'webhook.outcome': {
        addSource(entry.input, entry);
        const input = parseInput(entry);
        if (input === undefined) throw fault(entry, 'has no valid input');
        const attachment = attachmentOf(entry);
        if (attachment !== undefined && nodeHash(attachment) !== attachmentHashOf(input)) {
          throw fault(entry, 'has other bytes than its command names by their SHA-256');
        }
        ordered.push({ order: entry.input, step: { kind: 'input', entry, input, attachment } });
        break;
      }
      case 'ws.out':
        checkConnection(entry);
        sentFrames.get(entry.conn)?.push(entry);
        break;
      case 'http.request':
      case 'clock':
      case 'control':
      case 'ws.open':
      case 'ws.in':
      case 'ws.close':
        if (entry.kind === 'ws.open') openConnection(entry);
        else if ('conn' in entry) checkConnection(entry);
        checkFacts(entry);
        acts.push(entry);
        touches.set(entry.n, touchesWorld(entry) ? [touchOf(entry)] : []);
    }
  }
  const isEnded = endedActs(acts, answers, ending);
  for (const entry of acts) {
    const answer = answers.get(entry.n);
    const own = touches.get(entry.n) ?? [];
    const answered = answer === undefined ? {} : { answer };
    const act = { entry, touches: own, isEnded: isEnded(entry), ...answered };
    if (!touchesWorld(entry)) {
      ordered.push({ order: journalOrder(entry), step: { kind: 'act', act, touch: undefined } });
    }
    for (const touch of own) {
      if (touch.input !== undefined) addSource(touch.input, entry);
      ordered.push({ order: journalOrder(touch), step: { kind: 'act', act, touch } });
    }
  }
  const lastInput = skipped + inputSources.size;
  for (let n = skipped + 1; n <= lastInput; n += 1) {
    if (!inputSources.has(n)) {
      throw new RecordingError(`${file} cannot be replayed: input ${n} is missing.`, file);
    }
  }
  ordered.sort((left, right) => left.order - right.order); // stable: ties in the order of the lines
  const all = ordered.map(({ step }) => step);
  const holds = holdsOfActs(all, inputSources);
  const steps = all.filter((step) => step.kind !== 'input' || !holds.has(step.input.n));
  return {
    steps,
    lastInput,
    inputSources,
    holds,
    events,
    causingInputs,
    webhooks,
    sentFrames,
    connections,
    unsent: unsentConnections(acts, ending),
    underWay: [
      ...acts.filter((entry) => !isEnded(entry)).map(inputSource),
      ...unsentSources(connections, ending),
    ],
  };
}

/** Holds directly before the input of an act belong to its task. */
function holdsOfActs(
  steps: readonly ReplayStep[],
  inputSources: ReplayPlan['inputSources'],
): ReplayPlan['holds'] {
  const holds = new Map<number, DueInput>();
  for (const step of steps) {
    if (step.kind === 'input' && step.input.kind === 'hold') holds.set(step.input.n, step.input);
  }
  for (const n of [...holds.keys()].sort((left, right) => right - left)) {
    const next = inputSources.get(n + 1);
    const isOfAct = next !== undefined && next.kind !== 'input';
    if (!isOfAct && !holds.has(n + 1)) holds.delete(n);
  }
  return holds;
}

function touchesWorld({ input, position }: ActEntry): boolean {
  return input !== undefined || position !== undefined;
}

function touchOf({ at, input, position = 0, after = 0 }: Touch): Touch {
  return input === undefined ? { at, position, after } : { at, input };
}

/** A touch without an input comes after the input that it saw, and before the next. */
function journalOrder({ input, after = 0 }: Pick<Touch, 'input' | 'after'>): number {
  return input ?? after + 0.5;
}

function attachmentOf(entry: InputEntry): Uint8Array | undefined {
  if (entry.kind !== 'input' || entry.base64 === undefined) return undefined;
  return Buffer.from(entry.base64, 'base64');
}
