// Executes the steps of a replay one by one: applies inputs, starts acts, and grants each of their tasks at its place.

import type { Input, World } from '../../../core/index.ts';
import { parseInput, type EntryOf } from '../format/entries.ts';
import type { Comparator } from './comparator.ts';
import type { NotificationPairs } from './notification-pairs.ts';
import type { RecordedAct, ReplayPlan, ReplayStep } from './plan.ts';
import type { Replayer } from './replayer.ts';
import type { RunningAct } from './running-act.ts';
import { unlessStalled } from './stalls.ts';

export interface StepExecutorOptions {
  readonly world: World;
  readonly plan: ReplayPlan;
  readonly comparator: Comparator;
  readonly replayer: Replayer;
  /** The time of the world's clock. */
  readonly time: { nowMs: number };
  /** Whether to go on after a difference. */
  readonly isAll: boolean;
  /** Whether an answer of an oracle is being computed. */
  readonly isComputing: () => boolean;
  /** Of a replay that goes on after differences. */
  readonly notifications?: NotificationPairs | undefined;
}

type InputStep = Extract<ReplayStep, { kind: 'input' }>;

export class StepExecutor {
  readonly #options: StepExecutorOptions;
  readonly #running = new Map<RecordedAct, { readonly act: RunningAct; touchesLeft: number }>();

  /** Outcomes of attempts that the replay has not made yet. */
  #early: readonly EntryOf<'webhook.outcome'>[] = [];
  /** The entries of outcomes that were applied. */
  readonly #reported = new Set<number>();

  constructor(options: StepExecutorOptions) {
    this.#options = options;
  }

  async execute(step: ReplayStep): Promise<void> {
    const { comparator } = this.#options;
    comparator.begin(step.kind === 'input' ? step.entry : step.act.entry);
    if (step.kind === 'input') await this.#apply(step);
    else if (!wasTransientlyRefused(step.act)) await this.#touch(step);
    await this.#reportAttempts();
  }

  async #apply(step: InputStep): Promise<void> {
    const { comparator, world, isAll } = this.#options;
    const { entry, input, attachment } = step;
    if (isAll && !comparator.isOnTrack) return this.#applyAnyway(step);
    const isNext = comparator.expectInput(entry) && comparator.expectInstant(entry.n, input.atMs);
    if (isNext) await world.replayInput(input, attachment);
    else if (isAll) await this.#applyAnyway(step);
  }

  /** Applies an input to a world whose history differs. It takes no holds, but waits for answers where they are needed. */
  async #applyAnyway({ entry, input, attachment }: InputStep): Promise<void> {
    if (input.kind === 'hold') return;
    if (entry.kind === 'webhook.outcome') return this.#reportOrWait(entry);
    if (input.kind === 'release') {
      const { subject, name } = input;
      const isHeld = await this.#options.world.inspectState(
        ({ dues }) => dues.heldOf(subject, name) !== undefined,
      );
      if (!isHeld) return;
    }
    await this.#applyNext(input, attachment);
  }

  async #applyNext(input: Input, attachment?: Uint8Array): Promise<void> {
    const { comparator, world } = this.#options;
    const atMs = Math.max(input.atMs, comparator.lastMs);
    const next = { ...input, n: comparator.place.inputs + 1, atMs };
    await world.replayInput(next, attachment);
  }

  /** An outcome belongs to the attempt of this replay: it waits until that is made, and comes to nothing if it never is. */
  async #reportOrWait(entry: EntryOf<'webhook.outcome'>): Promise<void> {
    if (this.#reported.has(entry.n)) return;
    const notificationId = this.#options.notifications?.attemptedId(entry);
    if (notificationId === undefined) {
      this.#early = [...this.#early, entry];
      return;
    }
    this.#reported.add(entry.n);
    const input = parseInput({ ...entry, notificationId });
    if (input !== undefined) await this.#applyNext(input);
  }

  /** What followed at once on an attempt follows at once on that of this replay, though more or less came before it. */
  async #reportAttempts(): Promise<void> {
    const { notifications, comparator } = this.#options;
    if (notifications === undefined) return;
    const atOnce = notifications.takeAtOnce();
    if (comparator.isOnTrack) return; // each comes as its own step
    const early = [...this.#early, ...atOnce];
    this.#early = [];
    for (const entry of early) await this.#reportOrWait(entry);
  }

  async #touch({ act, touch }: Extract<ReplayStep, { kind: 'act' }>): Promise<void> {
    const { comparator, replayer, time, isAll } = this.#options;
    const { exchanges } = comparator;
    const atMs = touch?.at ?? act.entry.at;
    const isInTime = touch === undefined || comparator.expectInstant(act.entry.n, atMs);
    if (!isInTime && !isAll) return;
    time.nowMs = isAll ? Math.max(atMs, comparator.lastMs) : atMs;
    let one = this.#running.get(act);
    if (one === undefined) {
      const { entry } = act;
      if (entry.kind === 'ws.close') {
        await replayer.sockets.settle(entry.conn);
        exchanges.compareClose(entry, replayer.sockets.closedBy(entry.conn));
      }
      one = { act: await replayer.start(act), touchesLeft: act.touches.length };
      this.#running.set(act, one);
    }
    if (touch !== undefined) {
      comparator.compareTouch(act, touch, await this.#unlessStalled(one.act, one.act.grantTouch()));
      one.touchesLeft -= 1;
    }
    if (one.touchesLeft > 0) return;
    this.#running.delete(act);
    exchanges.compareAnswer(act, await this.#unlessStalled(one.act, one.act.ended));
  }

  /** After a difference, what ends a wait may not come any more: then the act goes on by itself, and nothing waits for it. */
  async #unlessStalled<Result>(
    act: RunningAct,
    work: Promise<Result>,
  ): Promise<Result | undefined> {
    const { isAll, isComputing } = this.#options;
    if (!isAll) return work;
    const result = await unlessStalled(work, isComputing);
    if (result !== 'stalled') return result;
    act.letGo();
    return undefined;
  }
}

/** Refused for lack of room or of a store, and without effect: nothing to replay. */
function wasTransientlyRefused({ answer, touches }: RecordedAct): boolean {
  return answer?.status === 503 && touches.every(({ input }) => input === undefined);
}
