// The states of a transaction follow the table of its life. A client does not see all of them, so one that it sees must be reachable
// from the one before. Views that may be older than the last one (an older updateDate, a webhook, a request that overlaps another) are
// compared either way.

import { finding, valueText, type RuleFinding, type ServiceRule } from '../../kernel/rule.ts';
import { transitions } from '../records/lifecycle.ts';
import type { TransactionState } from '../records/transaction.ts';
import type { RecordShown, WalletObservation } from './observations.ts';
import { secondOf } from './shown-values.ts';

interface SeenState {
  readonly name: TransactionState;
  readonly n: number;
  /** To the second; empty if it is not shown. */
  readonly updateDate: string;
  readonly isUnordered: boolean;
}

/** The last state of each transaction: grows with the transactions of a recording. */
export const transactionStates: ServiceRule<WalletObservation, Map<string, SeenState>> = {
  name: 'transaction-states',
  spec: 'spec/wallet.md, States and transitions; reference/wallet.md 7, Transaction lifecycle',
  start: () => new Map(),
  observe(last, observation) {
    if (observation.kind !== 'record' || observation.of !== 'transaction') return [];
    const { n, id, members } = observation;
    const name = members['state'];
    if (!isState(name)) return [unknownState(n, id, name)];
    const seen = { name, n, updateDate: dateOf(members), isUnordered: observation.isUnordered };
    const before = last.get(id);
    if (before === undefined) {
      last.set(id, seen);
      return ['kept'];
    }
    const order = orderOf(before, seen, observation);
    const isForward = order !== 'before' && isReachable(before.name, name);
    const isBackward = order !== 'after' && isReachable(name, before.name);
    if (isForward) last.set(id, seen);
    return [
      finding(isForward || isBackward, n, () => [
        order === 'before'
          ? `transaction ${id} in a state that leads to ${before.name} (entry ${before.n}), since its updateDate is earlier`
          : `transaction ${id} after ${before.name} (entry ${before.n}) in ${reachableText(before.name)}`,
        name,
      ]),
    ];
  },
};

/** Whether what is seen now was so after what was seen before. */
function orderOf(
  before: SeenState,
  { updateDate, isUnordered }: SeenState,
  { since }: RecordShown,
): 'before' | 'after' | 'either' {
  if (updateDate !== before.updateDate && updateDate !== '' && before.updateDate !== '') {
    return updateDate < before.updateDate ? 'before' : 'after';
  }
  const isCertain = since > before.n && !isUnordered && !before.isUnordered;
  return isCertain ? 'after' : 'either';
}

function unknownState(n: number, id: string, name: unknown): RuleFinding {
  const found = valueText(name);
  return {
    n,
    expected: `transaction ${id} in one of ${Object.keys(transitions).join(', ')}`,
    found,
  };
}

function isState(name: unknown): name is TransactionState {
  return typeof name === 'string' && Object.hasOwn(transitions, name);
}

function dateOf({ updateDate }: RecordShown['members']): string {
  return secondOf(updateDate) ?? '';
}

function isReachable(from: TransactionState, to: TransactionState): boolean {
  return reachable[from].has(to);
}

function reachableText(from: TransactionState): string {
  return [...reachable[from]].join(', ');
}

/** The states that may follow each state, after any number of steps, and itself. */
const reachable: Readonly<Record<TransactionState, ReadonlySet<TransactionState>>> = closure();

function closure(): Record<TransactionState, ReadonlySet<TransactionState>> {
  const following = (from: TransactionState): ReadonlySet<TransactionState> => {
    const found = new Set<TransactionState>([from]);
    for (const state of found) for (const next of transitions[state]) found.add(next);
    return found;
  };
  const states = Object.keys(transitions) as TransactionState[];
  return Object.fromEntries(states.map((state) => [state, following(state)])) as Record<
    TransactionState,
    ReadonlySet<TransactionState>
  >;
}
