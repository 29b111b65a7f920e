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
  options: PlanOptions = {},
): ReplayPlan {
  const reading = new PlanReading(file);
  for (const entry of entries) reading.add(entry);
  return reading.plan(options);
}

interface OrderedStep {
  readonly order: number;
  readonly step: ReplayStep;
}

/** What a recording says, by entry. */
class PlanReading {
  readonly #file: string;
  readonly #answers = new Map<number, EntryOf<'http.answer'>>();
  /** By the entry of their act. */
  readonly #touches = new Map<number, Touch[]>();
  readonly #acts: ActEntry[] = [];
  readonly #inputs: OrderedStep[] = [];
  readonly #inputSources = new Map<number, ActEntry | InputEntry>();
  readonly #events: EntryOf<'event'>[] = [];
  readonly #causingInputs: number[] = [];
  #seenInput = 0;
  readonly #webhooks = new Map<number, EntryOf<'webhook.attempt'>>();
  readonly #sentFrames = new Map<number, EntryOf<'ws.out'>[]>();
  readonly #connections = new Map<number, EntryOf<'ws.open'>>();

  constructor(file: string) {
    this.#file = file;
  }

  add(entry: Entry): void {
    if ('input' in entry && entry.input !== undefined) this.#seenInput = entry.input;
    switch (entry.kind) {
      case 'http.answer':
        return this.#addAnswer(entry);
      case 'touch':
        return void this.#touchesOf(entry).push(touchOf(entry));
      case 'event':
        this.#events.push(entry);
        this.#causingInputs.push(this.#seenInput);
        return;
      case 'webhook.attempt':
        return void this.#webhooks.set(entry.position, entry);
      case 'input':
      case 'webhook.outcome':
        return this.#addInput(entry);
      case 'ws.out':
        this.#checkConnection(entry);
        return void this.#sentFrames.get(entry.conn)?.push(entry);
      case 'http.request':
      case 'clock':
      case 'control':
      case 'ws.open':
      case 'ws.in':
      case 'ws.close':
        this.#addAct(entry);
    }
  }

  plan({ skipped = 0, ending }: PlanOptions): ReplayPlan {
    const acts = this.#acts;
    const isEnded = endedActs(acts, this.#answers, ending);
    const ordered = [
      ...this.#inputs,
      ...acts.flatMap((entry) => this.#stepsOf(entry, isEnded(entry))),
    ];
    const inputSources = this.#inputSources;
    const lastInput = skipped + inputSources.size;
    for (let n = skipped + 1; n <= lastInput; n += 1) {
      if (inputSources.has(n)) continue;
      const message = `${this.#file} cannot be replayed: input ${n} is missing.`;
      throw new RecordingError(message, this.#file);
    }
    ordered.sort((left, right) => left.order - right.order); // stable: ties in the order of the lines
    const steps = ordered.map(({ step }) => step);
    const holds = holdsOfActs(steps, inputSources);
    return {
      steps: steps.filter((step) => step.kind !== 'input' || !holds.has(step.input.n)),
      lastInput,
      inputSources,
      holds,
      events: this.#events,
      causingInputs: this.#causingInputs,
      webhooks: this.#webhooks,
      sentFrames: this.#sentFrames,
      connections: this.#connections,
      unsent: unsentConnections(acts, ending),
      underWay: [
        ...acts.filter((entry) => !isEnded(entry)).map(inputSource),
        ...unsentSources(this.#connections, ending),
      ],
    };
  }

  #addAnswer(entry: EntryOf<'http.answer'>): void {
    this.#touchesOf(entry);
    if (this.#answers.has(entry.to)) {
      throw this.#fault(entry, `answers entry ${entry.to} a second time`);
    }
    this.#answers.set(entry.to, entry);
  }

  #addInput(entry: InputEntry): void {
    this.#addSource(entry.input, entry);
    const input = parseInput(entry);
    if (input === undefined) throw this.#fault(entry, 'has no valid input');
    const attachment = attachmentOf(entry);
    if (attachment !== undefined && nodeHash(attachment) !== attachmentHashOf(input)) {
      throw this.#fault(entry, 'has other bytes than its command names by their SHA-256');
    }
    const step: ReplayStep = { kind: 'input', entry, input, attachment };
    this.#inputs.push({ order: entry.input, step });
  }

  #addAct(entry: ActEntry): void {
    if (entry.kind === 'ws.open') this.#openConnection(entry);
    else if ('conn' in entry) this.#checkConnection(entry);
    const service = 'service' in entry ? entry.service : '';
    const fact = invalidFact(service, entry.facts ?? {});
    if (fact !== undefined) throw this.#fault(entry, `has an invalid value in ${fact}`);
    this.#acts.push(entry);
    this.#touches.set(entry.n, touchesWorld(entry) ? [touchOf(entry)] : []);
  }

  /** An act that touches nothing only starts. */
  #stepsOf(entry: ActEntry, isEnded: boolean): readonly OrderedStep[] {
    const answer = this.#answers.get(entry.n);
    const touches = this.#touches.get(entry.n) ?? [];
    const act = { entry, touches, isEnded, ...(answer === undefined ? {} : { answer }) };
    const starts = touchesWorld(entry) ? [] : [undefined];
    return [...starts, ...touches].map((touch) => {
      if (touch?.input !== undefined) this.#addSource(touch.input, entry);
      return { order: journalOrder(touch ?? entry), step: { kind: 'act', act, touch } };
    });
  }

  #addSource(input: number, entry: ActEntry | InputEntry): void {
    if (this.#inputSources.has(input)) throw this.#fault(entry, `repeats input ${input}`);
    this.#inputSources.set(input, entry);
  }

  #touchesOf(entry: EntryOf<'http.answer' | 'touch'>): Touch[] {
    const own = this.#touches.get(entry.to);
    if (own !== undefined) return own;
    throw this.#fault(
      entry,
      `belongs to entry ${entry.to}, which is no earlier request, frame or end of a connection`,
    );
  }

  #openConnection(entry: EntryOf<'ws.open'>): void {
    if (this.#connections.has(entry.conn)) {
      throw this.#fault(entry, `opens connection ${entry.conn}, which is open already`);
    }
    this.#connections.set(entry.conn, entry);
    this.#sentFrames.set(entry.conn, []);
  }

  #checkConnection(entry: EntryOf<'ws.in' | 'ws.out' | 'ws.close'>): void {
    if (this.#connections.has(entry.conn)) return;
    throw this.#fault(entry, `belongs to connection ${entry.conn}, which was not opened`);
  }

  #fault({ n }: Entry, problem: string): RecordingError {
    const message = `${this.#file} cannot be replayed: entry ${n} ${problem}.`;
    return new RecordingError(message, this.#file, n);
  }
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
