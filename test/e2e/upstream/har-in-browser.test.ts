// An exported HAR is read by other software: Playwright answers a page from it.

import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { expect, it, vi } from 'vitest';
import { findChromium } from '../../package/chromium.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { closed, listening } from '../../support/upstream/conversations.ts';
import { exportTo } from '../../support/upstream/har.ts';
import { inFolder, recordThrough } from '../../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs }); // a browser is started

/** Undefined if there is none. */
const browserPath = (() => {
  try {
    return findChromium();
  } catch {
    return undefined;
  }
})();

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0x0d, 0x0a]);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** A page with a list that can be added to, an image, and an address that has moved. */
function createSite() {
  const items = ['é "one"'];
  return createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url, headers } = request;
      const json = (status: number, value: unknown) =>
        response
          .writeHead(status, { 'Content-Type': 'application/json', 'X-Count': items.length })
          .end(JSON.stringify(value));
      if (url === '/list' && method === 'POST') {
        items.push((JSON.parse(body) as { name: string }).name);
        return json(201, { added: body });
      }
      if (url === '/list?page=1') return json(200, { items, self: `http://${headers.host}/list` });
      if (url === '/image')
        return response.writeHead(200, { 'Content-Type': 'image/png' }).end(image);
      if (url === '/old') return response.writeHead(302, { Location: '/new' }).end();
      if (url === '/new') return json(200, { items });
      if (url === '/')
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Town</title>');
      return json(404, { message: 'nothing here' });
    });
  });
}

/** What a client of the site gets, one request after another. Runs here and in the page. */
async function visit(base: string): Promise<readonly unknown[]> {
  const get = async (path: string, body?: string) => {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(base + path, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const latin1 = [...bytes].map((byte) => String.fromCharCode(byte)).join('');
    return [response.status, response.headers.get('content-type'), latin1];
  };
  return [
    await get('/list?page=1'),
    await get('/list', '{"name":"two"}'),
    await get('/list', '{"name":"three"}'),
    await get('/image'),
    await get('/old'),
    await get('/nowhere'),
  ];
}

it.skipIf(browserPath === undefined)('gives a page in Chromium what was recorded', () =>
  inFolder(async (folder) => {
    const [file, har] = [join(folder, 'real.jsonl'), join(folder, 'real.har')];
    const site = createSite();
    const base = await listening(site);
    const real = await recordThrough(base, file, async (url) => {
      await (await fetch(`${url}/`)).text();
      // The client has got links to the proxy.
      return JSON.parse(JSON.stringify(await visit(url)).replaceAll(url, base)) as unknown;
    });
    await closed(site);
    await exportTo(har, file);
    const browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: ['--no-sandbox'],
    });
    try {
      const page = await (await browser.newContext()).newPage();
      await page.routeFromHAR(har, { url: `${base}/**`, notFound: 'abort' });
      await page.goto(`${base}/`);
      expect(await page.title()).toBe('Town');
      expect(await page.evaluate(visit, base)).toEqual(real);
    } finally {
      await browser.close();
    }
  }),
);
