import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { expressHandler } from '../../adapters/hosts/node/express.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../adapters/reprise.ts';
import { inExpress, listen, node, twin } from '../support/server/hosts.ts';
import { realClient, testKey, token } from '../support/server/server.ts';
import { describeHost, describeStreams } from './http-host.contract.ts';

describeHost('Express', inExpress(''), node);
describeHost('mounted Express', inExpress('/stand/in'), node);
describeHost('in-process', twin, node);

describeStreams('Node', node);
describeStreams('Express', inExpress(''));
describeStreams('mounted Express', inExpress('/stand/in'));
describeStreams('in-process', twin);

describe('Reprise in another Express app', () => {
  async function site(before: (app: express.Express) => void) {
    const reprise = await openReprise({ store: createMemoryStore(), token, version: '0' });
    const app = express();
    before(app);
    app.use('/stand-in', expressHandler(reprise.app));
    app.get('/own', (_request, response) => void response.send('mine'));
    app.get('/stand-in/own', (_request, response) => void response.send('mine too'));
    const host = await listen(createServer(app));
    return { ...host, stop: () => host.close().then(reprise.close) };
  }

  it('serves the real client under a mount path, and leaves other paths alone', async () => {
    const { base, fetch: ask, stop } = await site(() => undefined);
    try {
      const client = realClient(`${base}/stand-in`, testKey);
      const { data } = await client.createWalletSet({ name: 'mounted' });
      const listed = await client.listWalletSets();
      expect(listed.data?.walletSets.map(({ id }) => id)).toEqual([data?.walletSet.id]);
      expect((listed as unknown as { headers: { link: string } }).headers.link).toContain(
        `<${base}/stand-in/v1/w3s/walletSets>; rel="self"`,
      );
      expect(await (await ask('/own', {})).text()).toBe('mine');
      expect(await (await ask('/stand-in/own', {})).text()).toBe('mine too');
    } finally {
      await stop();
    }
  });

  it('works after a body parser too', async () => {
    const { base, stop } = await site((app) => app.use(express.json()));
    try {
      const client = realClient(`${base}/stand-in`, testKey);
      expect((await client.createWalletSet({ name: 'parsed' })).status).toBe(201);
      expect((await client.listWalletSets()).data?.walletSets).toHaveLength(1);
    } finally {
      await stop();
    }
  });

  it('reads a form that a body parser has already read', async () => {
    const { fetch: ask, stop } = await site((app) =>
      app.use(express.urlencoded({ extended: true })),
    );
    try {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = 'venue=Hall&city=Town';
      const path = '/stand-in/calendar/events/v1/venues';
      const answered = await ask(path, { method: 'POST', headers, body });
      expect([answered.status, await answered.json()]).toMatchObject([
        201,
        { venue: 'Hall', city: 'Town' },
      ]);
    } finally {
      await stop();
    }
  });

  it('reads a body that a body parser has decoded', async () => {
    const { fetch: ask, stop } = await site((app) => app.use(express.json()));
    try {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      const body = gzipSync(JSON.stringify({ venue: 'Hall' }));
      const path = '/stand-in/calendar/events/v1/venues';
      expect((await ask(path, { method: 'POST', headers, body })).status).toBe(201);
    } finally {
      await stop();
    }
  });

  it('leaves the front page to the app', async () => {
    const { fetch: ask, stop } = await site((app) =>
      app.get('/', (_request, response) => void response.send('front page')),
    );
    try {
      expect(await (await ask('/', {})).text()).toBe('front page');
      expect((await ask('/stand-in/', {})).status).toBe(404);
    } finally {
      await stop();
    }
  });
});
