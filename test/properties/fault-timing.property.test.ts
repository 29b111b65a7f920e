// Faults strike by what happens in the world, not by when: a driver that waits for what it has caused gets the same world, however
// long it then hesitates, over any store.

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { faults as known, speech, type EventStore, type World } from '../../core/index.ts';
import { hesitation, hesitations, loopTurn } from '../support/runner/hesitation.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { testKey, token } from '../support/server/server.ts';
import { close, connectTo, flush, speak, type SpeechClient } from '../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../support/speech/hosts.ts';
import { createRamFolder } from '../support/store/store-file.ts';

vi.setConfig({ testTimeout: longMs });

const folder = createRamFolder('fault-timing');
afterAll(() => rmSync(folder, { recursive: true }));

const condition = fc.record(
  {
    count: fc.integer({ min: 1, max: 3 }),
    after: fc.nat(12),
    every: fc.integer({ min: 1, max: 3 }),
    chance: fc.constantFrom(0.3, 0.7, 1),
  },
  { requiredKeys: [] },
);

const kind = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...known.frameFaultKinds) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...known.requestFaultKinds.filter((one) => one !== 'hang'),
      ...known.upgradeFaultKinds,
    ),
  },
);

/** `hang` and a slow answer in a frozen world would keep the driver waiting. */
const fault = fc
  .tuple(kind, condition, fc.constantFrom('in', 'out', undefined), fc.nat(4_000))
  .map(([name, when, direction, delay]) => ({
    kind: name,
    when,
    ...(name.includes('frame') || ['close-socket', 'half-open'].includes(name)
      ? direction && { direction }
      : { service: 'calendar' }),
    ...(name === 'refuse-upgrade' ? { service: 'speech' } : {}),
    ...(name === 'slow' ? { delay: 0 } : {}),
    ...(name === 'delay-frame' ? { delay, jitter: '1s' } : {}),
  }));

type Step =
  | { readonly to: 'speak' | 'agent'; readonly messages: readonly object[] }
  | { readonly advanceMs: number }
  | 'post';

const longText = 'One two three four five, six and seven. Eight.';

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .constantFrom('One.', longText, 'A')
    .map((text): Step => ({ to: 'speak', messages: [speak(text), flush] })),
  fc.constantFrom('Hello.', 'What time is it?').map((content): Step => ({
    to: 'agent',
    messages: [{ type: 'InjectUserMessage', content }],
  })),
  fc.nat(9_000).map((advanceMs): Step => ({ advanceMs })),
  fc.constant<Step>('post'),
);

const plan = fc.record({
  faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
});

type Plan = typeof plan extends fc.Arbitrary<infer One> ? One : never;

const settings = {
  type: 'Settings',
  audio: {
    input: { encoding: 'linear16', sample_rate: 8_000 },
    output: { encoding: 'mulaw', sample_rate: 8_000, container: 'none' },
  },
  agent: {
    think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' } },
    greeting: 'Hello. How are you?',
  },
};

/** Waits until no request and no frame is on its way, and everything is spoken that is due. */
async function settle(world: World): Promise<void> {
  for (let inputs = -1; ;) {
    const now = (await world.describe()).inputs;
    if (now === inputs && !isSpeaking(world)) return;
    inputs = now;
    for (let turns = 0; turns < 4; turns += 1) await loopTurn();
  }
}

function isSpeaking(world: World): boolean {
  return world.peek(({ speech: state }) =>
    speech.sessionList(state).some(({ id }) => speech.isWaiting(state, id)),
  );
}

async function request(host: SpeechHost, path: string, body: object): Promise<void> {
  const key = path.startsWith('/__reprise') ? token : testKey;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await host
    .fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    .then((response) => response.text())
    .catch(() => undefined); // a fault lost it
}

async function run(host: SpeechHost, world: World, clients: Clients, one: Step): Promise<void> {
  if (one === 'post') {
    const event = { title: 'A', start_date: '2026-02-01', end_date: '2026-02-02' };
    await request(host, '/calendar/events/v1/events', event);
  } else if ('advanceMs' in one) {
    await request(host, '/__reprise/worlds/default/clock/advance', { by: one.advanceMs });
  } else {
    const { socket } = clients[one.to];
    if (socket.readyState === socket.OPEN) clients[one.to].send(...one.messages);
  }
  await settle(world);
}

interface Clients {
  readonly speak: SpeechClient;
  readonly agent: SpeechClient;
}

/** The digest of the world after the plan. */
async function played(store: EventStore, { faults, steps }: Plan, delays: readonly number[]) {
  const host = await inProcess({ store }, { resumeBytes: 1 }); // frames lag behind their events
  try {
    const world = host.reprise.engine.world('default') as World;
    const hesitate = hesitation(delays);
    for (const one of faults) await request(host, '/__reprise/worlds/default/faults', one);
    const clients: Clients = {
      speak: await connectTo(host, '/v1/speak'),
      agent: await connectTo(host, '/v1/agent/converse'),
    };
    await settle(world);
    const all: Step[] = [
      { to: 'agent', messages: [settings] },
      ...steps,
      { to: 'speak', messages: [close] },
    ];
    for (const one of all) {
      await hesitate();
      await run(host, world, clients, one);
    }
    for (const client of [clients.speak, clients.agent]) {
      client.socket.close(1000);
      await client.closed;
      await settle(world);
    }
    await run(host, world, clients, { advanceMs: 60_000 }); // a delayed frame holds up the end of its session
    const { position, digest } = await world.describe();
    return { position, digest };
  } finally {
    await host.close();
  }
}

/** Frames of a long sentence are still on their way when the driver goes on. */
const lagging: Plan = {
  faults: [{ kind: 'drop-frame', direction: 'out', when: { after: 5, every: 3 } }],
  steps: [{ to: 'speak', messages: [speak(longText), flush] }, 'post', 'post'],
};

const sqlite = () => openSqliteStore({ file: join(folder, `${randomUUID()}.sqlite`) });

it('the same driver gets the same world, however long it hesitates, in memory and in a file', async () => {
  await fc.assert(
    fc.asyncProperty(plan, hesitations, hesitations, async (given, some, other) => {
      const expected = await played(createMemoryStore(), given, some);
      expect(await played(createMemoryStore(), given, other)).toEqual(expected);
      expect(await played(sqlite(), given, other)).toEqual(expected);
    }),
    runs(10, [[lagging, [0], [1]]]),
  );
});
