// The life of one transaction: its record after each event that may change it, folded by the core.

import type { Envelope, wallet, WorldPast } from '../../../../../core/index.ts';

export interface TransactionMoment {
  readonly position: number;
  readonly atMs: number;
  readonly event: Envelope['event'];
  /** After the decision that the event is part of. */
  readonly transaction: wallet.Transaction;
}

/** The most steps of one life that are shown; a transaction that is steered again and again has more. */
const lifeStepsMax = 300;

/** The last steps, if there are more than `lifeStepsMax`; those in `known`, the first of them, are not folded again. */
export async function lifeOf(
  past: Pick<WorldPast, 'each'>,
  events: readonly Envelope[],
  { id, changes }: { readonly id: string; readonly changes: readonly number[] },
  known: readonly TransactionMoment[] = [],
): Promise<readonly TransactionMoment[]> {
  const shown = changes.slice(-lifeStepsMax);
  const kept = known.filter(({ position }) => position >= (shown[0] ?? 0));
  const last = kept.at(-1)?.position ?? 0;
  const fresh = shown.filter((position) => position > last);
  const steps = [...kept];
  let index = 0;
  for await (const moment of past.each(fresh)) {
    const position = fresh[index]!;
    index += 1;
    const envelope = events[position - 1];
    const transaction = moment.states.wallet.transactions.get(id);
    if (envelope === undefined || transaction === undefined) continue;
    steps.push({ position, atMs: envelope.atMs, event: envelope.event, transaction });
  }
  return steps;
}

export type State = wallet.TransactionState;

/** One state on the path, and the step that led to it. */
export interface PathStep {
  readonly state: State;
  readonly atMs: number;
  readonly position: number;
}

/** The states that the steps passed through, each time one changed. */
export function pathOf(steps: readonly TransactionMoment[]): readonly PathStep[] {
  return steps.flatMap(({ transaction: { state }, atMs, position }, index) =>
    steps[index - 1]?.transaction.state === state ? [] : [{ state, atMs, position }],
  );
}

/** How often the path took each transition, such as `SENT>STUCK`. */
export function timesTaken(path: readonly PathStep[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (let index = 1; index < path.length; index += 1) {
    const key = transitionKey(path[index - 1]!.state, path[index]!.state);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

export const transitionKey = (from: State, to: State) => `${from}>${to}`;

/** The steps up to a position. */
export const until = (steps: readonly TransactionMoment[], position: number) =>
  steps.filter((step) => step.position <= position);

/** One signed transaction that was in the mempool. */
export interface ShownAttempt {
  readonly kind: 'attempt' | 'cancellation';
  readonly txHash: string;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
  readonly gasLimit: bigint;
  readonly fromHeight: number;
  /** Of the event that sent it. */
  readonly atMs: number;
  readonly position: number;
  readonly mark?: 'held' | 'dropped' | 'wanted';
}

/** Each attempt once, in the order in which they were sent, as it was last. */
export function attemptsOf(steps: readonly TransactionMoment[]): readonly ShownAttempt[] {
  const attempts = new Map<string, ShownAttempt>();
  for (const { transaction, atMs, position } of steps) {
    if (transaction.direction === 'INBOUND' || !('attempt' in transaction)) continue;
    const pairs = [
      ['attempt', transaction.attempt],
      ['cancellation', 'cancellation' in transaction ? transaction.cancellation : undefined],
    ] as const;
    for (const [kind, attempt] of pairs) {
      if (attempt === undefined) continue;
      const { txHash, maxFee, priorityFee, gasLimit, fromHeight, mark } = attempt;
      const first = attempts.get(txHash) ?? { atMs, position };
      attempts.set(txHash, {
        kind,
        txHash,
        maxFee,
        priorityFee,
        gasLimit,
        fromHeight,
        atMs: first.atMs,
        position: first.position,
        ...(mark === undefined ? {} : { mark }),
      });
    }
  }
  return [...attempts.values()];
}
