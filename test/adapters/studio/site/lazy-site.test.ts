// The site of a server is loaded, and Express with it, by the first request for a page.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazySite } from '../../../../adapters/studio/site/lazy-site.ts';

const run = promisify(execFile);
const root = new URL('../../../../', import.meta.url);

describe('a lazy site', () => {
  let server: Server;
  let url: string;
  const load = vi.fn(async () => ({
    createSite:
      (version: string): RequestListener =>
      (_request, response) =>
        response.end(`site of ${version}`),
  }));

  beforeEach(async () => {
    load.mockClear();
    const site = lazySite('1.2.3', [], load);
    server = createServer((request, response) => {
      if (site.owns(request.url ?? '/')) site.handle(request, response);
      else response.end('of another');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const get = async (path: string) => (await fetch(url + path)).text();

  it('is loaded once, by the first request for one of its pages', async () => {
    expect(await get('/ping')).toBe('of another');
    expect(load).not.toHaveBeenCalled();
    const pages = await Promise.all([get('/'), get('/__reprise/studio'), get('/__reprise/docs/')]);
    expect(pages).toEqual(Array.from({ length: 3 }, () => 'site of 1.2.3'));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is tried again after it could not be loaded', async () => {
    load.mockRejectedValueOnce(new Error('The studio is not built.'));
    expect(await get('/')).toBe('The studio is not built.');
    expect(await get('/')).toBe('site of 1.2.3');
  });

  it('spares the library and the server Express until then', async () => {
    const library = ['adapters/index.js', 'adapters/cli/serve/serve.js'];
    const program = `
      import { createRequire } from 'node:module';
      const { cache } = createRequire(import.meta.url);
      const isLoaded = () => Object.keys(cache).some((name) => /node_modules.express.lib/.test(name));
      for (const name of ${JSON.stringify(library)}) await import('./dist/' + name);
      const before = isLoaded();
      await import('./dist/adapters/studio/site/site.js');
      console.log(before, isLoaded());
    `;
    const cwd = fileURLToPath(root);
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, args, { cwd });
    expect(stdout).toBe('false true\n');
  });

  it.each([
    ['/', true],
    ['/__reprise/studio', true],
    ['/__reprise/studio/assets/x.js', true],
    ['/__reprise/docs', true],
    ['/__reprise', false],
    ['/__reprise/studios', false],
    ['/__reprise/worlds', false],
    ['/x', false],
  ])('%s: %s', (path, isOwn) => {
    expect(lazySite('1.2.3').owns(path)).toBe(isOwn);
  });
});
