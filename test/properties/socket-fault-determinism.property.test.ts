// The same seed and the same socket faults yield the same frames on every host, and replay equal.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { speech, type World } from '../../core/index.ts';
import { onStrike } from '../support/faults/on-strike.ts';
import { expectEqual, recordingFolder } from '../support/recording/recordings.ts';
import { runs } from '../support/runner/runs.ts';
import { clear, close, flush, connectToSpeak } from '../support/speech/client.ts';
import type { WebSocket } from 'ws';
import {
  inExpress,
  inProcess,
  onNode,
  type SpeechHost,
  type StartSpeechHost,
} from '../support/speech/hosts.ts';

const folder = recordingFolder();

const condition = fc.record(
  {
    count: fc.integer({ min: 1, max: 3 }),
    after: fc.nat(2),
    every: fc.integer({ min: 1, max: 3 }),
    chance: fc.constantFrom(0, 0.3, 0.7, 1),
    json: fc.constantFrom({ type: 'Flush' }, { type: 'Cleared' }),
    between: fc.constant(['2026-01-01T00:00:00Z', '2026-01-01T00:00:03Z']),
  },
  { requiredKeys: [] },
);

const effect = fc.oneof(
  fc
    .constantFrom('drop-frame', 'double-frame', 'swap-frames', 'half-open')
    .map((kind) => ({ kind })),
  fc.record({ kind: fc.constant('delay-frame'), delay: fc.nat(4_000), jitter: fc.nat(2_000) }),
  fc.record({ kind: fc.constant('close-socket'), code: fc.constantFrom(1011, 4000) }),
);

const frameFault = fc
  .record(
    { conn: fc.integer({ min: 1, max: 2 }), direction: fc.constantFrom('in', 'out') },
    { requiredKeys: [] },
  )
  .chain((where) => fc.tuple(effect, condition).map(([how, when]) => ({ ...where, ...how, when })))
  .map((given) => {
    // The last frame from the client must arrive: it ends the talk.
    const loses = ['drop-frame', 'swap-frames'].includes(given.kind) && given.direction !== 'out';
    return loses ? { ...given, when: { ...given.when, json: { type: 'Flush' } } } : given;
  });

const fault = fc.oneof(
  { weight: 5, arbitrary: frameFault },
  {
    weight: 1,
    arbitrary: condition.map(({ json: _json, ...when }) => ({ kind: 'refuse-upgrade', when })),
  },
);

const plan = fc.record({
  faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
  talks: fc.array(fc.array(fc.constantFrom(clear, flush), { maxLength: 5 }), {
    minLength: 1,
    maxLength: 2,
  }),
});

interface Plan {
  readonly faults: object[];
  readonly talks: { readonly type: string }[][];
}

const once = { when: { count: 1 } };

/** Each kind strikes, and a socket is half-open from a frame of either side on. */
const everyKind: Plan = {
  faults: [
    { ...once, kind: 'refuse-upgrade' },
    { ...once, kind: 'drop-frame', conn: 1, direction: 'out' },
    { ...once, kind: 'double-frame', conn: 1 },
    { ...once, kind: 'swap-frames', conn: 2, direction: 'out' },
    { ...once, kind: 'delay-frame', conn: 2, delay: '2s' },
    { kind: 'half-open', conn: 3, direction: 'in', when: { after: 1 } },
    { kind: 'half-open', conn: 4, direction: 'out', when: { after: 2 } },
    { ...once, kind: 'close-socket', conn: 5 },
  ],
  talks: Array.from({ length: 6 }, () => [clear, flush]),
};

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** The client of a half-open socket closes it when nothing more happens, as its own timeout would. */
async function leaveHalfOpen(host: SpeechHost, world: World, socket: WebSocket): Promise<void> {
  for (let inputs = -1; ;) {
    const now = await world.describe();
    if (now.inputs === inputs) return socket.close(1000);
    ({ inputs } = now);
    await host.fetch('/__reprise/health');
    for (let turns = 0; turns < 5; turns += 1) await turn(); // sent frames arrive
  }
}

/** Returns the views of the clients, in order, and the digest of the world. In `skip`, so that delayed frames arrive. */
async function played(start: StartSpeechHost, { faults, talks }: Plan, file?: string) {
  const host = await start({ defaults: { clock: { mode: 'skip', rate: 1, idle: false } } });
  try {
    const { engine, recordings } = host.reprise;
    const world = engine.world('default') as World;
    if (file !== undefined) await recordings.start(world, { file });
    for (const one of faults) await host.control('POST', '/worlds/default/faults', one);
    const seen: unknown[] = [];
    for (const messages of talks) {
      const opening = connectToSpeak(host);
      const following = onStrike(world, 'half-open', async () => {
        const { socket } = await opening;
        await leaveHalfOpen(host, world, socket);
      });
      const client = await opening;
      client.send(...messages, close);
      seen.push(await client.closed, client.seen);
      following.unsubscribe();
      while (world.peek(({ speech: state }) => speech.sessionList(state).length) > 0) await turn();
    }
    const { digest } = await world.describe();
    if (file !== undefined) await recordings.stop('default');
    return { seen, digest };
  } finally {
    await host.close();
  }
}

it('the same socket faults strike alike on every host, and in a replay', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const file = join(folder, `${randomUUID()}.jsonl`);
      const expected = await played(inProcess, given);
      expect(await played(onNode, given, file)).toEqual(expected);
      expect(await played(inExpress, given)).toEqual(expected);
      const { replay } = await expectEqual(file);
      expect(replay.digest).toBe(expected.digest);
    }),
    runs(8, [[everyKind]]),
  );
});

it('no socket fault touches another world', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ faults, talks }) => {
      const play = async (areFaulty: boolean) => {
        const host = await inProcess();
        const other = await host.reprise.worlds.create({ name: 'other', seed: 'same' });
        for (const one of areFaulty ? faults : [])
          await host.control('POST', '/worlds/default/faults', one);
        const seen: unknown[] = [];
        for (const messages of talks) {
          const struck = areFaulty ? await connectToSpeak(host) : undefined;
          const client = await connectToSpeak(host, { prefix: '/w/other' });
          for (const message of [...messages, close]) {
            struck?.send(message); // ignored once it is closed
            client.send(message);
          }
          seen.push(await client.closed, client.seen);
        }
        const { digest } = await other.describe();
        await host.close();
        return { seen, digest };
      };
      expect(await play(true)).toEqual(await play(false));
    }),
    runs(6),
  );
});
