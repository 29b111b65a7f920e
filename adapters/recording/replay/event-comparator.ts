// Compares the events of a replay with the recorded ones, and traces the first that differs to its causes.

import {
  causesOf,
  type Cause,
  type Engine,
  type Envelope,
  type Event,
  type Input,
  type World,
} from '../../../core/index.ts';
import type { EntryOf } from '../format/entries.ts';
import type { Ending } from '../format/reader.ts';
import { eventDifference, eventText } from './comparison.ts';
import {
  fixtureSource,
  inputSource,
  type EventDifference,
  type RecordedCause,
} from './divergence.ts';
import type { ReplayedEvent } from './event-pairs.ts';
import type { JournalProgress } from './journal-progress.ts';
import type { ReplayPlan } from './plan.ts';

/** The first recorded event that the replay lacks or has differently, or the first that it has in addition. */
interface EventMismatch {
  readonly expected: EntryOf<'event'> | undefined;
  readonly actual: Envelope<Event> | undefined;
  readonly input: Input | undefined;
}

export interface EventComparatorOptions {
  readonly engine: Engine;
  readonly world: World;
  readonly plan: ReplayPlan;
  /** The position of the world at which the recording began. */
  readonly basePosition: number;
  /** How many inputs came from the fixture. */
  readonly seededInputs: number;
  readonly progress: JournalProgress;
  /** Whether all events are kept, to find every difference. */
  readonly isAll: boolean;
}

export class EventComparator {
  equalCount = 0;
  /** All events of the replay, if they are kept. */
  readonly replayed: ReplayedEvent[] = [];
  readonly #options: EventComparatorOptions;
  #mismatch: EventMismatch | undefined;

  constructor(options: EventComparatorOptions) {
    this.#options = options;
  }

  get isEqual(): boolean {
    return this.#mismatch === undefined;
  }

  /** Compares an event of an input, which an entry has brought; only keeps those after the first mismatch. */
  compare(actual: Envelope<Event>, input: Input, source: ReplayedEvent['source']): void {
    if (this.#options.isAll) this.replayed.push({ envelope: actual, input, source });
    if (this.#mismatch !== undefined) return;
    const { plan, basePosition } = this.#options;
    const expected = plan.events[actual.position - basePosition - 1];
    if (expected !== undefined && eventText(expected) === actual.text) this.equalCount += 1;
    else this.#mismatch = { expected, actual, input };
  }

  /** The event at which the histories diverge; undefined if all events are equal. */
  async difference(ending: Ending): Promise<EventDifference | undefined> {
    const mismatch = this.#mismatch ?? this.#missingEvent();
    if (mismatch === undefined || this.#isCutOff(mismatch, ending)) return undefined;
    return this.#describe(mismatch);
  }

  /** The next recorded event, if the replay has already applied the input that caused it. */
  #missingEvent(): EventMismatch | undefined {
    const { plan, basePosition, progress } = this.#options;
    const index = progress.position - basePosition;
    const expected = plan.events[index];
    const causingInput = plan.causingInputs[index] ?? 0;
    if (expected === undefined || causingInput > progress.inputs) return undefined;
    return { expected, actual: undefined, input: progress.lastInput };
  }

  /** The last input of a recording that was cut may lack events. */
  #isCutOff({ expected, input }: EventMismatch, ending: Ending): boolean {
    const isLast = input?.n === this.#options.plan.lastInput;
    return ending.kind === 'cut' && expected === undefined && isLast;
  }

  async #describe({ expected, actual, input }: EventMismatch): Promise<EventDifference> {
    const { world, progress } = this.#options;
    const difference = eventDifference(expected, actual);
    const isOther = difference.path === 'type' || difference.path === 'stream';
    const actualCauses = actual === undefined ? [] : await this.#causesOf(actual, input);
    return {
      entry: expected?.n,
      position: (actual ?? expected)?.position ?? progress.position + 1,
      atMs: expected?.at ?? actual?.atMs ?? world.nowMs(),
      stream: expected?.stream ?? actual?.stream ?? '',
      type: expected?.type ?? actual?.event.type ?? '',
      ...difference,
      causes: expected === undefined ? actualCauses : await this.#causesOfRecorded(expected),
      ...(isOther && actual !== undefined
        ? {
            instead: {
              atMs: actual.atMs,
              stream: actual.stream,
              type: actual.event.type,
              causes: actualCauses,
            },
          }
        : {}),
    };
  }

  /** Both histories are equal up to the mismatch, so the causes of a recorded event are in the replay too. */
  async #causesOfRecorded(event: EntryOf<'event'>): Promise<readonly RecordedCause[]> {
    const { plan, basePosition, progress } = this.#options;
    if (event.cause !== undefined) return this.#causesOf(event, progress.lastInput);
    const input = plan.causingInputs[event.position - basePosition - 1];
    return input === undefined ? [] : this.#sourceOf(input);
  }

  async #causesOf(
    event: EntryOf<'event'> | Envelope<Event>,
    input: Input | undefined,
  ): Promise<readonly RecordedCause[]> {
    if (input === undefined) return [];
    const { engine, world, progress } = this.#options;
    const journal = { store: engine.store, record: world.record };
    const causes = await causesOf(journal, event, input, progress.positions);
    return causes.flatMap((cause: Cause) =>
      'input' in cause ? this.#sourceOf(cause.input.n) : [cause],
    );
  }

  #sourceOf(input: number): readonly RecordedCause[] {
    const { plan, seededInputs } = this.#options;
    if (input <= seededInputs) return [{ input, source: fixtureSource }];
    const source = plan.inputSources.get(input);
    return source === undefined ? [] : [{ input, source: inputSource(source) }];
  }
}
