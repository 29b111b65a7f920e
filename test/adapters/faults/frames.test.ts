// Faults of sockets: their effects on clients and sessions, and their entries in recordings.

import { describe, expect } from 'vitest';
import { epochMs } from '../../support/engine/pure-world.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { expectEqual } from '../../support/recording/recordings.ts';
import { clear, close, flush, type SpeechClient } from '../../support/speech/client.ts';

/** A world with faults, and clients that talk to it. */
const it = speechTest({ defaults: { seed: 'same' } }).extend('faulty', ({ host, connect }) => {
  const control = (method: string, path: string, body?: object) =>
    host.control(method, `/worlds/default${path}`, body);
  const speak = () => connect('/v1/speak');
  return {
    control,
    speak,
    add: (fault: object) => control('POST', '/faults', fault),
    advance: (by: string) => control('POST', '/clock/advance', { by }),
    strikes: async (): Promise<readonly object[]> =>
      (await control('GET', '/events?type=FaultStruck')).events,
    /** Sends Clear, Flush, Clear and Close; returns the received messages and the close code. */
    talked: async () => {
      const client = await speak();
      client.send(clear, flush, clear, close);
      const code = await client.closed;
      return [...typesOf(client), code];
    },
  };
});

/** The type of each message with its number, as in `Cleared 0`. */
const typesOf = ({ seen }: SpeechClient) =>
  seen.map((one) => ('type' in one ? [one['type'], one['sequence_id']].join(' ').trim() : 'audio'));

interface Fault {
  readonly kind: string;
  readonly direction?: string;
  readonly [more: string]: unknown;
}

const plain = ['Metadata', 'Cleared 0', 'Flushed 1', 'Cleared 2', '1000'];

describe('a frame', () => {
  it.for<[Fault, readonly string[]]>([
    [{ kind: 'drop-frame', direction: 'out' }, ['Metadata', 'Flushed 1', 'Cleared 2', '1000']],
    [{ kind: 'drop-frame', direction: 'in' }, ['Metadata', 'Cleared 0', 'Cleared 1', '1000']],
    [
      { kind: 'double-frame', direction: 'out' },
      ['Metadata', 'Cleared 0', 'Cleared 0', 'Flushed 1', 'Cleared 2', '1000'],
    ],
    [
      { kind: 'double-frame', direction: 'in' },
      ['Metadata', 'Cleared 0', 'Flushed 1', 'Flushed 2', 'Cleared 3', '1000'],
    ],
    [
      { kind: 'swap-frames', direction: 'out' },
      ['Metadata', 'Flushed 1', 'Cleared 0', 'Cleared 2', '1000'],
    ],
    [
      { kind: 'swap-frames', direction: 'in' },
      ['Metadata', 'Cleared 0', 'Cleared 1', 'Flushed 2', '1000'],
    ],
    [{ kind: 'close-socket', direction: 'out', code: 4000 }, ['Metadata', '4000']],
    [
      { kind: 'close-socket', direction: 'in', reason: 'gone' },
      ['Metadata', 'Cleared 0', '1011 gone'],
    ],
  ])(
    '%j strikes the second one',
    async ([fault, expected], { faulty: { add, strikes, talked } }) => {
      await add({ ...fault, when: { after: 1, count: 1 } });
      expect(await talked()).toEqual(expected);
      expect(await talked()).toEqual(plain);
      const direction = fault.direction;
      const request = { service: 'speech', path: '/v1/speak', conn: 1, direction, frame: 2 };
      expect(await strikes()).toMatchObject([{ data: { request } }]);
    },
  );

  it.for<[Fault, readonly (readonly string[])[]]>([
    [{ kind: 'drop-frame', conn: 2 }, [plain, ['1000'], plain]],
    [
      { kind: 'drop-frame', when: { json: { type: 'Metadata' }, count: 1 } },
      [plain.slice(1), plain],
    ],
    [{ kind: 'drop-frame', when: { chance: 0 } }, [plain]],
    [{ kind: 'drop-frame', route: 'WS /v1/listen' }, [plain]],
    [{ kind: 'drop-frame', route: '/v1/agent/**' }, [plain]],
    [{ kind: 'drop-frame', when: { between: ['2027-01-01', '2028-01-01'] } }, [plain]],
  ])('is struck by %j as declared', async ([fault, expected], { faulty: { add, talked } }) => {
    await add({ direction: 'out', ...fault });
    for (const seen of expected) expect(await talked()).toEqual(seen);
  });

  it('is struck by chance, alike for the same seed and otherwise on another connection', async ({
    host,
    faulty: { speak, add },
  }) => {
    await add({ kind: 'drop-frame', direction: 'out', when: { chance: 0.5 } });
    const many = async () => {
      const client = await speak();
      client.send(...Array.from({ length: 24 }, () => flush), close);
      await client.closed;
      return typesOf(client);
    };
    const [first, second] = [await many(), await many()];
    expect(first.length).toBeGreaterThan(4);
    expect(first.length).toBeLessThan(21);
    expect(second).not.toEqual(first);
    await host.reprise.engine.reset('default');
    await add({ kind: 'drop-frame', direction: 'out', when: { chance: 0.5 } });
    // The id of the fault also derives from the seed.
    expect([await many(), await many()]).toEqual([first, second]);
  });

  it('is struck on a connection that was open before the fault', async ({
    faulty: { speak, add, strikes },
  }) => {
    const client = await speak();
    client.send(clear);
    await client.messages(2);
    await add({ kind: 'close-socket', direction: 'in', code: 1013 });
    client.send(clear);
    expect(await client.closed).toBe('1013');
    expect(typesOf(client)).toEqual(['Metadata', 'Cleared 0']);
    expect(await strikes()).toMatchObject([{ data: { request: { conn: 1, frame: 1 } } }]);
  });
});

