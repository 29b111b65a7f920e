// The past of a world in memory, without its store: folds the entries of a journal as they arrive, verifies every digest, and shows
// the world as of any moment.

import { nextGeneration } from '../../tables/index.ts';
import type { Hash } from '../../kernel/digest.ts';
import type { JournalEntry } from '../../kernel/input.ts';
import { InvariantError } from '../../kernel/invariant.ts';
import { StoreError, type WorldRecord } from '../../ports/event-store.ts';
import { createOracleCache } from '../oracle-cache.ts';
import { domains as allDomains, type Domains, type States } from '../registry.ts';
import {
  forkWorld,
  initialWorld,
  statesOf,
  type Reaction,
  type WorldState,
} from '../world-state.ts';
import { foldStoredEntry, foldUntil, isWholeBy, type FoldContext, type Moment } from './journal.ts';
import { partBefore } from './partial-entry.ts';
import { stateChanges, type StateChanges } from './state-changes.ts';
import { stateView, type StateQuery, type StateView } from './state-view.ts';

export interface PastOptions {
  readonly record: WorldRecord;
  readonly hash: Hash;
  /** Called between the pieces of long work. */
  readonly yieldToLoop: () => Promise<void>;
  /** Default: the services of Reprise. */
  readonly domains?: Domains;
  /** Between domains. Default: none. */
  readonly reactions?: readonly Reaction[];
}

/** A world as of a moment. It does not change. */
export interface PastMoment {
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly nowMs: number;
  readonly states: States;
  readonly view: (query: StateQuery) => Promise<StateView>;
}

/** The distance, in positions and in inputs, of the states that are kept: folding so many takes some ten milliseconds. */
const keptEvery = 1_000;

export class WorldPast {
  readonly record: WorldRecord;
  readonly #context: FoldContext;
  readonly #domains: Domains;
  readonly #entries: JournalEntry[] = [];
  /** States between entries, in order; they share what did not change. */
  readonly #kept: WorldState[];
  /** The state before the entry of the moment that was shown last: those near it are often shown next. */
  #recent: WorldState | undefined;
  /** The state after all entries. */
  readonly #last: WorldState;
  /** False while it has a part of an entry, and for good after one that did not fit. */
  #isLastWhole = true;
  #isExtending = false;

  constructor(options: PastOptions) {
    const { record, hash, yieldToLoop, domains = allDomains, reactions = [] } = options;
    const rules = { domains, hash, oracles: createOracleCache({}), reactions };
    this.record = record;
    this.#context = { record, rules, yieldToLoop };
    this.#domains = domains;
    this.#last = initialWorld(record, rules);
    this.#kept = [forkWorld(this.#last)];
  }

