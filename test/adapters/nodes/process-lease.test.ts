// The lease of a process: it holds only while no other can have ended it, whatever clocks, pauses and a slow store do.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goneAfterMs, heldMs } from '../../../adapters/nodes/limits.ts';
import { ProcessLease } from '../../../adapters/nodes/process-lease.ts';
import { StoreError, type Leases, type NodeLease } from '../../../core/index.ts';
import { runs } from '../../support/runner/runs.ts';

/** A table of leases, and the time that all share; each operation takes `delayMs` before its effect, and again until its answer. */
function simulation() {
  const time = { ms: 0, delayMs: 0, isAway: false, losesBegin: false };
  const rows = new Map<string, NodeLease>();
  let ids = 0;
  const ended = new Set<string>();

  /** The leases as one node sees them, and its clocks. */
  function node(offsetMs = 0, address = `http://node${offsetMs}`) {
    let own = '';
    const clock = { wallMs: 0 };
    async function operation<T>(effect: () => T): Promise<T> {
      time.ms += time.delayMs;
      if (time.isAway) throw new StoreError('unavailable', 'away');
      const result = effect();
      time.ms += time.delayMs;
      return result;
    }
    const leases: Leases = {
      secret: async () => operation(() => 'secret'),
      begin: async (identity) => {
        const id = await operation(() => {
          if ([...rows.values()].some(({ address }) => address === identity.address)) return;
          own = `lease ${(ids += 1)}`;
          rows.set(own, {
            id: own,
            ...identity,
            counter: 0,
            worlds: 0,
            load: 0,
            isDraining: false,
          });
          return own;
        });
        if (time.losesBegin) throw new StoreError('unavailable', 'lost', { isUncertain: true });
        return id;
      },
      beginAnew: async () =>
        operation(() => {
          const row = rows.get(own);
          rows.delete(own);
          own = `lease ${(ids += 1)}`;
          if (row !== undefined) rows.set(own, { ...row, id: own });
          return row && own;
        }),
      renew: async (load) =>
        operation(() => {
          const row = rows.get(own);
          if (row === undefined) return undefined;
          const isDraining = row.isDraining || load.isDraining;
          rows.set(own, { ...row, ...load, isDraining, counter: row.counter + 1 });
          return { id: own, isDraining };
        }),
      drain: async (address) =>
        operation(() => {
          const row = [...rows.values()].find((other) => other.address === address);
          if (row !== undefined) rows.set(row.id, { ...row, isDraining: true });
          return row !== undefined;
        }),
      ownerOf: async () => undefined,
      release: async () => undefined,
      list: async () => operation(() => [...rows.values()]),
      end: async (id, counter) =>
        operation(() => rows.get(id)?.counter === counter && rows.delete(id)),
      leave: async () => operation(() => void rows.delete(own)),
    };
    const log: string[] = [];
    const stores: string[] = [];
    const options = {
      leases,
      node: { address, version: '1', process: `process ${offsetMs}` },
      hasEnded: (process: string) => ended.has(process),
      monotonicMs: () => time.ms + offsetMs,
      wallMs: () => time.ms + clock.wallMs,
      pause: async (ms: number) => void (time.ms += ms),
    };
    const begin = async () => {
      const lease = await ProcessLease.begin(options);
      lease.observe({
        worlds: () => 2,
        load: () => 30,
        onDraining: () => log.push('drain'),
        onLost: () => log.push('lost'),
        onHeldAgain: () => log.push('held'),
        onGone: (addresses) => log.push(`gone: ${addresses.join()}`),
        onStoreAway: (error) => stores.push(error?.message ?? 'back'),
      });
      return lease;
    };
    return { begin, log, stores, clock, isOwn: () => rows.has(own) };
  }

  return { time, rows, ended, node };
}

it('holds for some time after each renewal', async () => {
  const { time, node, rows } = simulation();
  const one = node();
  const lease = await one.begin();
  expect(lease.isHeld()).toBe(true);
  time.ms += heldMs - 1;
  expect(lease.isHeld()).toBe(true);
  time.ms += 1;
  expect(lease.isHeld()).toBe(false);
  await lease.renew();
  expect(lease.isHeld()).toBe(true);
  await lease.renew();
  expect(one.log).toEqual(['held']);
  expect([...rows.values()]).toMatchObject([{ counter: 2, worlds: 2, load: 30 }]);
  time.isAway = true;
  time.ms += heldMs;
  await lease.renew();
  expect(lease.isHeld()).toBe(false);
});

it('tells once that the store is away, and that it is back', async () => {
  const { time, node } = simulation();
  const one = node();
  const lease = await one.begin();
  for (const isAway of [false, true, true, false, false, true]) {
    time.isAway = isAway;
    await lease.renew();
  }
  expect(one.stores).toEqual(['away', 'back', 'away']);
});

it('counts from the start of a renewal, not from its answer', async () => {
  const { time, node } = simulation();
  const lease = await node().begin();
  time.delayMs = heldMs / 4; // the renewal takes half of the time, the look at the others the other half
  await lease.renew();
  expect(lease.isHeld()).toBe(false);
});

it('does not hold after a suspension that stops the monotonic clock', async () => {
  const { node } = simulation();
  const one = node();
  const lease = await one.begin();
  one.clock.wallMs += heldMs;
  expect(lease.isHeld()).toBe(false);
  one.clock.wallMs -= 2 * heldMs; // the wall clock was set back: the other one counts
  expect(lease.isHeld()).toBe(true);
});

