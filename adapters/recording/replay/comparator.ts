// Compares a replay with its recording while it runs: counts equal items and collects the first differences.

import type { Engine, JournalEntry, TaskPosition, World } from '../../../core/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import type { ActEntry, InputEntry, Touch } from '../format/entries.ts';
import type { Header, WorldPlace } from '../format/header.ts';
import type { Ending } from '../format/reader.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import { createRedactor } from '../redaction/redactor.ts';
import type { ComparedCounts } from './comparison.ts';
import { inputSource, type ReplayDivergence, type StateDifference } from './divergence.ts';
import { differenceGroups, type DifferenceGroup } from './difference-groups.ts';
import { EventComparator } from './event-comparator.ts';
import { ExchangeComparator } from './exchange-comparator.ts';
import { JournalProgress } from './journal-progress.ts';
import type { LearnedIds } from './learned-ids.ts';
import type { RecordedAct, ReplayPlan } from './plan.ts';

export interface ComparisonResult {
  readonly digest: string;
  readonly compared: ComparedCounts;
  readonly divergence?: ReplayDivergence;
  /** All differences, if they were looked for and there are any. */
  readonly groups?: readonly DifferenceGroup[];
  /** Why the rest of the recording could not be executed after a difference. */
  readonly stopped?: StateDifference;
}

export interface ComparatorOptions {
  readonly engine: Engine;
  readonly world: World;
  readonly header: Header;
  readonly plan: ReplayPlan;
  /** How the file ends. */
  readonly ending: Ending;
  /** The entries that the world has from its fixture, if the recording leaves them out. */
  readonly seeded: readonly JournalEntry[];
  /** Whether to go on after the first difference, and to find all. */
  readonly isAll: boolean;
  /** Learns the ids of the replay. */
  readonly ids?: LearnedIds | undefined;
  /** Called with an error of a comparison inside a subscription or a session, whose caller must not get it. */
  readonly onFailure: (error: unknown) => void;
}

export class Comparator {
  readonly exchanges: ExchangeComparator;
  readonly #events: EventComparator;
  readonly #world: World;
  readonly #header: Header;
  readonly #ending: Ending;
  readonly #progress = new JournalProgress();
  readonly #onFailure: (error: unknown) => void;
  readonly #plan: ReplayPlan;
  readonly #isAll: boolean;
  /** The entry that is executed. */
  #source: ActEntry | InputEntry | undefined;
  #stopped: StateDifference | undefined;
  #equalInputs: number;
  #stateDifference: StateDifference | undefined;

