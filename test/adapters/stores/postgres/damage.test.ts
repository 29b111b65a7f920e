// Rows in PostgreSQL that were edited or deleted: the world is refused by its name and place, all others work.

import { expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import type { EventStore } from '../../../../core/index.ts';
import { createWorld, nextEntries } from '../../../contract/event-store-forks.contract.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';
import { accept } from '../../../support/wallet/pure-worlds.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const all = 1_000;

describePostgres('rows in PostgreSQL', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  /** A store with a world of three inputs, its fork, and another world, after a statement was run that changes one row. */
  async function damaged(statement: string): Promise<{ store: EventStore; url: string }> {
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    const world = pureWorld(recordOf('harbour').seed);
    for (const name of ['one', 'two', 'three']) accept(world, createWalletSet({ name }));
    await store.create(recordOf('harbour'));
    await store.append([{ world: 'harbour', expectedInput: 0, entries: world.entries }]);
    await store.create(recordOf('fork'), { world: 'harbour', inputs: 2, position: 3 });
    await createWorld(store, 'other', nextEntries([], 3));
    expect(await run(`${statement} RETURNING 1`, url)).toHaveLength(1);
    return { store, url };
  }

  /** Claims a world, and reads all of its entries. */
  async function opened(store: EventStore, world = 'harbour'): Promise<void> {
    await store.claim(world);
    await store.read(world, 1, all);
  }

  const harbour = `(SELECT id FROM reprise_worlds WHERE name = 'harbour')`;
  const input = (n: number) => `world = ${harbour} AND n = ${n}`;
  const event = (position: number) => `world = ${harbour} AND position = ${position}`;

  it.each([
    ['an event is missing', `DELETE FROM reprise_events WHERE ${event(3)}`, 'event 3'],
    ['the last event is missing', `DELETE FROM reprise_events WHERE ${event(4)}`, 'event 4'],
    [
      'an event is not readable',
      `UPDATE reprise_events SET text = 'null' WHERE ${event(3)}`,
      'event 3',
    ],
    [
      'an event belongs to no input',
      `INSERT INTO reprise_events SELECT world, 5, text FROM reprise_events WHERE ${event(4)}`,
      'event 5',
    ],
    ['an input is missing', `DELETE FROM reprise_inputs WHERE ${input(2)}`, 'input 2'],
    ['the last input is missing', `DELETE FROM reprise_inputs WHERE ${input(3)}`, 'input 3'],
    [
      'an input is after the end',
      `INSERT INTO reprise_inputs SELECT world, 4, text, 0, 0, digest, seal FROM reprise_inputs WHERE ${input(3)}`,
      'input 4',
    ],
    [
      'an input is not readable',
      `UPDATE reprise_inputs SET text = '' WHERE ${input(2)}`,
      'input 2',
    ],
    [
      'an input was edited',
      `UPDATE reprise_inputs SET text = replace(text, 'CreateWalletSet', 'CreateWallets') WHERE ${input(3)}`,
      'input 3',
    ],
    [
      'what the client picked was edited',
      `UPDATE reprise_events SET aside = replace(aside, '0', '1') WHERE ${event(4)}`,
      'input 3',
    ],
    [
      'the record was edited',
      `UPDATE reprise_worlds SET record = replace(record, '"seed":"', '"seed":"x') WHERE name = 'harbour'`,
      'input 1',
    ],
    [
      'the record is not readable',
      `UPDATE reprise_worlds SET record = '{' WHERE name = 'harbour'`,
      'its record',
    ],
    [
      'the head was edited',
      `UPDATE reprise_worlds SET seal = 'x' WHERE name = 'harbour'`,
      'input 3',
    ],
    ['a digest was edited', `UPDATE reprise_inputs SET digest = 'x' WHERE ${input(2)}`, 'input 2'],
    [
      'it is its own parent',
      `UPDATE reprise_worlds SET parent = id WHERE name = 'harbour'`,
      'it was forked from itself',
    ],
  ])('are refused by name and place where %s', async (_case, statement, place) => {
    const { store } = await damaged(statement);
    await expect(opened(store)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(new RegExp(`world 'harbour' is damaged: .*${place}\\b`)),
    });
    const names = (await store.worlds({ limit: 9 })).map(({ name }) => name);
    expect(names).toEqual(['fork', 'harbour', 'other']);
    await opened(store, 'other');
    const more = nextEntries(nextEntries([], 3), 1);
    expect(await store.append([{ world: 'other', expectedInput: 3, entries: more }])).toEqual([]);
    await store.close();
  });

  it('go with their world, even if its record is not readable', async () => {
    const statement = `UPDATE reprise_worlds SET record = '{' WHERE name = 'harbour'`;
    const { store } = await damaged(statement);
    await store.remove('harbour');
    expect(await store.counts.begun('harbour')).toBe(1);
    await store.create(recordOf('harbour'));
    expect((await store.claim('harbour'))?.record).toEqual(recordOf('harbour'));
    await store.close();
  });

  it.each([
    [
      'was edited',
      `UPDATE reprise_inputs SET seal = 'x' WHERE ${input(2)}`,
      'its parent was edited',
    ],
    ['is missing', `DELETE FROM reprise_worlds WHERE name = 'harbour'`, 'its parent is missing'],
  ])('of a fork are refused where its parent %s', async (_case, statement, reason) => {
    const { store } = await damaged(statement);
    await expect(store.claim('fork')).rejects.toThrow(
      `The log of world 'fork' is damaged: ${reason}.`,
    );
    await store.close();
  });

  it('are not written to by an append that would not fit them', async () => {
    const { store, url } = await damaged(
      `INSERT INTO reprise_inputs SELECT world, 4, text, 0, 0, digest, seal FROM reprise_inputs WHERE ${input(3)}`,
    );
    const [, , , row] = await run(`SELECT * FROM reprise_inputs WHERE world = ${harbour}`, url);
    const late = nextEntries(nextEntries([], 3), 1);
    const refused = await store.append([
      { world: 'harbour', expectedInput: 3, entries: late },
      { world: 'other', expectedInput: 3, entries: late },
    ]);
    expect(refused.map(({ error }) => error.message)).toEqual([
      "The log of world 'harbour' is damaged: it has rows after input 3.",
    ]);
    expect(await store.read('other', 4, all)).toEqual(late);
    const after = await run(`SELECT * FROM reprise_inputs WHERE world = ${harbour}`, url);
    expect(after[3]).toEqual(row);
    await store.close();
  });

  it('that belong to no world are found on demand', async () => {
    const { store } = await damaged(`DELETE FROM reprise_worlds WHERE name = 'other'`);
    const defects = await store.defects();
    expect(defects.map(({ message }) => message)).toMatchObject([
      expect.stringMatching(/is damaged: it has the log of world number \d+ but not the world\.$/),
    ]);
    await store.close();
  });
});