  /** The entries so far, the first of which has input 1. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get position(): number {
    return this.#last.position;
  }

  get digest(): string {
    return this.#last.digest;
  }

  /**
   * Folds the next entries, one call at a time. Rejects with StoreError 'damaged', naming the place, if one does not fit; those
   * before it count.
   */
  async extend(entries: Iterable<JournalEntry>): Promise<void> {
    if (this.#isExtending) throw new Error('A past is extended by one call at a time.');
    this.#isExtending = true;
    try {
      for (const entry of entries) await this.#add(entry);
    } finally {
      this.#isExtending = false;
    }
  }

  async #add(entry: JournalEntry): Promise<void> {
    this.#isLastWhole = false;
    await foldStoredEntry(this.#context, this.#last, entry);
    this.#isLastWhole = true;
    this.#entries.push(entry);
    const { position, inputs } = this.#kept.at(-1)!;
    const isFar =
      this.#last.position - position >= keptEvery || this.#last.inputs - inputs >= keptEvery;
    if (isFar) this.#kept.push(forkWorld(this.#last));
  }

  /**
   * As of a position or an instant, the last one if that is in the future; see `worldAt`. Where these rules decide an entry
   * otherwise than the journal has it, its events alone show the moments inside it.
   */
  async at(moment: Moment): Promise<PastMoment> {
    const recent = forkWorld(this.#nearestBefore(moment));
    for (;;) {
      const [entry, next] = this.#entries.slice(recent.inputs, recent.inputs + 2);
      if (entry === undefined || next === undefined || !isWholeBy(next, moment)) break;
      await foldStoredEntry(this.#context, recent, entry);
    }
    this.#recent = recent;
    return momentOf(await this.#fold(recent, moment), this.#context);
  }

  /** As `at`, of many positions in ascending order: no event between them is folded twice. */
  async *each(positions: Iterable<number>): AsyncIterable<PastMoment> {
    for await (const world of this.#worldsAt(positions)) yield momentOf(world, this.#context);
  }

  /** What the decision changed that an event is part of: the rows that differ from those right before the event. */
  async changesAt(position: number): Promise<StateChanges> {
    const generation = nextGeneration();
    const worlds: WorldState[] = [];
    const positions = [Math.max(0, position - 1), position];
    for await (const world of this.#worldsAt(positions)) worlds.push(world);
    const [before, after] = worlds;
    return before === undefined || after === undefined
      ? {}
      : stateChanges(before, after, generation);
  }

  async *#worldsAt(positions: Iterable<number>): AsyncIterable<WorldState> {
    let running: WorldState | undefined;
    for (const position of positions) {
      const nearest = this.#nearestBefore({ position });
      if (running === undefined || running.inputs < nearest.inputs) running = forkWorld(nearest);
      for (let next = this.#entries[running.inputs]; next !== undefined;) {
        if (!isWholeBy(next, { position })) break;
        await foldStoredEntry(this.#context, running, next);
        next = this.#entries[running.inputs];
      }
      yield await this.#fold(running, { position });
    }
  }

  async #fold(start: WorldState, moment: Moment): Promise<WorldState> {
    const following = this.#answering(start.inputs, moment);
    try {
      return (await foldUntil(this.#context, forkWorld(start), following, moment)).world;
    } catch (error) {
      // Every entry has been folded, so only deciding one again can fail: the journal is that of other rules.
      if (!(error instanceof StoreError || error instanceof InvariantError)) throw error;
      return this.#foldEvents(forkWorld(start), moment);
    }
  }

  async #foldEvents(world: WorldState, moment: Moment): Promise<WorldState> {
    for (;;) {
      const entry = this.#entries[world.inputs];
      const { hash } = this.#context.rules;
      const part = entry && partBefore(entry, moment, hash, world.digest);
      if (part === undefined) return world;
      await foldStoredEntry(this.#context, world, part);
      if (part !== entry) return world;
    }
  }

  #nearestBefore(moment: Moment): WorldState {
    const isBefore = (state: WorldState) =>
      'position' in moment ? state.position <= moment.position : state.nowMs <= moment.atMs;
    let nearest = this.#kept.findLast((state) => isBefore(state)) ?? this.#kept[0]!;
    for (const state of [this.#recent, this.#isLastWhole ? this.#last : undefined]) {
      if (state !== undefined && state.inputs > nearest.inputs && isBefore(state)) nearest = state;
    }
    return nearest;
  }

  /** The entries after so many; of one that the moment divides, the answers of oracles are known before it is decided again. */
  *#answering(inputs: number, moment: Moment): Iterable<JournalEntry> {
    for (let index = inputs; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]!;
      if (!isWholeBy(entry, moment)) this.#seedAnswers(entry);
      yield entry;
    }
  }

  #seedAnswers({ events }: JournalEntry): void {
    const { oracles } = this.#context.rules;
    for (const { stream, event } of events) {
      const domain = this.#domains[stream.slice(0, stream.indexOf('/'))];
      const shown = domain?.answerIn?.(event);
      if (shown !== undefined) oracles.seed(shown.question, shown.answer);
    }
  }
}

function momentOf(world: WorldState, { yieldToLoop }: FoldContext): PastMoment {
  const { position, inputs, digest, nowMs } = world;
  const view = (query: StateQuery) => stateView(world, query, yieldToLoop);
  return { position, inputs, digest, nowMs, states: statesOf(world), view };
}
