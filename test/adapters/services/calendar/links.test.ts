import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import WPAPI from 'wpapi';
import { placeholder } from '../../../../adapters/services/calendar/wire/placeholder.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { serverTest } from '../../../support/runner/server-test.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

const it = serverTest();
const api = '/wp-json/tribe/events/v1';

/** Creates records of every kind. */
async function populate(server: TestServer, at = api): Promise<void> {
  const make = async (path: string, body: object) => {
    const made = await server.request('POST', at + path, body);
    expect(made.status).toBe(201);
    return made;
  };
  const music = await make('/categories', { name: 'Music' });
  await make('/categories', { name: 'Jazz', parent: music.body.id });
  await make('/tags', { name: 'Outdoors' });
  const image = 'https://pictures.example/market hall.jpg'.replace(' ', '%20');
  for (let number = 0; number < 12; number += 1) {
    await make('/events', {
      title: `Market & ${number}`,
      start_date: `+${number + 1} days`,
      end_date: `+${number + 2} days`,
      categories: 'Music,Jazz',
      tags: 'Outdoors',
      venue: { venue: 'Town Hall', image: 'https://pictures.example/hall.png' },
      organizer: [{ organizer: 'Fair Board', image, email: 'board@fair.example' }],
      image,
      ...(number === 3 ? { status: 'draft', title: 'A draft' } : {}),
      ...(number === 4 ? { title: '日本', description: '<p>HTML</p>' } : {}),
    });
  }
  await server.request('DELETE', `${at}/events/by-slug/market-5`);
}

/** All URLs of the site in the headers and the body of a response. */
function linksIn(site: string, text: string, headers: Headers): readonly string[] {
  const header = [...headers.values()].join('\n');
  const found = [
    ...`${header}\n${text.replaceAll('\r\n ', '')}`.matchAll(/https?:\/\/[^\s"'<>\\,]+/g),
  ];
  return found
    .map(([link]) => link.replaceAll('&amp;', '&'))
    .filter((link) => link.startsWith(site));
}

describe('links', () => {
  it.for(['/wp-json/tribe/events/v1', '/wp-json/calendar/events/v1', '/calendar/events/v1'])(
    'in responses to requests at %s can be followed',
    async (at, { server }) => {
      await populate(server, at);
      const { url } = server;
      const made = await server.request('POST', `${at}/tags`, { name: 'Late' });
      const trashed = await server.request('DELETE', `${at}/venues/by-slug/town-hall`);
      const open = new Map<string, string>();
      const note = (links: readonly string[], from: string) => {
        for (const link of links) if (!open.has(link)) open.set(link, from);
      };
      const everything = `${url}${at}/events?start_date=2020-01-01&end_date=2040-01-01&status=publish,draft,trash`;
      note([`${url}/`, `${url}${at}`, everything, `${url}/calendar/events.ics`], 'the start');
      for (const answer of [made, trashed])
        note(linksIn(url, JSON.stringify(answer.body), answer.headers), 'a change');
      const followed = new Set<string>();
      const lost: string[] = [];
      for (const [link, from] of open) {
        followed.add(link);
        const response = await fetch(link);
        const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
        if (response.status === 404) lost.push(`${link} in ${from}`);
        const isText = !response.headers.get('content-type')?.startsWith('image/');
        note(linksIn(url, isText ? text : '', response.headers), link);
      }
      expect(lost).toEqual([]);
      const kinds = ['/event/', '/venue/', '/organizer/', '/events/category/music/jazz/', '/tag/'];
      const others = ['/?p=', '-1024x683.jpg', '/wp-json/wp/v2/tags/', `${at}/doc`, '/wp-json/'];
      for (const part of [...kinds, ...others])
        expect(
          [...followed].filter((link) => link.includes(part)),
          part,
        ).not.toEqual([]);
    },
  );

  it('to unknown records answer 404, to trashed ones 410', async ({ server }) => {
    await populate(server);
    const status = async (path: string) => (await fetch(server.url + path)).status;
    expect(await status('/event/market-0/')).toBe(200);
    expect(await status('/event/market-0')).toBe(200);
    expect(await status('/event/market-5__trashed/')).toBe(410);
    for (const path of [
      '/event/no-such/',
      '/venue/market-0/',
      '/tag/music/',
      '/?p=999',
      '/wp-json/wp/v2/tags/1',
      '/wp-json/wp/v2/posts/1',
      '/wp-content/uploads/market-hall-31x20.jpg',
      '/wp-content/uploads/other.jpg',
      '/wp-content/uploads/',
      '/wp-login.php',
    ])
      expect([path, await status(path)]).toEqual([path, 404]);
  });

  it('to pages of unpublished records answer anonymous callers with 404', async ({ server }) => {
    await populate(server);
    await server.control('PATCH', '/worlds/default/config', { calendar: { mode: 'wordpress' } });
    const authorization = `Basic ${Buffer.from('admin:reprise-demo').toString('base64')}`;
    const titles = async (headers: Record<string, string>) => {
      const pages = await Promise.all(
        Array.from({ length: 30 }, (_none, id) => fetch(`${server.url}/?p=${id}`, { headers })),
      );
      return (await Promise.all(pages.map((page) => page.text()))).join('\n');
    };
    expect(await titles({})).not.toContain('A draft');
    expect(await titles({ authorization })).toContain('<h1>A draft</h1>');
  });
});

describe('discovery', () => {
  it.for(['HEAD', 'GET'])('begins with the Link of %s /', async (method, { server }) => {
    for (const path of ['/', api, '/event/none/']) {
      const { headers } = await fetch(server.url + path, { method });
      expect(headers.get('link')).toBe(`<${server.url}/wp-json/>; rel="https://api.w.org/"`);
    }
  });

  it('lets the WordPress client use the routes of every namespace', async ({ server }) => {
    await populate(server);
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const found = await WPAPI.discover(server.url);
    expect(complaints).not.toHaveBeenCalled();
    for (const name of ['tribe/events/v1', 'calendar/events/v1']) {
      const events = found.namespace(name) as Record<
        string,
        () => { get(): Promise<{ events: unknown[] }> }
      >;
      expect((await events['events']!().get()).events).toHaveLength(10);
    }
  });

  it('lets the WordPress client read single terms of wp/v2', async ({ server }) => {
    await populate(server);
    const term = { id: 1, taxonomy: 'tribe_events_cat', count: expect.any(Number) };
    const found = await WPAPI.discover(server.url);
    const named = await found.root('wp/v2').get();
    expect(named).toMatchObject({
      namespace: 'wp/v2',
      routes: {
        '/wp/v2': {
          methods: ['GET'],
          _links: { self: [{ href: `${server.url}/wp-json/wp/v2` }] },
        },
        '/wp/v2/tags/(?P<id>\\d+)': { namespace: 'wp/v2', methods: ['GET'] },
      },
      _links: { up: [{ href: `${server.url}/wp-json/` }] },
    });
    const { routes } = named as { routes: object };
    const fromIndex = new WPAPI({ endpoint: `${server.url}/wp-json`, routes });
    for (const client of [found, fromIndex]) {
      const core = client.namespace<'tribe_events_cat'>('wp/v2');
      expect(await core.tribe_events_cat().id(1).get()).toMatchObject(term);
    }
  });

  it('names in the index of wp/v2 only routes of the site index, and answers OPTIONS', async ({
    server,
  }) => {
    const index = (await server.request('GET', '/wp-json/')).body;
    for (const path of ['/wp-json/wp/v2', '/wp-json/wp/v2/']) {
      const { status, body, headers } = await server.request('GET', path);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=UTF-8',
      ]);
      expect(index.routes).toMatchObject(body.routes);
    }
    const options = await server.request('OPTIONS', '/wp-json/wp/v2');
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET']);
    expect((await server.request('GET', '/wp-json/wp/v3')).body.code).toBe('rest_no_route');
  });

  it('lists all namespaces with routes and methods', async ({ server }) => {
    const config = { calendar: { namespaces: ['town/v1'], taxonomies: { tag: 'label' } } };
    await server.control('PATCH', '/worlds/default/config', config);
    const { status, body, headers } = await server.request('GET', '/wp-json/');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8']);
    expect(body).toMatchObject({ url: server.url, home: server.url, timezone_string: 'UTC' });
    expect(body.namespaces).toEqual(['calendar/events/v1', 'town/v1', 'wp/v2']);
    expect(body.routes).toMatchObject({
      '/': { namespace: '', methods: ['GET'] },
      '/town/v1/events': { namespace: 'town/v1', methods: ['GET', 'POST'] },
      '/wp/v2/label/(?P<id>\\d+)': { namespace: 'wp/v2', methods: ['GET'] },
    });
    expect((await server.request('GET', '/wp-json')).body).toEqual(body);
    expect((await server.request('POST', '/wp-json/')).body.code).toBe('rest_no_route');
    const options = await server.request('OPTIONS', '/wp-json/');
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET']);
  });
});

