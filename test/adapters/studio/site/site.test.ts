// The site of a server, asked over HTTP: the pages, their headers and files, and what it leaves to the control plane.

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createNodeServer } from '../../../../adapters/hosts/node/node.ts';
import { openReprise, type Reprise } from '../../../../adapters/reprise.ts';
import { lazySite } from '../../../../adapters/studio/site/lazy-site.ts';
import { pageFiles } from '../../../../adapters/studio/site/page-files.ts';
import { usualMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ hookTimeout: 2 * usualMs });

let server: Server;
let reprise: Reprise;
let url: string;

beforeAll(async () => {
  reprise = await openReprise({ token: 'a-token-for-tests', isPaced: false });
  server = createNodeServer(reprise.app, { site: lazySite('1.2.3') });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await reprise.close();
});

const page = (path: string, init: RequestInit = {}) => fetch(url + path, init);

/** `fetch` would replace the Host, and ask not to be answered from a cache. */
async function rawAnswer(
  path: string,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly body: string }> {
  const request = httpRequest(url + path, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

const { script, style } = pageFiles();
const assets = '/__reprise/studio/assets';

describe('the pages of the site', () => {
  it.each(['/', '/__reprise/studio', '/__reprise/docs', `${assets}/${script}`])(
    '%s refuses other hosts, and pages of others, as the control plane does',
    async (path) => {
      const host = new URL(url).host;
      const foreign = { host, origin: 'http://evil.example' };
      expect(await rawAnswer(path, foreign)).toMatchObject({
        status: 403,
        body: expect.stringContaining('http://evil.example'),
      });
      expect((await rawAnswer(path, { host: 'evil.example' })).status).toBe(403);
      expect((await rawAnswer(path, { host, origin: url })).status).toBe(200);
    },
  );

  it.each([
    ['/', 'text/html; charset=utf-8', 'Reprise 1.2.3'],
    ['/__reprise/studio', 'text/html; charset=utf-8', 'data-page="studio"'],
    ['/__reprise/studio/', 'text/html; charset=utf-8', 'data-server="/"'],
    ['/__reprise/docs', 'text/html; charset=utf-8', 'data-page="docs"'],
    ['/__reprise/docs?x=1', 'text/html; charset=utf-8', 'data-studio="/__reprise/studio"'],
  ])('%s is there without a token', async (path, type, part) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toContain(part);
  });

  it.each(['/', '/__reprise/studio', '/__reprise/docs'])(
    '%s allows nothing inline, nothing of other hosts, and no frames around it',
    async (path) => {
      const response = await page(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      const directives = new Map(
        policy.split('; ').map((part) => {
          const [name = '', ...values] = part.split(' ');
          return [name, values.join(' ')];
        }),
      );
      expect(policy).not.toMatch(/unsafe|http|\*/);
      expect(Object.fromEntries(directives)).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      });
      expect(response.headers.has('x-powered-by')).toBe(false);
      const html = await response.text();
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|https?:/);
    },
  );

  it.each(['/', '/__reprise/studio', `${assets}/${script}`, `${assets}/${style}`])(
    '%s has an ETag, and is not sent again to who has it',
    async (path) => {
      const etag = (await page(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      const again = await rawAnswer(path, { 'If-None-Match': etag });
      expect(again).toEqual({ status: 304, body: '' });
      expect((await rawAnswer(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );

  it.each(['/', '/__reprise/studio', '/__reprise/docs', `${assets}/${script}`])(
    'HEAD %s is GET without its body',
    async (path) => {
      const whole = await page(path);
      const head = await page(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }
    },
  );

  it('says in a plain sentence that a path is unknown', async () => {
    for (const path of ['/__reprise/studio/x', '/__reprise/docs/x', '/__reprise/studio/assets']) {
      const response = await page(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe('There is no such page.');
    }
  });

  it('shows no stack for a path that cannot be decoded, or a range that is not there', async () => {
    expect(await rawAnswer(`${assets}/%E0%A4%A`, {})).toEqual({
      status: 404,
      body: 'There is no such page.',
    });
    expect(await rawAnswer(`${assets}/${style}`, { Range: 'bytes=99999999-' })).toEqual({
      status: 416,
      body: 'Range Not Satisfiable.',
    });
  });
});

describe('the files of the page', () => {
  it('are kept by browsers for ever, since their names are those of their content', async () => {
    for (const name of [script, style]) {
      expect(name).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
      const response = await page(`${assets}/${name}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      await response.arrayBuffer();
    }
  });

  it('are looked at anew each time if their names do not change', async () => {
    const response = await page(`${assets}/LICENSES.txt`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    await response.arrayBuffer();
  });

  it.each(['studio-00000000.js', '', '..%2fcommand%2fmain.js', '%2e%2e/command/main.js', '.'])(
    'do not include %j',
    async (name) => {
      const response = await page(`${assets}/${name}`);
      expect(response.status).toBe(404);
      await response.text();
    },
  );

  it('are those that the shell names, and no others have names by content', async () => {
    const html = await (await page('/__reprise/studio')).text();
    expect(html).toContain(`src="${assets}/${script}"`);
    expect(html).toContain(`href="${assets}/${style}"`);
    const built = readdirSync(pageFiles().folder).filter((name) => /\.(js|css)$/.test(name));
    expect(built.toSorted()).toEqual([script, style].toSorted());
  });
});

describe('what the site leaves to others', () => {
  it('is every method but GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await page('/__reprise/studio', { method });
      expect({ method, status: response.status }).toEqual({ method, status: 401 });
      expect(response.headers.get('content-type')).toContain('application/json');
      await response.text();
    }
  });

  it('is every other path', async () => {
    const [health, worlds, ping] = await Promise.all(
      ['/__reprise/health', '/__reprise/worlds', '/ping'].map((path) => page(path)),
    );
    expect(await health?.json()).toMatchObject({ status: 'ok' });
    expect(worlds?.status).toBe(401);
    expect(await ping?.json()).toEqual({ message: 'pong' });
    expect((await page('/__reprise/studios')).status).toBe(401);
  });

  it('refuses a Host that is not of this machine, as everywhere', async () => {
    for (const path of ['/', '/__reprise/studio', `${assets}/${script}`, '/__reprise/docs']) {
      const { status, body } = await rawAnswer(path, { Host: 'rebound.example' });
      expect(status).toBe(403);
      expect(body).toContain('rebound.example');
      expect((await rawAnswer(path, { Host: 'localhost' })).status).toBe(200);
    }
  });
});