it('ends that of a node whose counter stands still, and tells when', async () => {
  const { time, node, rows } = simulation();
  const [one, two] = [node(), node(1_000_000)];
  const gone = await one.begin();
  const lease = await two.begin();
  time.ms += goneAfterMs - 1;
  await lease.renew();
  expect(rows.size).toBe(2);
  time.ms += 1;
  await lease.renew();
  expect([...rows.keys()]).toEqual([lease.id]);
  expect(two.log).toEqual(['held', 'gone: http://node0']);
  expect(lease.goneMs(gone.id)).toBe(1_000_000 + goneAfterMs);
  const before = gone.id;
  await gone.renew();
  expect(one.log).toEqual(['lost', 'held']);
  expect(gone.isHeld()).toBe(true);
  expect(gone.id).not.toBe(before);
  expect(gone.goneMs(before)).toBe(goneAfterMs); // the time of its worlds stood still since
});

it('gives up the worlds of the last one before another begins, whose answer may be lost', async () => {
  const { time, node, rows } = simulation();
  const [one, two] = [node(), node(1)];
  const lease = await one.begin();
  const other = await two.begin();
  time.ms += goneAfterMs;
  await other.renew();
  time.losesBegin = true;
  await lease.renew();
  expect(one.log).toEqual(['lost']);
  expect(lease.isHeld()).toBe(false);
  time.losesBegin = false;
  await lease.renew();
  expect(one.log).toEqual(['lost', 'held']);
  expect(rows.has(lease.id)).toBe(true);
  expect(lease.keepsWorlds('http://node0')).toBe(false); // it is none of the others
});

it('tells in each round that worlds may be claimed while another node hands its own over', async () => {
  const { node } = simulation();
  const [one, two] = [node(), node(1)];
  const lease = await one.begin();
  const other = await two.begin();
  await lease.renew();
  expect(lease.keepsWorlds('http://node1')).toBe(true);
  await other.drain();
  await lease.renew();
  await lease.renew();
  expect(one.log).toEqual(['gone: ', 'gone: ']);
  expect(lease.keepsWorlds('http://node1')).toBe(false);
});

it('is replaced by another one, which the other nodes do not miss', async () => {
  const { node, rows } = simulation();
  const [one, two] = [node(), node(1)];
  const lease = await one.begin();
  const other = await two.begin();
  await lease.renew();
  const { id } = other;
  let isOver = false;
  const replacing = other.beginAnew().finally(() => (isOver = true));
  while (!isOver) {
    expect([...rows.values()].map(({ address }) => address)).toContain('http://node1');
    await Promise.resolve();
  }
  await replacing;
  expect(other.id).not.toBe(id);
  expect(other.isHeld()).toBe(true);
  await lease.renew();
  expect(one.log).toEqual(['gone: ']); // its worlds may be claimed, and its connections go on
  expect(two.log).toEqual([]);
});

it('ends that of a process which has ended, at once', async () => {
  const { ended, node, rows } = simulation();
  await node().begin();
  const lease = await node(1).begin();
  await lease.renew();
  expect(rows.size).toBe(2);
  ended.add('process 0');
  await lease.renew();
  expect([...rows.keys()]).toEqual([lease.id]);
});

it('sees that another node has left', async () => {
  const { time, node } = simulation();
  const [one, two] = [node(), node(0, 'http://other')];
  const leaving = await one.begin();
  const lease = await two.begin();
  await leaving.leave();
  expect(leaving.isHeld()).toBe(false);
  expect(lease.goneMs(leaving.id)).toBe(0); // its worlds may be claimed before the next look
  time.ms += 500;
  await lease.renew();
  expect(two.log).toEqual(['gone: http://node0']);
  expect(lease.goneMs(leaving.id)).toBe(500);
});

const step = fc.oneof(
  fc.record({ does: fc.constant('pass' as const), ms: fc.nat(3_000) }),
  fc.record({ does: fc.constant('renew' as const), of: fc.nat(2), delayMs: fc.nat(3_000) }),
  fc.record({ does: fc.constant('away' as const), is: fc.boolean() }),
  fc.record({ does: fc.constant('wall' as const), of: fc.nat(2), ms: fc.integer() }),
);

it('never holds once it has ended, and holds if it is renewed in time', async () => {
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { time, node } = simulation();
      const nodes = [node(), node(7_000), node(-3_000)];
      const leases = await Promise.all(nodes.map(async ({ begin }) => begin()));
      for (const one of steps) {
        if (one.does === 'pass') time.ms += one.ms;
        if (one.does === 'away') time.isAway = one.is;
        if (one.does === 'wall') nodes[one.of]!.clock.wallMs += one.ms;
        if (one.does === 'renew') {
          time.delayMs = one.delayMs;
          await leases[one.of]!.renew();
          if (one.delayMs * 8 < heldMs && !time.isAway) expect(leases[one.of]!.isHeld()).toBe(true);
        }
        for (const [index, { isOwn }] of nodes.entries()) {
          if (isOwn()) continue;
          ended += 1;
          expect(leases[index]!.isHeld()).toBe(false);
        }
      }
    }),
    runs(300),
  );
  expect(ended).toBeGreaterThan(20);
});
