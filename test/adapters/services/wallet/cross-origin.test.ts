import { describe, expect, it } from 'vitest';
import { testKey } from '../../../support/server/server.ts';
import { serverForEach } from '../../../support/server/requests.ts';

const page = { Origin: 'http://page.test' };
const preflight = { ...page, 'Access-Control-Request-Method': 'POST' };
const keyed = { ...page, Authorization: `Bearer ${testKey}` };

describe('a page of another origin', () => {
  const server = serverForEach();
  const ask = (method: string, headers: Record<string, string>, path = '/v1/w3s/walletSets') =>
    fetch(server().url + path, { method, headers });
  const corsOf = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const allow = (walletCors: boolean) =>
    server().control('PATCH', '/worlds/default/config', { walletCors });

  it('has no access by default', async () => {
    for (const response of [await ask('GET', keyed), await ask('OPTIONS', preflight)]) {
      expect(corsOf(response)).toEqual([]);
    }
    const { status, headers } = await ask('OPTIONS', preflight);
    expect([status, headers.get('allow')]).toEqual([204, expect.stringContaining('OPTIONS')]);
  });

  it('has access if the setting allows it, with a key and without cookies', async () => {
    expect((await allow(true)).body.config).toMatchObject({ walletCors: true });
    const asked = await ask('OPTIONS', preflight);
    expect([asked.status, await asked.text()]).toEqual([204, '']);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
    const listed = await ask('GET', keyed);
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(listed.headers.get('access-control-expose-headers')).toContain('Link');
    const refused = await ask('GET', page);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      '*',
    ]);
    for (const response of [asked, listed, refused]) {
      expect(corsOf(response)).not.toContain('access-control-allow-credentials');
    }
    expect(corsOf(await ask('GET', { Authorization: `Bearer ${testKey}` }))).toEqual([]);
    expect((await allow(false)).body.config).not.toHaveProperty('walletCors');
    expect(corsOf(await ask('GET', keyed))).toEqual([]);
  });

  it('may read error answers of faults like those of the service', async () => {
    await allow(true);
    const refused = await ask('GET', page);
    const add = { kind: 'refuse', status: 429, retryAfter: 7 };
    await server().control('POST', '/worlds/default/faults', add);
    const struck = await ask('GET', keyed);
    expect([struck.status, struck.headers.get('retry-after')]).toEqual([429, '7']);
    expect(corsOf(struck)).not.toEqual([]);
    expect(corsOf(struck)).toEqual(corsOf(refused));
    expect(corsOf(await ask('GET', { Authorization: `Bearer ${testKey}` }))).toEqual([]);
  });

  it('has access to that world only', async () => {
    await server().control('POST', '/worlds', { name: 'demo', config: { walletCors: true } });
    expect(corsOf(await ask('GET', keyed, '/w/demo/v1/w3s/walletSets'))).not.toEqual([]);
    expect(corsOf(await ask('GET', keyed))).toEqual([]);
  });
});