describe('images', () => {
  it('in responses are PNG files of the stated dimensions and lengths', async ({ server }) => {
    await populate(server);
    const { body } = await server.request('GET', `${api}/events/by-slug/market-0`);
    const { sizes, ...whole } = body.image;
    for (const said of [whole, ...Object.values(sizes as Record<string, typeof whole>)]) {
      const response = await fetch(said.url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const file = Buffer.from(await response.arrayBuffer());
      expect(Number(response.headers.get('content-length'))).toBe(file.length);
      expect(file.length).toBe(said.filesize);
      expect(measuresOf(file)).toEqual([said.width, said.height]);
      const head = await fetch(said.url, { method: 'HEAD' });
      expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    }
  });

  it.each([
    [1, 1],
    [7, 3],
    [8, 258],
    [1200, 800],
    [1024, 683],
    [150, 150],
  ])('of %i by %i pixels are valid, and padded to the stated length', (width, height) => {
    const short = placeholder({ width, height, fileBytes: 0, id: 3 });
    expect(measuresOf(short)).toEqual([width, height]);
    const long = placeholder({ width, height, fileBytes: short.length + 500, id: 3 });
    expect(long).toHaveLength(short.length + 500);
    expect(measuresOf(long)).toEqual([width, height]);
    expect(placeholder({ width, height, fileBytes: 0, id: 4 })).not.toEqual(short);
  });

  it('are the same bytes everywhere', () => {
    const file = placeholder({ width: 3, height: 2, fileBytes: 0, id: 1 });
    expect(file.toString('hex')).toBe(
      '89504e470d0a1a0a0000000d4948445200000003000000020103000000a7baf45900000003504c5445' +
        '43d3bdca6357ae0000000c49444154780163606060000000040001e49484060000000049454e44ae426082',
    );
  });
});

/** The width and height of a PNG file, whose chunks, checksums and pixels it checks. */
function measuresOf(file: Buffer): readonly number[] {
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
    at = end + 4;
  }
  const header = chunks.get('IHDR') as Buffer;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([1, 3, 0, 0, 0]);
  expect(chunks.get('PLTE')).toHaveLength(3);
  const pixels = inflateSync(chunks.get('IDAT') as Buffer);
  expect(pixels.equals(Buffer.alloc(height * (1 + Math.ceil(width / 8))))).toBe(true);
  expect([...chunks.keys()].at(-1)).toBe('IEND');
  return [width, height];
}
