// The report of consequences: how many answers it lists.

import { expect, it } from 'vitest';
import { differingFields } from '../../../../adapters/recording/differences/fields.ts';
import type {
  Consequence,
  ConsequenceGroup,
  HoldingConsequence,
} from '../../../../adapters/recording/whatif/consequences.ts';
import { consequenceReport } from '../../../../adapters/recording/whatif/report.ts';

const holding = (name: string): Consequence => ({ kind: 'holding', name, values: [] });
const answer = (entry: number): Consequence => ({
  kind: 'answer',
  entries: [entry],
  what: 'GET /v1/w3s/transactions',
  fields: [{ path: 'body.data.transaction.state', left: 'SENT', right: 'STUCK' }],
});

function linesOf(consequences: readonly Consequence[]): readonly string[] {
  const because = { event: undefined, because: [], changed: undefined, also: [] };
  const group: ConsequenceGroup = { ...because, change: 'drop 1', consequences };
  return consequenceReport([group], { epochMs: 0 }).map(({ text }) => text);
}

it('lists ten answers with another state, however many other consequences come before them', () => {
  const others = Array.from({ length: 12 }, (_, index) => holding(`wallet ${index}`));
  const answers = Array.from({ length: 11 }, (_, index) => answer(index + 1));
  const lines = linesOf([...others, ...answers]);
  expect(lines.filter((line) => line.includes('(entry '))).toHaveLength(10);
  expect(lines.at(-1)).toBe('and 1 more answer: --all shows it.');
});

it('says of an entity of one run only what it holds', () => {
  const values = differingFields({ USDC: '5' }, {}) as HoldingConsequence['values'];
  const [line] = linesOf([{ kind: 'holding', name: 'wallet 1', missing: 'after', values }]).slice(
    -1,
  );
  expect(line).toBe('  wallet 1: 5 USDC -> not there');
  const [empty] = linesOf([{ ...holding('wallet 2'), missing: 'before' } as Consequence]).slice(-1);
  expect(empty).toBe('  wallet 2: not there -> there');
});

it('says once how an entity ends if only what it is differs', () => {
  const [before, after] = [1_000, 2_000].map((atMs) => ({ state: 'COMPLETE', atMs }));
  const entity = {
    kind: 'entity',
    name: 'transaction 1',
    what: '1 USDC',
    whatAfter: '2 USDC',
    without: [],
    with: [],
  } as const;
  expect(linesOf([{ ...entity, before, after: before }]).at(-1)).toBe(
    '  transaction 1 (1 USDC -> 2 USDC): COMPLETE at +00:00:01.000',
  );
  expect(linesOf([{ ...entity, before, after }]).at(-1)).toBe(
    '  transaction 1 (1 USDC -> 2 USDC): COMPLETE at +00:00:01.000 -> COMPLETE at +00:00:02.000',
  );
});
