// What tables share: several read the same contents, and index what is pending there, before and after copies are written.

import { expect, it } from 'vitest';
import { TableContents } from '../../../core/tables/table-contents.ts';
import { createTable, emptyTables, forkTables } from '../../../core/tables/table.ts';

interface Leaf {
  readonly id: string;
  readonly tree: string;
  readonly at: number;
}

const leaf = (id: string, tree = 'oak', at = 1): Leaf => ({ id, tree, at });
const keys = { tree: ({ tree }: Leaf) => tree };
const options = {
  orders: { at: ({ at }: Leaf): readonly [number] => [at] },
  search: { of: ({ tree }: Leaf) => [tree], fold: (text: string) => text },
  counts: { at: ({ at }: Leaf) => [at] },
};
const newContents = () =>
  new TableContents({ idOf: ({ id }: Leaf) => id, keys, layout: undefined, options });

/** What each kind of index finds. */
function found(contents: ReturnType<typeof newContents>) {
  const page = { direction: 'ascending', offset: 0, limit: 9 } as const;
  const ids = (records: readonly Leaf[]) => records.map(({ id }) => id);
  return {
    keyed: ids(contents.list({ by: { tree: 'oak' }, order: 'ascending', limit: 9 })),
    ordered: ids(contents.select({ ...page, order: 'at' }).records),
    searched: ids(contents.select({ ...page, order: 'at', containing: ['oa'] }).records),
    counted: contents.countOf('at', 1),
  };
}

it('shows a copy what was pending, whichever side indexes it first', () => {
  for (const isOriginalFirst of [true, false]) {
    const original = newContents();
    original.insert(leaf('a'));
    if (isOriginalFirst) found(original);
    const copy = original.copy();
    copy.insert(leaf('b'));
    copy.replace(leaf('a', 'ash', 2));
    expect(found(copy)).toEqual({
      keyed: ['b'],
      ordered: ['b', 'a'],
      searched: ['b'],
      counted: 1,
    });
    expect(found(original)).toEqual({
      keyed: ['a'],
      ordered: ['a'],
      searched: ['a'],
      counted: 1,
    });
  }
});

it('stays as it is when it indexes after a copy was written', () => {
  const original = newContents();
  for (const id of ['a', 'b']) original.insert(leaf(id));
  const [one, other] = [original.copy(), original.copy()];
  one.remove('a');
  other.insert(leaf('c'));
  expect(found(original).searched).toEqual(['a', 'b']);
  expect(found(one).searched).toEqual(['b']);
  expect(found(other).searched).toEqual(['a', 'b', 'c']);
});

it('knows the contents of a new table from every copy', () => {
  const original = newContents();
  const copy = original.copy();
  copy.insert(leaf('a'));
  expect(copy.copy().empty).toBe(original);
  expect([original.size, original.pageCount]).toEqual([0, 0]);
});

it('forks and empties the tables of a state, and keeps its other members', () => {
  const leaves = createTable<Leaf>(({ id }) => id, {});
  leaves.insert(leaf('a'));
  const state = { name: 'wood', leaves };
  const [fork, empty] = [forkTables(state), emptyTables(state)];
  fork.leaves.insert(leaf('b'));
  expect([state, fork, empty].map((each) => [each.name, each.leaves.size])).toEqual([
    ['wood', 1],
    ['wood', 2],
    ['wood', 0],
  ]);
});