describe('a delayed frame', () => {
  it('to the client arrives on the virtual clock, and before later ones', async ({
    faulty: { speak, add, advance, strikes },
  }) => {
    await add({ kind: 'delay-frame', direction: 'out', delay: '5s', when: { after: 1, count: 1 } });
    const client = await speak();
    client.send(clear, flush);
    await expect.poll(strikes).toHaveLength(1);
    await advance('4999ms');
    expect(typesOf(client)).toEqual(['Metadata']);
    await advance('1ms');
    await client.messages(3);
    expect(typesOf(client)).toEqual(['Metadata', 'Cleared 0', 'Flushed 1']);
  });

  it('from the client arrives at its instant within a longer move of time, also in a replay', async ({
    host,
    record,
    faulty: { speak, control, add, advance, strikes },
  }) => {
    const { file, stop } = await record(host);
    await add({ kind: 'delay-frame', direction: 'in', delay: '5s', when: { count: 1 } });
    const client = await speak();
    client.send(clear, flush);
    await expect.poll(strikes).toHaveLength(1);
    await advance('1m');
    await client.messages(3);
    const { events } = await control('GET', '/events?type=TextCleared');
    expect(events).toMatchObject([{ at: epochMs + 5_000 }]);
    await stop();
    await expectEqual(file);
  });

  it('arrives in skip mode without a move of time', async ({
    faulty: { control, add, talked },
  }) => {
    await control('PATCH', '/clock', { mode: 'skip' });
    await add({ kind: 'delay-frame', delay: '5s' });
    expect(await talked()).toEqual(plain);
  });
});

describe('a half-open socket', () => {
  it('passes no further frames, and its client receives no close', async ({
    faulty: { speak, control, add, advance, strikes },
  }) => {
    await add({ kind: 'half-open', direction: 'in', when: { after: 1 } });
    const client = await speak();
    client.send(clear, flush, clear, close);
    await expect.poll(strikes).toHaveLength(1);
    await advance('2h'); // the session ends by its own timeout
    expect(typesOf(client)).toEqual(['Metadata', 'Cleared 0']);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    const { sessions } = await control('GET', '/sessions');
    expect(sessions).toEqual([]);
    client.socket.close(1000);
    expect(await client.closed).toBe('1000');
  });
});

describe('an upgrade', () => {
  it('is refused in the form of the service, and opens no session', async ({
    faulty: { speak, add, strikes, talked },
  }) => {
    const fault = { kind: 'refuse-upgrade', status: 429, retryAfter: 3, when: { count: 1 } };
    await add({ ...fault, route: 'WS /v1/speak', code: 'TOO_MANY_REQUESTS' });
    const client = await speak();
    expect(await client.closed).toBe('Unexpected server response: 429');
    const { response } = client.socket as unknown as {
      response: { headers: Readonly<Record<string, string>>; body: string };
    };
    expect(response.headers).toMatchObject({ 'Retry-After': '3' });
    expect(JSON.parse(response.body)).toMatchObject({ err_code: 'TOO_MANY_REQUESTS' });
    expect(await talked()).toEqual(plain);
    const request = { service: 'speech', method: 'WS', path: '/v1/speak' };
    expect(await strikes()).toMatchObject([{ data: { request } }]);
  });

  it('is not refused by faults of requests', async ({ faulty: { add, talked } }) => {
    await add({ kind: 'refuse' });
    expect(await talked()).toEqual(plain);
  });
});

it('each kind is recorded, and replays equal', async ({
  host,
  record,
  faulty: { control, add, talked },
}) => {
  const { file, stop } = await record(host);
  const kinds = ['refuse-upgrade', 'drop-frame', 'double-frame', 'swap-frames', 'close-socket'];
  for (const kind of kinds) await add({ kind, when: { count: 1 } });
  await add({ kind: 'delay-frame', delay: '1s', when: { count: 2 } });
  await control('PATCH', '/clock', { mode: 'skip' });
  for (let talks = 0; talks < 4; talks += 1) await talked();
  await stop();
  const { entries } = await expectEqual(file);
  const struck = entries.filter((entry) => entry.kind === 'event' && entry.type === 'FaultStruck');
  expect(struck).toHaveLength(7);
});
