import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventTexts } from '../../../adapters/control/event-stream.ts';
import { createOpenStreams } from '../../../adapters/control/open-streams.ts';
import type { StreamSlot } from '../../../adapters/contracts/control-call.ts';
import { streamAnswer } from '../../../adapters/contracts/control-stream.ts';
import {
  eventsPageMax,
  eventStreamsMax,
  heartbeat,
  heartbeatMs,
} from '../../../adapters/protocol/limits.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { eventsPerRead } from '../../../core/engine/world/history-reader.ts';
import type { EventQuery, EventStore, World } from '../../../core/index.ts';
import { eventReader } from '../../support/server/event-stream-reader.ts';
import { token, type TestServer } from '../../support/server/server.ts';
import { expectControlError, positionOf, serverForEach } from '../../support/server/requests.ts';

const here = '/worlds/default';

/** Causes events. */
async function happen(server: TestServer, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const path = `${here}/wallet/chains/ETH-SEPOLIA`;
    expect((await server.control('PATCH', path, { congestion: 2 })).status).toBe(200);
  }
}

function open(
  server: TestServer,
  search = '',
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/__reprise${here}/events${search}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers },
  });
}

const ids = (events: readonly { readonly id: number }[]) => events.map(({ id }) => id);

/** The first blocks of a stream, as text. */
async function textOf({ body }: Response, blocks: number): Promise<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.split('\n\n').length > blocks) break;
  }
  const parts = text.split('\n\n').slice(0, blocks);
  return parts.map((block) => `${block}\n\n`).join('');
}

async function refusalOf(response: Response) {
  return { status: response.status, body: await response.json() };
}

