// Leases of the processes that share a store: a world whose owner has one is claimed by no other, and by any once it has ended.

import { expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { WorldElsewhere, type EventStore, type Leases } from '../../../../core/index.ts';
import { nextEntries } from '../../../contract/event-store-forks.contract.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const nodeAt = (address: string) => ({ address, version: '1.2.3', process: 'p' });
const idle = { worlds: 0, load: 0, isDraining: false };

describePostgres('leases in PostgreSQL', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  interface Node {
    readonly store: EventStore;
    readonly leases: Leases;
    readonly id: string;
  }

  async function node(url: string, address: string): Promise<Node> {
    const store = await openPostgresStore({ url });
    const { leases } = store;
    if (leases === undefined) throw new Error('The store has no leases.');
    return { store, leases, id: (await leases.begin(nodeAt(address))) ?? 'none' };
  }

  async function twoNodes(): Promise<readonly [Node, Node]> {
    const url = await newUrl();
    const nodes = [await node(url, 'http://one'), await node(url, 'http://two')] as const;
    await nodes[0].store.create(recordOf('a'), undefined, nextEntries([], 2), 500);
    return nodes;
  }

  const closeBoth = async (nodes: readonly Node[]) => {
    for (const { store } of nodes) await store.close();
  };

  it('are listed with the load of each node', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    const { id } = one;
    for (const isDraining of [false, true]) {
      expect(await one.leases.renew({ worlds: 4, load: 12, isDraining })).toEqual({
        id,
        isDraining,
      });
    }
    expect(await two.leases.list()).toEqual([
      { id: one.id, ...nodeAt('http://one'), counter: 2, worlds: 4, load: 12, isDraining: true },
      { id: two.id, ...nodeAt('http://two'), counter: 0, worlds: 0, load: 0, isDraining: false },
    ]);
    await one.leases.leave();
    expect((await two.leases.list()).map(({ id }) => id)).toEqual([two.id]);
    await closeBoth(nodes);
  });

  it('keep their worlds from other nodes until they end', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    const elsewhere = new WorldElsewhere('a', 'http://one');
    await expect(two.store.claim('a')).rejects.toEqual(elsewhere);
    await expect(two.store.remove('a')).rejects.toEqual(elsewhere);
    await expect(two.store.reset(recordOf('a'))).rejects.toEqual(elsewhere);
    expect(await two.store.wakes({ limit: 9 })).toEqual([]);
    expect(await one.store.wakes({ limit: 9 })).toEqual([{ world: 'a', afterMs: 500 }]);
    expect(await one.store.claim('a')).toMatchObject({ owner: one.id, claims: 2 });
    await one.leases.leave();
    expect(await two.store.wakes({ limit: 9 })).toEqual([{ world: 'a', afterMs: 500 }]);
    expect(await two.store.claim('a')).toEqual({
      record: recordOf('a'),
      owner: one.id,
      claims: 3,
    });
    const entries = nextEntries(nextEntries([], 2), 1);
    const batch = [{ world: 'a', expectedInput: 2, entries }];
    expect(await one.store.append(batch)).toMatchObject([{ error: { code: 'conflict' } }]);
    expect(await two.store.append(batch)).toEqual([]);
    await expect(one.store.claim('a')).rejects.toEqual(new WorldElsewhere('a', 'http://two'));
    await closeBoth(nodes);
  });

  it('are replaced at once: others see one all the time, and may claim the worlds', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    await one.leases.renew({ ...idle, isDraining: true });
    const replaced = one.leases.beginAnew();
    let id: string | undefined;
    do {
      const listed = (await two.leases.list()).filter(({ address }) => address === 'http://one');
      expect(listed).toMatchObject([{ isDraining: true }]);
      id = listed[0]?.id;
    } while (id === one.id);
    expect(await replaced).toBe(id);
    expect(await two.store.claim('a')).toMatchObject({ owner: one.id });
    await two.leases.end(id ?? '', 1);
    expect(await one.leases.beginAnew()).toBeUndefined();
    await closeBoth(nodes);
  });

  it('begin again after one that could not be replaced', async () => {
    const url = await newUrl();
    const { store, leases, id } = await node(url, 'http://one');
    const role = new URL(url).username;
    await run(`REVOKE UPDATE ON reprise_nodes FROM ${role}`, url);
    await expect(leases.beginAnew()).rejects.toMatchObject({ name: 'StoreError' });
    await run(`GRANT UPDATE ON reprise_nodes TO ${role}`, url);
    expect(await leases.renew(idle)).toBeUndefined();
    const again = await leases.begin(nodeAt('http://one'));
    expect(again).not.toBe(id);
    expect((await leases.list()).map((one) => one.id)).toEqual([again]);
    await store.close();
  });

  it('are ended by others only where the counter stands still', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    await one.leases.renew(idle);
    expect(await two.leases.end(one.id, 0)).toBe(false);
    expect(await one.leases.renew(idle)).toBeDefined();
    expect(await two.leases.end(one.id, 2)).toBe(true);
    expect(await two.leases.end(one.id, 2)).toBe(false);
    expect(await one.leases.renew(idle)).toBeUndefined();
    await two.store.claim('a');
    expect(await one.leases.begin(nodeAt('http://one'))).not.toBe(one.id);
    await expect(one.store.claim('a')).rejects.toEqual(new WorldElsewhere('a', 'http://two'));
    await closeBoth(nodes);
  });

  it('tell the owner of a world', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    const owner = { address: 'http://one', isSelf: true };
    expect(await one.leases.ownerOf('a')).toEqual(owner);
    expect(await two.leases.ownerOf('a')).toEqual({ ...owner, isSelf: false });
    expect(await two.leases.ownerOf('none')).toBeUndefined();
    await one.leases.release('a');
    expect(await one.leases.ownerOf('a')).toBeUndefined();
    await one.store.claim('a');
    await one.leases.leave();
    expect(await two.leases.ownerOf('a')).toBeUndefined();
    await closeBoth(nodes);
  });

  it('name the other node of a world in the list, until it is released or the lease ends', async () => {
    const nodes = await twoNodes();
    const [one, two] = nodes;
    await two.store.create(recordOf('b'));
    const listed = async ({ store }: Node) =>
      (await store.worlds({ limit: 9 })).map(({ name, node: at }) => [name, at]);
    expect(await listed(one)).toEqual([
      ['a', undefined],
      ['b', 'http://two'],
    ]);
    expect(await listed(two)).toEqual([
      ['a', 'http://one'],
      ['b', undefined],
    ]);
    expect(await two.store.worlds({ limit: 1 })).toEqual([
      { name: 'a', record: recordOf('a'), node: 'http://one' },
    ]);
    expect(Object.keys((await one.store.worlds({ limit: 1 }))[0] ?? {})).not.toContain('node');
    await one.leases.release('a');
    expect((await listed(two))[0]).toEqual(['a', undefined]);
    await two.leases.leave();
    expect((await listed(one))[1]).toEqual(['b', undefined]);
    await closeBoth(nodes);
  });

  it('are none of a store without a node: any process claims its worlds', async () => {
    const url = await newUrl();
    const alone = await openPostgresStore({ url });
    await alone.create(recordOf('a'));
    const other = await node(url, 'http://one');
    expect(await other.store.claim('a')).toMatchObject({ record: recordOf('a') });
    await expect(alone.claim('a')).rejects.toEqual(new WorldElsewhere('a', 'http://one'));
    await alone.close();
    await other.store.close();
  });
});