  constructor(options: ComparatorOptions) {
    const { engine, world, header, plan, ending, seeded, isAll, onFailure } = options;
    this.#world = world;
    this.#plan = plan;
    this.#isAll = isAll;
    this.#onFailure = onFailure;
    this.#header = header;
    const redactor = createRedactor({ salt: header.redaction.salt, isReplay: true });
    this.#ending = ending;
    const nowMs = () => Math.max(this.lastMs, world.nowMs());
    const found = { world, plan, redactor, ending, nowMs, ids: options.ids };
    this.exchanges = new ExchangeComparator(found);
    this.#events = new EventComparator({
      engine,
      world,
      plan,
      basePosition: header.base.position,
      seededInputs: seeded.length,
      progress: this.#progress,
      isAll,
    });
    for (const entry of seeded) this.#progress.add(entry);
    this.#equalInputs = seeded.length;
    const { afterFixture, base } = header;
    if (afterFixture !== undefined) {
      this.#comparePlace(afterFixture, 'The fixture leads');
      if (base.inputs <= afterFixture.inputs) this.#compareBase();
    }
    world.entries$.subscribe((entry) => this.#guarded(() => this.#onEntry(entry)));
  }

  compareFrame(conn: number, frame: Frame): void {
    this.#guarded(() => this.exchanges.compareFrame(conn, frame));
  }

  #guarded(compare: () => void): void {
    try {
      compare();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #onEntry(entry: JournalEntry): void {
    const { input, events } = entry;
    const { base } = this.#header;
    this.#progress.add(entry);
    if (input.n === base.inputs) this.#compareBase();
    for (const event of input.n > base.inputs ? events : []) {
      if (this.#events.isEqual) this.exchanges.compareWebhook(event);
      this.#events.compare(event, input, this.#source);
    }
    if (this.#events.isEqual) this.#equalInputs += 1;
  }

  #compareBase(): void {
    const { base } = this.#header;
    this.#comparePlace(base, `The ${base.inputs} inputs before the recording lead`);
  }

  #comparePlace(expected: WorldPlace, subject: string): void {
    const actual = this.#progress.place;
    const names = ['inputs', 'position', 'digest'] as const;
    if (names.every((name) => actual[name] === expected[name])) return;
    const text = ({ inputs, position, digest }: WorldPlace) =>
      `input ${inputs}, position ${position}, digest ${digest}`;
    const message = `${subject} to ${text(actual)} now; recorded is ${text(expected)}.`;
    this.#addStateDifference(undefined, message);
  }

  #addStateDifference(entry: number | undefined, message: string): void {
    this.#stateDifference ??= { entry, message };
  }

  /** Notes the entry that is executed next: it brings the inputs that follow. */
  begin(entry: ActEntry | InputEntry): void {
    this.#source = entry;
  }

  /** The place of the replayed world. */
  get place(): WorldPlace {
    return this.#progress.place;
  }

  /** The instant of the last input. */
  get lastMs(): number {
    return this.#progress.lastInput?.atMs ?? 0;
  }

  /** Whether the journal is as recorded so far. */
  get isOnTrack(): boolean {
    return this.#events.isEqual && this.#stateDifference === undefined;
  }

  /** Whether anything differs so far. */
  get isDifferent(): boolean {
    return this.hasDiverged() || !this.#events.isEqual;
  }

  /** Notes that the rest of the recording cannot be executed. */
  stop(entry: number, message: string): void {
    this.#stopped ??= { entry, message };
  }

  /** False if an input of the recording is not the next one: it cannot be applied then. */
  expectInput({ n, input }: InputEntry): boolean {
    const { inputs } = this.#progress;
    if (input === inputs + 1) return true;
    const message = `Recorded is input ${input} next; the replay has ${inputs} inputs so far.`;
    this.#addStateDifference(n, message);
    return false;
  }

  /** False if the replay is already later than an instant: the entry cannot be executed then. */
  expectInstant(entry: number, atMs: number): boolean {
    const { lastInput } = this.#progress;
    if (lastInput === undefined || atMs >= lastInput.atMs) return true;
    const { epochMs } = this.#world.record;
    const [recorded, now] = [atMs, lastInput.atMs].map((at) => virtualOffset(at - epochMs));
    const message = `Time is at ${now} now, after input ${lastInput.n}; recorded is ${recorded}.`;
    this.#addStateDifference(entry, message);
    return false;
  }

  /** Compares a task of an act; `actual` is undefined if the act ended without it. */
  compareTouch({ entry }: RecordedAct, touch: Touch, actual: TaskPosition | undefined): void {
    if (this.#isAll && !this.isOnTrack) return; // inputs have other numbers now
    if (actual !== undefined && isAsRecorded(touch, actual)) return;
    const recorded =
      touch.input === undefined
        ? `read position ${touch.position}`
        : `created input ${touch.input}`;
    const now =
      actual === undefined
        ? 'does not reach the world'
        : actual.input === undefined
          ? `reads position ${actual.position}, after input ${actual.inputs}`
          : `creates input ${actual.input}`;
    this.#addStateDifference(entry.n, `${inputSource(entry).what} ${recorded}; now it ${now}.`);
  }

  /** True once an exchange or the state differs: the rest of the recording would differ for the same reason. */
  hasDiverged(): boolean {
    return this.exchanges.difference !== undefined || this.#stateDifference !== undefined;
  }

  async result(): Promise<ComparisonResult> {
    const ending = this.#ending;
    const isAtEnd = this.#isAll ? this.#stopped === undefined : !this.hasDiverged();
    if (isAtEnd) this.exchanges.compareMissingFrames();
    const exchange = this.exchanges.difference;
    const event = await this.#events.difference(ending);
    const { digest } = this.#progress;
    const isWhole = ending.kind === 'whole' && exchange === undefined && event === undefined;
    if (isWhole && ending.end.digest !== digest) {
      const message = `The digest is ${digest} now; recorded is ${ending.end.digest}.`;
      this.#addStateDifference(undefined, message);
    }
    const place = this.#stateDifference;
    const compared = this.#counts();
    if (exchange === undefined && event === undefined && place === undefined) {
      return { digest, compared };
    }
    const divergence = {
      ...(exchange === undefined ? {} : { exchange }),
      ...(event === undefined ? {} : { event }),
      ...(place === undefined ? {} : { place }),
    };
    if (!this.#isAll) return { digest, compared, divergence };
    const stopped = this.#stopped;
    const isExecuted = (entry = 0) => entry < (stopped?.entry ?? Infinity);
    const recorded = this.#plan.events.filter(({ n }) => isExecuted(n));
    const groups = differenceGroups({
      plan: this.#plan,
      recorded,
      basePosition: this.#header.base.position,
      replayed: this.#events.replayed,
      exchanges: this.exchanges.found.filter(({ difference }) => isExecuted(difference.entry)),
      first: divergence,
    });
    const refs = groups.flatMap(({ others, consequences }) => [...others, ...consequences]);
    const roots = groups.filter(({ first }) => first.event?.entry !== undefined).length;
    const differing =
      roots + refs.filter(({ kind, entry }) => kind === 'event' && entry !== undefined).length;
    const events = recorded.length - differing;
    const found = { digest, compared: { ...compared, events }, divergence, groups };
    return stopped === undefined ? found : { ...found, stopped };
  }

  #counts(): ComparedCounts {
    const { exchanges, answers, headers, frames, webhooks } = this.exchanges.counts;
    const [inputs, events] = [this.#equalInputs, this.#events.equalCount];
    return { inputs, exchanges, answers, headers, events, frames, webhooks };
  }
}

function isAsRecorded(touch: Touch, { input, inputs, position }: TaskPosition): boolean {
  if (touch.input !== undefined) return input === touch.input;
  return input === undefined && inputs === touch.after && position === touch.position;
}
