import { beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../../../support/server/server.ts';
import {
  advance,
  expectError,
  linksOf,
  createWalletSet,
  createWallets,
  unknownId,
  rawRequest,
  serverForEach,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/walletSets';

describe('pages', () => {
  const server = serverForEach({ allowHosts: ['wallet.example'] });
  /** The ids of wallet sets in the order of their creation, one second apart. */
  let ids: string[];

  beforeEach(async () => {
    ids = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await createWalletSet(server(), {})).id);
      await advance(server(), '1s');
    }
  });

  const newest = () => [...ids].reverse();

  /** The ids and the links of a page. */
  async function page(url: string) {
    const absolute = url.startsWith('http') ? url.replace(server().url, '') : url;
    const { status, body, headers } = await server().request('GET', absolute);
    expect(status).toBe(200);
    const sets = body.data.walletSets as { id: string }[];
    return { ids: sets.map(({ id }) => id), links: linksOf(headers.get('link')) };
  }

  it('show the newest first', async () => {
    const { ids: shown, links } = await page(path);
    expect(shown).toEqual(newest());
    expect(links).toEqual({ self: server().url + path, first: server().url + path });
  });

  it('lead by next to the end and by prev back to the start', async () => {
    const seen: string[][] = [];
    const visited: string[] = [];
    let url: string | undefined = `${path}?pageSize=2`;
    while (url !== undefined) {
      const here = await page(url);
      seen.push(here.ids);
      visited.push(here.links['self'] ?? '');
      url = here.links['next'];
    }
    const all = newest();
    expect(seen).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);

    const back: string[][] = [];
    url = visited.at(-1);
    while (url !== undefined) {
      const here = await page(url);
      back.push(here.ids);
      url = here.links['prev'];
    }
    expect(back).toEqual([...seen].reverse());
  });

  it('lead through the other order too', async () => {
    const first = await page(`${path}?pageSize=3&order=ASC`);
    expect(first.ids).toEqual(ids.slice(0, 3));
    const second = await page(first.links['next'] ?? '');
    expect(second.ids).toEqual(ids.slice(3));
    expect((await page(second.links['prev'] ?? '')).ids).toEqual(first.ids);
  });

  it('name self, first, prev and next in this order, if they exist', async () => {
    const relations = async (search: string) => Object.keys((await page(path + search)).links);
    const [, second, third] = newest();
    expect(await relations('?pageSize=1')).toEqual(['self', 'first', 'next']);
    expect(await relations(`?pageSize=1&pageAfter=${second}`)).toEqual([
      'self',
      'first',
      'prev',
      'next',
    ]);
    expect(await relations(`?pageSize=2&pageAfter=${third}`)).toEqual(['self', 'first', 'prev']);
    expect(await relations('?pageSize=5')).toEqual(['self', 'first']);
  });

  it('link by the ids of their own first and last items', async () => {
    const all = newest();
    const { links } = await page(`${path}?pageSize=2&pageAfter=${all[0]}`);
    const cursors = (url = '') => {
      const { searchParams } = new URL(url);
      return [searchParams.get('pageBefore'), searchParams.get('pageAfter')];
    };
    expect(cursors(links['prev'])).toEqual([all[1], null]);
    expect(cursors(links['next'])).toEqual([null, all[2]]);
    expect(cursors(links['first'])).toEqual([null, null]);
    expect(cursors(links['self'])).toEqual([null, all[0]]);
  });

  it('repeat the other parameters of the query in every link', async () => {
    const kept = { pageSize: '2', order: 'ASC', from: '2026-01-01T00:00:01Z' };
    const { links } = await page(`${path}?${new URLSearchParams(kept)}&pageAfter=${ids[1]}`);
    expect(Object.keys(links)).toHaveLength(4);
    for (const link of Object.values(links)) {
      expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject(kept);
    }
  });

  it('have the Host of the request and the prefix of its world', async () => {
    await server().control('POST', '/worlds', { name: 'alice' });
    for (let count = 0; count < 2; count += 1) await createWalletSet(server(), {}, '/w/alice');
    const headers = { Host: 'wallet.example:8080', Authorization: `Bearer ${testKey}` };
    const url = `${server().url}/w/alice${path}?pageSize=1`;
    const answer = await rawRequest(url, { headers });
    const links = linksOf(String(answer.headers['link']));
    expect(links['self']).toBe(`http://wallet.example:8080/w/alice${path}?pageSize=1`);
    const next = links['next'] ?? '';
    expect(next).toMatch(`http://wallet.example:8080/w/alice${path}?`);
    const behind = await rawRequest(next.replace('http://wallet.example:8080', server().url), {
      headers,
    });
    expect(JSON.parse(behind.text).data.walletSets).toHaveLength(1);
    expect(linksOf(String(behind.headers['link']))).not.toHaveProperty('next');
  });

  it('have ten items by default, and never more than fifty', async () => {
    const made = await createWallets(server(), { count: 60 });
    const wallets = async (search: string) => {
      const answer = await server().request('GET', `/v1/w3s/wallets${search}`);
      return answer.body.data.wallets as { id: string }[];
    };
    expect(await wallets('')).toHaveLength(10);
    expect(await wallets('?pageSize=')).toHaveLength(10);
    expect(await wallets('?pageSize=50')).toHaveLength(50);
    expect(await wallets('?pageSize=51')).toHaveLength(50);
    expect(await wallets('?pageSize=999999999')).toHaveLength(50);
    const [descending, ascending] = [
      await wallets('?pageSize=50&order=DESC'),
      await wallets('?pageSize=50&order=ASC'),
    ];
    expect(ascending).toEqual(made.slice(0, 50));
    expect(descending).toEqual([...made].reverse().slice(0, 50));
  });

  it.each(['0', 'abc', '-1', '1.5', '1e1', ' 5'])('have no size %j', async (size) => {
    const search = new URLSearchParams({ pageSize: size });
    expectError(await server().request('GET', `${path}?${search}`), 400, 2);
  });

  it.each(['order=asc', 'order=UP', 'from=yesterday', 'to=2026-13-01'])(
    'refuse %s',
    async (search) => {
      expectError(await server().request('GET', `${path}?${search}`), 400, 2);
    },
  );

  it('refuse two cursors', async () => {
    const search = `?pageBefore=${ids[0]}&pageAfter=${ids[1]}`;
    expectError(await server().request('GET', path + search), 400, 2);
  });

  it.each(['pageAfter', 'pageBefore'])('refuse a %s that is no UUID', async (cursor) => {
    expectError(await server().request('GET', `${path}?${cursor}=7`), 400, 156014);
  });

  it.each(['pageAfter', 'pageBefore'])('do not find an unknown %s', async (cursor) => {
    expectError(await server().request('GET', `${path}?${cursor}=${unknownId}`), 404, 156012);
  });

  it('accept a cursor in capitals', async () => {
    const [first = ''] = newest();
    const here = await page(`${path}?pageAfter=${first.toUpperCase()}`);
    expect(here.ids).toEqual(newest().slice(1));
  });

  it('accept a cursor that does not fit the filter', async () => {
    const [eth, avax, last] = await createWallets(server(), {
      blockchains: ['ETH-SEPOLIA', 'AVAX-FUJI', 'MATIC-AMOY'],
    });
    const search = `?order=ASC&blockchain=MATIC-AMOY&pageAfter=${avax.id}`;
    const answer = await server().request('GET', `/v1/w3s/wallets${search}`);
    expect(answer.body.data.wallets).toEqual([last]);
    const before = `?order=ASC&blockchain=ETH-SEPOLIA&pageBefore=${avax.id}`;
    const earlier = await server().request('GET', `/v1/w3s/wallets${before}`);
    expect(earlier.body.data.wallets).toEqual([eth]);
  });

  it('are empty at the ends', async () => {
    const all = newest();
    expect((await page(`${path}?pageAfter=${all[4]}`)).ids).toEqual([]);
    expect((await page(`${path}?pageBefore=${all[0]}`)).ids).toEqual([]);
  });

  it('include both ends of a span of dates', async () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
    const span = async (search: string) => (await page(`${path}?order=ASC&${search}`)).ids;
    expect(await span(`from=${at(1)}&to=${at(3)}`)).toEqual(ids.slice(1, 4));
    expect(await span(`from=${at(2)}`)).toEqual(ids.slice(2));
    expect(await span(`to=${at(2)}`)).toEqual(ids.slice(0, 3));
    expect(await span(`from=${at(3)}&to=${at(1)}`)).toEqual([]);
    expect(await span(`from=${encodeURIComponent('2026-01-01T02:00:04+02:00')}`)).toEqual([ids[4]]);
  });

  it('compare dates as they are shown, to the second', async () => {
    await advance(server(), 250);
    const set = await createWalletSet(server());
    const search = new URLSearchParams({ from: set.createDate, to: set.createDate });
    expect((await page(`${path}?${search}`)).ids).toEqual([set.id]);
  });

  it('have links that fit into the header limit of clients, for any length of the query', async () => {
    const refId = 'x'.repeat(1_000);
    const metadata = [{ refId }, { refId }, { refId }];
    const made = await createWallets(server(), { count: 3, metadata });
    const search = new URLSearchParams({ refId, pageSize: '1', pageAfter: made[2].id });
    const answer = await server().request('GET', `/v1/w3s/wallets?${search}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data.wallets).toEqual([made[1]]);
    expect(Object.keys(linksOf(answer.headers.get('link')))).toContain('next');
  });
});
