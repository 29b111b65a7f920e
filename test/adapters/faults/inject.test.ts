// The effects of a fault on the client of a request and on the world are the same on every host.

import { describe, expect, it } from 'vitest';
import {
  openFaultyWorld,
  type FaultyWorld,
  type ObservedAnswer,
} from '../../support/faults/faulty-world.ts';
import { inExpress, node, twin, type StartHost } from '../../support/server/hosts.ts';

const events = '/calendar/events/v1/events';
const day = { start_date: '2026-02-01', end_date: '2026-02-02' };

const namesOf = (seen: ObservedAnswer): readonly string[] =>
  'body' in seen
    ? (JSON.parse(seen.body) as { events: { title: string }[] }).events.map(({ title }) => title)
    : [];

/** Creates an event under a fault; returns the response to the client, and the titles of all events after it. */
async function creating(world: FaultyWorld, fault: object) {
  await world.add({ id: 'f', route: `POST ${events}`, ...fault });
  const seen = await world.send('POST', events, { ...day, title: 'Fair' });
  const listed = await world.send('GET', events);
  return { seen, names: namesOf(listed) };
}

const hosts: readonly (readonly [string, StartHost])[] = [
  ['node', node],
  ['Express', inExpress('/stand/in')],
  ['in process', twin],
];

describe.each(hosts)('a fault, %s', (_name, start) => {
  const cases: readonly (readonly [object, object, readonly string[]])[] = [
    [
      { kind: 'refuse', status: 429, retryAfter: 7, code: 'busy', message: 'Later.' },
      {
        status: 429,
        headers: expect.objectContaining({ 'retry-after': '7' }),
        body: '{"code":"busy","message":"Later.","data":{"status":429}}',
      },
      [],
    ],
    [{ kind: 'lose-request' }, { failed: 'fetch failed (ECONNRESET)' }, []],
    [{ kind: 'lose-answer' }, { failed: 'fetch failed (ECONNRESET)' }, ['Fair']],
    [
      { kind: 'repeat' },
      { status: 201, body: expect.stringContaining('"id":2') },
      ['Fair', 'Fair'],
    ],
    [{ kind: 'cut' }, { status: 201, broken: 'terminated (UND_ERR_SOCKET)' }, ['Fair']],
    [{ kind: 'malformed' }, { status: 201, body: expect.not.stringMatching(/}$/) }, ['Fair']],
  ];

  it.each(cases)('%j', async (fault, seen, names) => {
    const world = await openFaultyWorld(start);
    try {
      const was = await creating(world, { ...fault, when: { count: 1 } });
      expect(was).toMatchObject({ seen, names });
      expect(await world.send('POST', events, { ...day, title: 'Next' })).toMatchObject({
        status: 201,
      });
    } finally {
      await world.close();
    }
  });

  it('of the kind hang sends no answer until its client leaves', async () => {
    const world = await openFaultyWorld(start);
    try {
      await world.add({ kind: 'hang', route: `POST ${events}` });
      const leaving = new AbortController();
      const sent = world.send('POST', events, { ...day, title: 'Fair' }, leaving.signal);
      const other = await world.send('GET', events);
      expect(namesOf(other)).toEqual([]);
      leaving.abort();
      expect(await sent).toEqual({ failed: 'This operation was aborted' });
    } finally {
      await world.close();
    }
  });

  it('of the kind slow answers after its delay', async () => {
    const world = await openFaultyWorld(start);
    try {
      await world.add({ kind: 'slow', delay: '2s', route: `POST ${events}` });
      let isAnswered = false;
      const sent = world.send('POST', events, { ...day, title: 'Fair' });
      void sent.then(() => (isAnswered = true));
      while (namesOf(await world.send('GET', events)).length === 0);
      await world.control('POST', '/worlds/default/clock/advance', { by: 1_999 });
      expect(isAnswered).toBe(false);
      await world.control('POST', '/worlds/default/clock/advance', { by: 1 });
      expect(await sent).toMatchObject({ status: 201 });
    } finally {
      await world.close();
    }
  });
});

describe('a slow answer', () => {
  it('arrives at once in skip, at a later instant', async () => {
    const world = await openFaultyWorld(twin, { mode: 'skip' });
    await world.add({ kind: 'slow', delay: '1h', service: 'calendar' });
    expect(await world.send('POST', events, { ...day, title: 'Fair' })).toMatchObject({
      status: 201,
    });
    const { body } = await world.control('GET', '/worlds/default/clock');
    expect(body).toMatchObject({ now: '2026-01-01T01:00:00.000Z' });
    await world.close();
  });

  it('is never sent if its world is reset', async () => {
    const world = await openFaultyWorld(twin);
    await world.add({ kind: 'slow', delay: '1h', service: 'calendar' });
    const sent = world.send('POST', events, { ...day, title: 'Fair' });
    await expect
      .poll(async () => (await world.control('GET', '/worlds/default')).body.position)
      .toBe(3);
    await world.control('POST', '/worlds/default/reset', {});
    expect(await sent).toEqual({ failed: 'fetch failed (ECONNRESET)' });
    await world.close();
  });
});

describe('a strike', () => {
  it('is an event with the request, and counted', async () => {
    const world = await openFaultyWorld(twin);
    await world.add({ id: 'f', kind: 'lose-answer', when: { every: 2 } });
    for (let count = 0; count < 3; count += 1) await world.send('GET', `${events}?page=1`);
    const { body } = await world.control('GET', '/worlds/default/events?type=FaultStruck');
    expect(body.events).toMatchObject([
      {
        stream: 'faults/fault/f',
        data: { request: { service: 'calendar', method: 'GET', path: events } },
      },
    ]);
    const listed = await world.control('GET', '/worlds/default/faults');
    expect(listed.body).toEqual({
      faults: [{ id: 'f', when: { every: 2 }, kind: 'lose-answer', tried: 3, struck: 1 }],
    });
    await world.close();
  });
});
