// The metrics of a process that shares its store with others: its lease, the others, and what it forwards.

import { expect, it, onTestFinished } from 'vitest';
import { createForwarder } from '../../../adapters/nodes/forwarder.ts';
import type { Forwarded } from '../../../adapters/nodes/hop.ts';
import { meteredForwarder } from '../../../adapters/nodes/node-meter.ts';
import { nodeHost } from '../../../adapters/reprise.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore, type Leases, type NodeLease } from '../../../core/index.ts';
import { samplesIn } from '../../support/documents/exposition.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { startServer } from '../../support/server/server.ts';

/** A store in memory with leases that a test changes. */
function sharedStore() {
  const others: NodeLease[] = [];
  const control = { others, owner: '', isEnded: false, isAway: false };
  let begun = 0;
  const leases: Leases = {
    secret: async () => 'secret',
    begin: async () => `own ${(begun += 1)}`,
    async renew() {
      if (control.isAway) throw new StoreError('unavailable', 'away');
      const wasEnded = control.isEnded;
      control.isEnded = false;
      return wasEnded ? undefined : { id: 'lease', isDraining: false };
    },
    drain: async () => false,
    ownerOf: async () => undefined,
    release: async () => undefined,
    list: async () => control.others,
    end: async () => false,
    leave: async () => undefined,
    beginAnew: async () => undefined,
  };
  const inner = createMemoryStore();
  const store: EventStore = {
    ...inner,
    leases,
    async claim(world) {
      const claimed = await inner.claim(world);
      return claimed && { ...claimed, owner: control.owner };
    },
  };
  return { store, control };
}

it('tell whether the lease holds, how often it was lost, and which worlds were taken over', async () => {
  const { store, control } = sharedStore();
  const other = {
    id: 'other',
    address: 'http://127.0.0.1:1',
    counter: 1,
    process: '',
    version: '',
  };
  control.others.push({ ...other, worlds: 0, load: 0, isDraining: false });
  let hostMs = 0;
  const host = { ...nodeHost, monotonicMs: () => hostMs };
  const server = await startServer({ store, host, node: { address: 'http://127.0.0.1:2' } });
  onTestFinished(() => server.close());
  const read = async () => {
    const samples = samplesIn(await (await fetch(`${server.url}/__reprise/metrics`)).text());
    return (name: string) => samples.get(`reprise_${name}`);
  };
  const first = await read();
  expect(first('lease_held')).toBe(1);
  expect(first('leases_lost_total')).toBe(0);
  expect(first('nodes_gone_total')).toBe(0);
  expect(first('worlds_stopped_total')).toBe(0);
  control.others.pop();
  await waitUntil('the other is gone', async () => (await read())('nodes_gone_total') === 1);
  control.isEnded = true;
  await waitUntil('the lease is lost', async () => (await read())('leases_lost_total') === 1);
  const lost = await read();
  expect(lost('worlds_awake')).toBe(0);
  expect(lost('worlds_stopped_total')).toBe(1);
  expect(lost('lease_held')).toBe(1); // a new one
  control.owner = 'other';
  await server.request('GET', '/v1/w3s/wallets');
  expect((await read())('worlds_taken_over_total')).toBe(1);
  control.isAway = true;
  hostMs = 60_000;
  expect((await read())('lease_held')).toBe(0);
});

it('count what is forwarded by its outcome', async () => {
  const counts: Forwarded[] = [];
  const outcomes = ['answered', 'misdirected', 'cut', 'reset', 'unreachable', 'abandoned'] as const;
  const given: Forwarded[] = [...outcomes, ...outcomes];
  const next = async () => given.shift() ?? 'unreachable';
  const forwarder = meteredForwarder(
    { ...createForwarder('secret'), answer: next, openSocket: next },
    {
      onForwarded: (outcome) => void counts.push(outcome),
      onLeaseLost: () => undefined,
      onGone: () => undefined,
    },
  );
  const [none, bytes] = [undefined as never, Buffer.alloc(0)];
  for (const outcome of outcomes) {
    expect(await forwarder.answer(none, none, '', bytes, false)).toBe(outcome);
  }
  for (const outcome of outcomes) {
    expect(await forwarder.openSocket(none, '', false)).toBe(outcome);
  }
  expect(counts).toEqual([...outcomes, ...outcomes]);
  const { lookup } = forwarder.readHop({ headers: { 'x-reprise-node': 'secret' } } as never);
  expect(lookup).toBe('hop');
});
