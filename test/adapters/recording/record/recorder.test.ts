import { expect, it, vi } from 'vitest';
import type { Peer } from '../../../../adapters/protocol/channel.ts';
import { bodyBytesPerTurn } from '../../../../adapters/protocol/limits.ts';
import { createApp } from '../../../../adapters/protocol/app.ts';
import { json } from '../../../../adapters/protocol/messages.ts';
import type { Service } from '../../../../adapters/protocol/service.ts';
import { createWalletService } from '../../../../adapters/services/wallet/service.ts';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { Recorder } from '../../../../adapters/recording/record/recorder.ts';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import type { RecordingWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { nodeHost } from '../../../../adapters/reprise.ts';
import { openEngine } from '../../../../core/index.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

it('reports an error of its writer, without effect on clients', async () => {
  const engine = await openEngine({ store: createMemoryStore(), host: nodeHost });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const rest = { seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;
  const world = await engine.create({ name: 'default', ...rest });
  const broken = () => {
    throw new Error('a bug of the writer');
  };
  const writer: RecordingWriter = {
    *prepare() {},
    *prepareFrame() {},
    entryCount: () => 0,
    writtenCount: () => 0,
    append: broken,
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
  const failures: unknown[] = [];
  const { hook } = new Recorder({
    world,
    writer,
    inputs: 0,
    digest: '',
    onFailed: (error) => failures.push(error),
  });
  const hooks = new Map([['default', hook]]);
  const app = createApp({
    services: [createWalletService()],
    worldNamed: (name) => engine.world(name),
    hooks,
  });
  const ask = () =>
    app.handle({
      method: 'GET',
      url: '/v1/w3s/wallets',
      headers: { authorization: 'Bearer TEST_API_KEY:reprise:demo' },
      body: Buffer.alloc(0),
      origin: 'http://localhost',
    });
  expect((await ask()).status).toBe(200);
  expect(failures).toHaveLength(1);
  await world.advance({ byMs: 1_000 });
  expect(failures).toHaveLength(2);
  hooks.clear();
  expect((await ask()).status).toBe(200);
  await engine.close();
});

/** A service that throws. */
const buggy: Service = {
  name: 'buggy',
  isInWorld: true,
  owns: () => true,
  answer: () => Promise.reject(new Error('a bug')),
  channelAt: (path) =>
    path === '/socket' ? { open: () => Promise.reject(new Error('a bug')) } : undefined,
  refuse: (_request, status, message) => json(status, { message }),
};
const peer: Peer = {
  send: () => undefined,
  close: () => undefined,
  drained: () => Promise.resolve(),
};

it('redacts a long body before its service answers, in turns between which others are answered', async () => {
  const engine = await openEngine({ store: createMemoryStore(), host: nodeHost });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const rest = { seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;
  const world = await engine.create({ name: 'default', ...rest });
  const steps: string[] = [];
  let isOtherWaiting = true;
  const writer: RecordingWriter = {
    *prepare({ text = '' }) {
      steps.push(`${text.length} characters`);
      void setImmediate(() => steps.push('next turn'));
      // A break comes soon; without one, the other request is not answered.
      for (let piece = 0; piece < 10_000_000 && isOtherWaiting; piece += 1) yield;
      steps.push(isOtherWaiting ? 'another one waits' : 'another one is answered');
    },
    *prepareFrame() {},
    entryCount: () => 0,
    writtenCount: () => 0,
    append: ({ kind }) => steps.push(kind),
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
  const onFailed = (error: unknown) => {
    throw error;
  };
  const recorder = new Recorder({ world, writer, inputs: 0, digest: '', onFailed });
  const service: Service = {
    ...buggy,
    answer: () => {
      steps.push('answer');
      return Promise.resolve(json(200, {}));
    },
  };
  const hooks = new Map([['default', recorder.hook]]);
  const app = createApp({ services: [service], worldNamed: (name) => engine.world(name), hooks });
  const post = (length: number) => {
    const body = Buffer.alloc(length, 'a');
    return app.handle({ headers: {}, origin: 'http://localhost', method: 'POST', url: '/', body });
  };
  await post(bodyBytesPerTurn);
  const entries = ['http.request', 'http.answer'];
  expect(steps.splice(0)).toEqual(['answer', ...entries]);
  const long = post(bodyBytesPerTurn + 1);
  await post(bodyBytesPerTurn);
  isOtherWaiting = false;
  await long;
  const length = `${bodyBytesPerTurn + 1} characters`;
  const other = ['answer', ...entries, 'next turn', 'another one is answered'];
  expect(steps).toEqual([length, ...other, 'answer', ...entries]);
  await engine.close();
});

it('records the answer when a service throws, and does not wait for another one', async () => {
  const engine = await openEngine({ store: createMemoryStore(), host: nodeHost });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const rest = { seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;
  const world = await engine.create({ name: 'default', ...rest });
  const entries: UnsealedEntry[] = [];
  const writer: RecordingWriter = {
    *prepare() {},
    *prepareFrame() {},
    entryCount: () => entries.length,
    writtenCount: () => entries.length,
    append: (entry) => entries.push(entry),
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
  const onFailed = (error: unknown) => {
    throw error;
  };
  const recorder = new Recorder({ world, writer, inputs: 0, digest: '', onFailed });
  const hooks = new Map([['default', recorder.hook]]);
  const worldNamed = (name: string) => engine.world(name);
  const app = createApp({ services: [buggy], worldNamed, hooks });
  const raw = { headers: {}, origin: 'http://localhost' };
  const body = Buffer.alloc(0);
  expect((await app.handle({ ...raw, method: 'GET', url: '/', body })).status).toBe(500);
  const opening = await app.open({ ...raw, url: '/socket' }, peer);
  expect(opening).toMatchObject({ kind: 'refused', response: { status: 500 } });
  expect(entries).toMatchObject([
    { kind: 'http.request', url: '/' },
    { kind: 'http.answer', to: 1, status: 500 },
    { kind: 'ws.open', url: '/socket' },
    { kind: 'http.answer', to: 3, status: 500 },
  ]);
  const turns = vi.spyOn(world, 'read');
  await recorder.settled();
  expect(turns).toHaveBeenCalledTimes(1);
  await engine.close();
});
