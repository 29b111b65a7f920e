// Executes the steps of a replay one by one: applies inputs, starts acts, and grants each of their tasks at its place.

import type { World } from '../../../core/index.ts';
import type { Comparator } from './comparator.ts';
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
}

type InputStep = Extract<ReplayStep, { kind: 'input' }>;

export class StepExecutor {
  readonly #options: StepExecutorOptions;
  readonly #running = new Map<RecordedAct, { readonly act: RunningAct; touchesLeft: number }>();

  constructor(options: StepExecutorOptions) {
    this.#options = options;
  }

  async execute(step: ReplayStep): Promise<void> {
    const { comparator } = this.#options;
    comparator.begin(step.kind === 'input' ? step.entry : step.act.entry);
    if (step.kind === 'input') await this.#apply(step);
    else if (!wasTransientlyRefused(step.act)) await this.#touch(step);
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
  async #applyAnyway({ input, attachment }: InputStep): Promise<void> {
    const { comparator, world } = this.#options;
    if (input.kind === 'hold') return;
    if (input.kind === 'release') {
      const { subject, name } = input;
      const isHeld = await world.inspectState(
        ({ dues }) => dues.heldOf(subject, name) !== undefined,
      );
      if (!isHeld) return;
    }
    const atMs = Math.max(input.atMs, comparator.lastMs);
    const next = { ...input, n: comparator.place.inputs + 1, atMs };
    await world.replayInput(next, attachment);
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
