// The studio in an Express app: below nested paths, beside other handlers, with the checks of the control plane.

import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../../adapters/client/index.ts';
import { studioRouter } from '../../../../adapters/index.ts';
import { openReprise, type Reprise } from '../../../../adapters/reprise.ts';
import { pageFiles } from '../../../../adapters/studio/site/page-files.ts';
import { usualMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ hookTimeout: 2 * usualMs });

const token = 'a-token-for-tests';
const mount = '/admin/tools/studio';

let reprise: Reprise;
let server: Server;
let url: string;

beforeAll(async () => {
  reprise = await openReprise({ token, isPaced: false, allowHosts: ['tools.example'] });
  const tools = express.Router().use('/tools/studio', studioRouter(reprise));
  const site = express()
    .use('/admin', tools)
    .use('/tenants/:tenant/studio', studioRouter(reprise))
    .use((_request, response) => response.status(404).send('of the site'));
  server = createServer(site).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await reprise.close();
});

const htmlAt = async (path: string) => (await fetch(url + path)).text();

/** The value of a data attribute of the shell. */
const dataIn = (html: string, name: string) =>
  new RegExp(` data-${name}="([^"]*)"`).exec(html)?.[1];

async function statusFor(path: string, headers: Record<string, string>): Promise<number> {
  const request = httpRequest(url + path, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode ?? 0;
}

describe('the studio in an Express app', () => {
  it.each([mount, `${mount}/`, '/tenants/one/studio'])('opens at %s', async (path) => {
    const base = path.replace(/\/$/, '');
    const html = await htmlAt(path);
    expect(dataIn(html, 'page')).toBe('studio');
    expect(dataIn(html, 'server')).toBe(`${base}/`);
    expect(dataIn(html, 'docs')).toBe(`${base}/docs`);
    const { script, style } = pageFiles();
    for (const name of [script, style]) {
      expect(html).toContain(`"${base}/assets/${name}"`);
      const asset = await fetch(`${url}${base}/assets/${name}`);
      expect(asset.headers.get('cache-control')).toContain('immutable');
      expect(asset.status).toBe(200);
      await asset.arrayBuffer();
    }
  });

  it('reaches the control plane where its shell says that it is, with the token', async () => {
    const server = new URL(dataIn(await htmlAt(mount), 'server') ?? '', url).href;
    const client = createClient({ url: server, token });
    expect((await client.worlds.list()).map(({ name }) => name)).toEqual(['default']);
    const document = await fetch(`${server}__reprise/openapi.json`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await document.json()).toMatchObject({ servers: [{ url: `${server}__reprise` }] });
    expect((await fetch(`${server}__reprise/worlds`)).status).toBe(401);
  });

  it('shows the documents at docs', async () => {
    const html = await htmlAt(`${mount}/docs`);
    expect(dataIn(html, 'page')).toBe('docs');
    expect(dataIn(html, 'server')).toBe(`${mount}/`);
    expect(dataIn(html, 'studio')).toBe(`${mount}/`);
  });

  it('has the headers of the pages of a server', async () => {
    const { headers } = await fetch(url + mount);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('leaves other paths and methods to the site, and serves no service', async () => {
    for (const path of [`${mount}/else`, `${mount}/v1/w3s/wallets`, `${mount}/ping`]) {
      expect(await htmlAt(path)).toBe('of the site');
    }
    expect(await (await fetch(url + mount, { method: 'POST' })).text()).toBe('of the site');
    expect(await htmlAt(`${mount}/assets/studio-00000000.js`)).toBe('There is no such page.');
  });

  it.each(['', '/docs', '/assets/LICENSES.txt', '/__reprise/health'])(
    'checks Host and Origin as the control plane does, at %j',
    async (path) => {
      const at = mount + path;
      expect(await statusFor(at, { Host: 'rebound.example' })).toBe(403);
      expect(await statusFor(at, { Host: 'tools.example' })).toBe(200);
      expect(await statusFor(at, { Origin: 'https://rebound.example' })).toBe(403);
      expect(await statusFor(at, { Origin: 'https://tools.example' })).toBe(200);
    },
  );

  it('names no other host for a path that begins with two slashes', async () => {
    const anywhere = createServer(express().use(/^.*(?=\/docs)/, studioRouter(reprise)));
    anywhere.listen(0, '127.0.0.1');
    await once(anywhere, 'listening');
    const { port } = anywhere.address() as AddressInfo;
    const html = await (await fetch(`http://127.0.0.1:${port}//rebound.example/docs`)).text();
    anywhere.close();
    anywhere.closeAllConnections();
    expect(dataIn(html, 'server')).toBe('/rebound.example/');
  });
});
