import { expect, it } from 'vitest';
import { createApp } from '../../../../adapters/http/app.ts';
import { createWalletService } from '../../../../adapters/services/wallet/service.ts';
import { createMemoryStore } from '../../../../adapters/memory/event-store.ts';
import { createRecorder } from '../../../../adapters/recording/record/recorder.ts';
import type { RecordingWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { nodeHost } from '../../../../adapters/reprise.ts';
import { openEngine } from '../../../../core/index.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

it('reports an error of its writer, and clients do not notice it', async () => {
  const engine = await openEngine({ store: createMemoryStore(), host: nodeHost });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const rest = { seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;
  const world = await engine.create({ name: 'default', ...rest });
  const broken = () => {
    throw new Error('a bug of the writer');
  };
  const writer: RecordingWriter = {
    entryCount: () => 0,
    append: broken,
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
  const failures: unknown[] = [];
  const { hook } = createRecorder({
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
