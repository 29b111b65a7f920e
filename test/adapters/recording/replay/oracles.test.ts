// Recordings of worlds whose dues wait for oracles: holds and releases are replayed in their order, at any speed of the
// oracles in the replay.

import * as fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../../adapters/protocol/app.ts';
import { json, type HttpRequest } from '../../../../adapters/protocol/messages.ts';
import type { Service } from '../../../../adapters/protocol/service.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { Recordings } from '../../../../adapters/recording/record/recordings.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import type { ClockMode, Oracles, World } from '../../../../core/index.ts';
import { shopDomains } from '../../../support/domains/print-shop.ts';
import {
  bell,
  createPrinter,
  openShopEngine,
  order,
  immediateOracles,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../../support/engine/fake-oracle.ts';
import { expectComplete, recordingFolder } from '../../../support/recording/recordings.ts';
import { runs } from '../../../support/runner/runs.ts';

const folder = recordingFolder();
let files = 0;

/** A service of the shop that passes requests to its world without changes. */
const counter: Service = {
  name: 'counter',
  isInWorld: true,
  owns: () => true,
  refuse: (_request, status, message) => json(status, { message }),
  async answer(request, world) {
    if (world === undefined) return json(404, {});
    try {
      return json(200, { id: world.requestId(), is: await serve(request, world) });
    } catch (error) {
      return json(503, { message: String(error) });
    }
  },
};

async function serve({ path, query }: HttpRequest, world: World): Promise<unknown> {
  const ms = Number(query.get('ms'));
  const shown = () => world.read((_states, view) => [view().nowMs, view().position, view().digest]);
  switch (path) {
    case '/order':
      return sendToShop(world, order(query.get('text') ?? '', ms));
    case '/bell':
      return sendToShop(world, bell(ms));
    case '/advance':
      return world.advance({ byMs: ms });
    case '/idle':
      return world.advance({ untilIdle: true, maxMs: 100 });
    case '/clock':
      return (await world.setClock({ mode: query.get('mode') as ClockMode })).nowMs;
    case '/wait':
      return world.read(
        (_states, view) => view().nowMs,
        () => ['any'],
      );
    case '/twice': {
      await sendToShop(world, bell(ms));
      return [await shown(), await sendToShop(world, bell(2 * ms)), await shown()];
    }
    default:
      return shown();
  }
}

async function openCounter(mode: ClockMode, oracles: Oracles) {
  const hostTime = { nowMs: 0 };
  const engine = await openShopEngine({ oracles, hostTime });
  const world = await engine.create(shopRecord(mode));
  const recordings = new Recordings({
    engine,
    sessions: [],
    writtenBy: 'counter 1',
    services: ['counter'],
    rsaBits: 2048,
    newFile: () => join(folder, `${(files += 1)}.jsonl`),
    now: () => new Date(0),
  });
  const app = createApp({
    services: [counter],
    worldNamed: (name) => engine.world(name),
    hooks: recordings.hooks,
  });
  const ask = (url: string) =>
    app.handle({
      method: 'POST',
      url: `/w/w${url}`,
      origin: '',
      headers: {},
      body: Buffer.alloc(0),
    });
  return { engine, world, recordings, ask, hostTime };
}

const anywhere = [
  fc.nat(20).map((ms) => `/order?ms=${ms}`),
  fc.nat(20).map((ms) => `/bell?ms=${ms}`),
  fc.nat(20).map((ms) => `/twice?ms=${ms}`),
  fc.constantFrom('/wait', '/look', '/look'),
  fc.record({ waits: fc.nat(20) }),
  fc.record({ finishes: fc.nat() }),
] as const;
const step = fc.oneof(
  ...anywhere,
  fc.nat(20).map((ms) => `/advance?ms=${ms}`),
  fc.constant('/idle'),
  fc.constantFrom<ClockMode>('real', 'frozen', 'skip').map((mode) => `/clock?mode=${mode}`),
);
const life = fc.record({
  mode: fc.constantFrom<ClockMode>('real', 'frozen', 'skip'),
  sequence: fc.array(fc.tuple(step, fc.boolean()), { maxLength: 25 }),
  startsAt: fc.nat(8),
});

describe('a recording of a world that waits for oracles', () => {
  it('is equal, in any order of their answers', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ mode, sequence, startsAt }) => {
        const { asked, oracles } = createPrinter();
        const { engine, world, recordings, ask, hostTime } = await openCounter(mode, oracles);
        const under: Promise<unknown>[] = [];
        const started: Promise<{ readonly file: string }>[] = [];
        for (const [index, [one, isAlone]] of sequence.entries()) {
          if (index === startsAt) started.push(recordings.start(world));
          if (typeof one === 'string') under.push(ask(`${one}&text=${index}`));
          else if ('waits' in one) hostTime.nowMs += one.waits;
          else asked.splice(one.finishes % (asked.length || 1), 1)[0]?.finish();
          if (index % 4 === 3) void world.tick();
          if (isAlone) await drainEventLoop();
        }
        if (started.length === 0) started.push(recordings.start(world));
        const isOver = { is: false };
        void Promise.all([...under, ...started]).then(() => (isOver.is = true));
        while (!isOver.is || asked.length > 0) {
          asked.shift()?.finish();
          await drainEventLoop();
        }
        const { file } = (await started[0]) ?? { file: '' };
        const { digest } = await recordings.stop('w');
        await engine.close();
        const recording = await readRecording(file);
        await expectComplete(recording, engine.store);
        const options = { domains: shopDomains, services: [counter], oracles: immediateOracles };
        const replay = await replayRecording(file, recording, options);
        expect(replay.divergence).toBeUndefined();
        expect(replay).toMatchObject({ digest });
      }),
      { ...runs(100), timeout: 20_000 },
    );
  });

  it('is refused with the entry if an oracle has no answer', async () => {
    const { recordings, world, ask } = await openCounter('frozen', immediateOracles);
    const { file } = await recordings.start(world);
    await ask('/order?ms=5');
    await ask('/advance?ms=10');
    await recordings.stop('w');
    const recording = await readRecording(file);
    const options = { domains: shopDomains, services: [counter] };
    await expect(replayRecording(file, recording, options)).rejects.toMatchObject({
      name: 'RecordingError',
      message: expect.stringContaining('printer') as unknown,
      place: recording.entries.findLast(({ kind }) => kind === 'http.request')?.n,
    });
  });

  it('is equal if a real clock is advanced past a held due', async () => {
    const { asked, oracles } = createPrinter();
    const { recordings, world, ask } = await openCounter('real', oracles);
    const { file } = await recordings.start(world);
    await ask('/order?ms=5');
    await ask('/advance?ms=10');
    asked[0]?.finish();
    await drainEventLoop();
    await recordings.stop('w');
    const options = { domains: shopDomains, services: [counter], oracles: immediateOracles };
    const replay = await replayRecording(file, await readRecording(file), options);
    expect(replay.divergence).toBeUndefined();
  });
});