describe('events as a stream', () => {
  const server = serverForEach();

  it('are those of the pages, followed by new ones', async () => {
    await happen(server(), 2);
    const response = await open(server());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = eventReader(response);
    const first = await reader.read(2);
    await happen(server());
    const received = [...first, ...(await reader.read(1))];
    const { body } = await server().control('GET', `${here}/events`);
    expect(received.map(({ data }) => data)).toEqual(body.events);
    expect(ids(received)).toEqual([1, 2, 3]);
    await reader.cancel();
  });

  it('respond before the first event', async () => {
    const response = await open(server());
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it('are complete beyond one read of the store', async () => {
    await happen(server(), 2 * eventsPerRead + 1);
    const reader = eventReader(await open(server()));
    const received = await reader.read(2 * eventsPerRead + 1);
    expect(ids(received)).toEqual(received.map((_, index) => index + 1));
    await reader.cancel();
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['from the start by default', '', {}, 1],
    ['from a position', '?from=3', {}, 3],
    ['after Last-Event-ID', '', { 'Last-Event-ID': '1' }, 2],
    ['after Last-Event-ID rather than at from', '?from=1', { 'Last-Event-ID': '3' }, 4],
    ['from the start with Last-Event-ID 0', '', { 'Last-Event-ID': '0' }, 1],
    ['at from with an earlier Last-Event-ID', '?from=4', { 'Last-Event-ID': '0' }, 4],
    ['at from with an empty Last-Event-ID', '?from=2', { 'Last-Event-ID': '' }, 2],
  ])('start %s', async (_what, search, headers, first) => {
    await happen(server(), 4);
    const reader = eventReader(await open(server(), search, headers));
    expect(ids(await reader.read(5 - first))).toEqual([1, 2, 3, 4].slice(first - 1));
    await reader.cancel();
  });

  it('wait for a future position', async () => {
    await happen(server(), 1);
    const behindLast = eventReader(await open(server(), '', { 'Last-Event-ID': '1' }));
    const later = eventReader(await open(server(), '?from=4'));
    await happen(server(), 4);
    expect(ids(await behindLast.read(4))).toEqual([2, 3, 4, 5]);
    expect(ids(await later.read(2))).toEqual([4, 5]);
    await Promise.all([behindLast.cancel(), later.cancel()]);
  });

  it('are filtered like the pages', async () => {
    await happen(server(), 2);
    const other = `${here}/wallet/chains/SOL-DEVNET`;
    await server().control('PATCH', other, { congestion: 2 });
    await happen(server());
    const search = '?stream=wallet/chain/SOL-DEVNET&type=ChainChanged';
    const reader = eventReader(await open(server(), search));
    expect(ids(await reader.read(1))).toEqual([3]);
    await happen(server(), 2);
    await server().control('PATCH', other, { congestion: 3 });
    expect(ids(await reader.read(1))).toEqual([7]);
    await reader.cancel();
  });

  it.each([
    ['text/event-stream;q=0.5, */*', 'text/event-stream'],
    ['application/json, TEXT/EVENT-STREAM ; charset=utf-8', 'text/event-stream'],
    ['text/event-stream;q=0', 'application/json; charset=utf-8'],
    ['text/*', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/event-streams', 'application/json; charset=utf-8'],
  ])('are selected by Accept: %s gets %s', async (Accept, type) => {
    const response = await open(server(), '', { Accept });
    expect(response.headers.get('content-type')).toBe(type);
    await response.body?.cancel();
  });

  it.each(['x', '-1', '1.5', '9'.repeat(16), '0x1'])('refuse the malformed id %s', async (id) => {
    const refused = await refusalOf(await open(server(), '', { 'Last-Event-ID': id }));
    expectControlError(refused, 400, 'invalid-request');
    expect(refused.body.error.message).toContain('headers.last-event-id');
  });

  it('refuse a future id', async () => {
    await happen(server(), 2);
    const refused = await refusalOf(await open(server(), '', { 'Last-Event-ID': '3' }));
    expectControlError(refused, 409, 'position-unknown');
    expect(refused.body.error.message).toContain('position 2');
  });

  it('have new ids after a reset, and refuse older ones', async () => {
    await happen(server(), 3);
    await server().control('POST', `${here}/reset`);
    await happen(server(), 3);
    const refused = await refusalOf(await open(server(), '', { 'Last-Event-ID': '2' }));
    expectControlError(refused, 409, 'position-unknown');
    expect(await textOf(await open(server()), 2)).toMatch(/^id: 0-1\n\nid: 1-1\ndata: /);
    const resumed = await open(server(), '', { 'Last-Event-ID': '2-1' });
    expect(resumed.status).toBe(200);
    expect(await textOf(resumed, 2)).toMatch(/^id: 2-1\n\nid: 3-1\ndata: /);
    for (const id of ['2-0', '2-2', '4-1']) {
      const other = await refusalOf(await open(server(), '', { 'Last-Event-ID': id }));
      expectControlError(other, 409, 'position-unknown');
    }
    expectControlError(await refusalOf(await open(server(), '', { 'Last-Event-ID': '2-' })), 400);
  });

  it.each([
    ['', '0'],
    ['?from=3', '2'],
    ['?from=4', '3'],
    ['?from=9', '3'],
  ])('have an id before the first event, which resumes them: %s', async (search, id) => {
    await happen(server(), 3);
    expect(await textOf(await open(server(), search), 1)).toBe(`id: ${id}\n\n`);
    const from = Number(/\d+/.exec(search) ?? 1);
    const resumed = eventReader(await open(server(), search, { 'Last-Event-ID': id }));
    await happen(server(), 7);
    expect(ids(await resumed.read(1))).toEqual([from]);
    await resumed.cancel();
    await server().control('POST', `${here}/reset`);
    await happen(server(), 9);
    const refused = await refusalOf(await open(server(), search, { 'Last-Event-ID': id }));
    expectControlError(refused, 409, 'position-unknown');
  });

  it('have new ids in a world with the name of a removed one', async () => {
    await happen(server(), 3);
    await server().control('DELETE', here);
    await server().control('POST', '/worlds', { name: 'default' });
    const refused = await refusalOf(await open(server(), '', { 'Last-Event-ID': '2' }));
    expectControlError(refused, 409, 'position-unknown');
  });

  it('require a known world and the token', async () => {
    const nowhere = `${server().url}/__reprise/worlds/nowhere/events`;
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
    expectControlError(await refusalOf(await fetch(nowhere, { headers })), 404, 'world-unknown');
    const stranger = await open(server(), '', { Authorization: 'Bearer x' });
    expectControlError(await refusalOf(stranger), 401);
  });

  it('end with the streams of the server, and cannot be opened afterwards', async () => {
    await happen(server());
    const reader = eventReader(await open(server()));
    await reader.read(1);
    server().reprise.endStreams();
    expect(await reader.read(1)).toEqual([]);
    expectControlError(await refusalOf(await open(server())), 503, 'unavailable');
    expect(await positionOf(server())).toBe(1);
  });

  it('are limited in number; a disconnect frees a slot', async () => {
    const responses = await Promise.all(
      Array.from({ length: eventStreamsMax }, () => open(server())),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const surplus = await open(server());
    expect(surplus.headers.get('retry-after')).toBe('1');
    const refused = await refusalOf(surplus);
    expectControlError(refused, 503, 'unavailable');
    expect(refused.body.error.message).toContain(String(eventStreamsMax));
    await responses[0]?.body?.cancel();
    await vi.waitFor(async () => {
      const next = await open(server());
      await next.body?.cancel();
      expect(next.status).toBe(200);
    }, 30_000);
    for (const response of responses.slice(1)) await response.body?.cancel();
  });
});

describe('a page of events', () => {
  const server = serverForEach();

  it('is limited in size', async () => {
    const page = (limit: number) => server().control('GET', `${here}/events?limit=${limit}`);
    expect((await page(eventsPageMax)).status).toBe(200);
    expectControlError(await page(eventsPageMax + 1), 400);
  });
});

describe('the cursor of a stream', () => {
  let reprise: Reprise;
  let world: World;
  let slot: StreamSlot;
  let queries: EventQuery[];
  let readEvents: EventStore['events'];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    queries = [];
    const inMemory = createMemoryStore();
    readEvents = inMemory.events;
    const store: EventStore = {
      ...inMemory,
      events(name, query) {
        queries.push(query);
        return readEvents(name, query);
      },
    };
    reprise = await openReprise({ store, token, defaults: { clock: { mode: 'frozen', rate: 1 } } });
    world = reprise.engine.world('default') as World;
    slot = createOpenStreams(new AbortController().signal).open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await reprise.close();
  });

  /** Causes events without HTTP, whose client uses timers of its own. */
  async function occur(times = 1): Promise<void> {
    const change = { congestion: '2' } as const;
    const command = { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', ...change } as const;
    const request = {
      domain: 'wallet',
      prepare: () => ({ command }),
      respond: () => undefined,
    } as const;
    for (let time = 0; time < times; time += 1) await world.send(request);
  }

  /** Advances the timers once the cursor has read the present events. */
  async function pass(ms: number): Promise<void> {
    await world.describe();
    await vi.advanceTimersByTimeAsync(ms);
  }

  it('sends heartbeats while no event arrives', async () => {
    const texts = eventTexts(world, { from: 1 }, slot.ended);
    for (let time = 0; time < 3; time += 1) {
      const next = texts.next();
      await pass(heartbeatMs);
      expect(await next).toEqual({ done: false, value: heartbeat });
    }
    await occur();
    expect((await texts.next()).value).toMatch(/^id: 1\ndata: \{.*\}\n\n$/);
    let isSent = false;
    const next = texts.next().finally(() => (isSent = true));
    await pass(heartbeatMs - 1);
    expect(isSent).toBe(false);
    await pass(1);
    expect((await next).value).toBe(heartbeat);
    await texts.return();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends heartbeats while its filter excludes all events', async () => {
    const texts = eventTexts(world, { from: 1, type: 'TransactionStuck' }, slot.ended);
    const next = texts.next();
    for (let time = 0; time < 3; time += 1) {
      await occur();
      await pass(heartbeatMs / 3);
    }
    expect((await next).value).toBe(heartbeat);
    await texts.return();
  });

  it('reads nothing twice, even if its filter excludes events', async () => {
    await occur(5);
    const texts = eventTexts(world, { from: 1, type: 'TransactionStuck' }, slot.ended);
    const next = texts.next();
    for (let time = 0; time < 5; time += 1) {
      await occur();
      await pass(0);
    }
    expect(queries.map(({ from }) => from)).toEqual([1]); // later ones arrive with their commits
    slot.end();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('misses no event that is committed during a read', async () => {
    await occur(2);
    const read = readEvents;
    readEvents = async (name, query) => {
      const page = await read(name, query);
      if (queries.length === 1) await occur();
      return page;
    };
    const texts = eventTexts(world, { from: 1 }, slot.ended);
    const received = [(await texts.next()).value, (await texts.next()).value].join('');
    expect([...received.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['1', '2', '3']);
    await texts.return();
  });

  it('reads nothing ahead of its reader', async () => {
    await occur(3 * eventsPerRead);
    const texts = eventTexts(world, { from: 1 }, slot.ended);
    await texts.next();
    await occur(3);
    await pass(heartbeatMs * 2);
    expect(queries).toHaveLength(1);
    await texts.return();
  });

  it('ends while it waits, and releases its timers and reads', async () => {
    const texts = eventTexts(world, { from: 1 }, slot.ended);
    const next = texts.next();
    await pass(0);
    slot.end();
    expect((await next).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    await occur();
    expect(queries).toEqual([]);
  });

  it('frees its slot when the events cannot be read', async () => {
    await occur();
    readEvents = () => Promise.reject(new Error('The disk is gone.'));
    const { stream } = streamAnswer(slot, () => eventTexts(world, { from: 1 }, slot.ended));
    const texts = stream?.(new AbortController().signal)[Symbol.asyncIterator]();
    await expect(texts?.next()).rejects.toThrow('The disk is gone.');
    expect(slot.ended.aborted).toBe(true);
  });
});
