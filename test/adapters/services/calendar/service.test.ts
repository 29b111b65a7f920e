import { describe, expect, it } from 'vitest';
import { serverForEach } from '../../../support/server/requests.ts';

const namespaces = [
  '/calendar/events/v1',
  '/wp-json/calendar/events/v1',
  '/wp-json/tribe/events/v1',
];
const admin = `Basic ${Buffer.from('admin:repr ise- demo').toString('base64')}`;
const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
const unknown = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`;

describe('the index', () => {
  const server = serverForEach();

  it.each(namespaces)(
    'is at %s, with or without a slash, with links below that path',
    async (at) => {
      const { url } = server();
      const namespace = at.replace(/^\/(wp-json\/)?/, '');
      for (const path of [at, `${at}/`]) {
        const { status, body, headers } = await server().request('GET', path);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
        expect(headers.get('allow')).toBe('GET');
        expect(body.namespace).toBe(namespace);
        expect(body.routes[`/${namespace}`]).toMatchObject({
          namespace,
          methods: ['GET'],
          endpoints: [
            {
              methods: ['GET'],
              args: {
                namespace: { default: namespace, required: false },
                context: { default: 'view', required: false },
              },
            },
          ],
          _links: { self: [{ href: url + at }] },
        });
        expect(body._links.up[0].href).toBe(url + at.replace(namespace, ''));
      }
    },
  );

  it('is 404 in other namespaces unless they are configured', async () => {
    const path = '/wp-json/town/v2';
    expect(await server().request('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route', data: { status: 404 } },
    });
    const config = { calendar: { namespaces: ['town/v2'] } };
    expect((await server().control('PATCH', '/worlds/default/config', config)).status).toBe(200);
    expect((await server().request('GET', path)).body.namespace).toBe('town/v2');
    expect((await server().request('GET', namespaces[2] ?? '')).status).toBe(404);
  });

  it('has only the fields in `_fields`', async () => {
    const kept = async (fields: string) =>
      (await server().request('GET', `${namespaces[0]}?_fields=${fields}`)).body;
    expect(await kept('namespace,other')).toEqual({ namespace: 'calendar/events/v1' });
    expect(await kept('_links.up.0')).toEqual({
      _links: { up: [{ href: `${server().url}/` }] },
    });
    expect(await kept('_links.up.href')).toEqual({ _links: { up: [] } });
    expect(await kept('nothing')).toEqual([]);
  });
});

describe('a request', () => {
  const server = serverForEach();
  const path = '/calendar/events/v1';

  it.each(['POST', 'DELETE', 'PATCH'])('by the method %s has no route', async (method) => {
    expect((await server().request(method, path)).body.code).toBe('rest_no_route');
  });

  it('may override its method', async () => {
    const got = await server().request('POST', `${path}?_method=GET`);
    expect([got.status, got.body.namespace]).toEqual([200, 'calendar/events/v1']);
    const headers = { 'X-HTTP-Method-Override': 'get' };
    expect((await server().request('POST', path, undefined, headers)).status).toBe(200);
  });

  it('with malformed JSON is answered with the error of the parser', async () => {
    expect((await server().request('POST', `${path}?_method=GET`, '{"a": ')).body).toEqual({
      code: 'rest_invalid_json',
      message: 'Invalid JSON body passed.',
      data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    });
  });

  it('with too many parameters is refused', async () => {
    const body = 'a=1&'.repeat(1_001);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await server().request('POST', `${path}?_method=GET`, body, type);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const query = await server().request('GET', `${path}?${'a&'.repeat(1_001)}`);
    expect([query.status, query.body.code]).toEqual([400, 'rest_invalid_form']);
  });

  it('by HEAD has a response without a body', async () => {
    const response = await fetch(server().url + path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  });

  it('to an unknown world is answered with 404', async () => {
    const { status, body } = await server().request('GET', `/w/nowhere${path}`);
    expect([status, body.data.status]).toEqual([404, 404]);
  });

  it('in a world has links below that world', async () => {
    await server().control('POST', '/worlds', { name: 'other' });
    const { body } = await server().request('GET', `/w/other/wp-json${path}`);
    expect(body._links.up[0].href).toBe(`${server().url}/w/other/wp-json/`);
  });
});

describe('pages of other sites', () => {
  const server = serverForEach();

  it('may use every method and read the headers of lists', async () => {
    const response = await fetch(`${server().url}/calendar/events/v1`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://page.test', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow: 'GET',
      'access-control-allow-origin': 'http://page.test',
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-expose-headers': expect.stringContaining('X-TEC-TotalPages'),
      vary: 'Origin',
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(await response.json()).toMatchObject({ methods: ['GET'] });
  });

  it('may send cookies and stored credentials if the setting allows it', async () => {
    const allowed = async (path: string) => {
      const headers = { Origin: 'http://page.test' };
      const { headers: told } = await fetch(server().url + path, { headers });
      return told.get('access-control-allow-credentials');
    };
    const paths = ['/calendar/events/v1', '/calendar/events/v1/events', '/calendar/events/v1/no'];
    for (const corsCredentials of [true, false]) {
      await server().control('PATCH', '/worlds/default/config', { calendar: { corsCredentials } });
      for (const path of paths) expect(await allowed(path)).toBe(corsCredentials ? 'true' : null);
    }
  });

  it('receive headers for their origin, in any order of requests', async () => {
    const { url } = server();
    await server().request('POST', '/calendar/events/v1/venues', { venue: 'Town Hall' });
    const origins = ['http://one.test', 'http://two.test', undefined];
    const totals = new Map([
      ['/events', '0'],
      ['/venues', '1'],
      ['/nothing', null],
    ]);
    for (const world of ['', '/w/default', '']) {
      const asked = [...totals.keys()].flatMap((at) => origins.map((of) => [at, of] as const));
      for (const [path, origin] of asked) {
        const { headers } = await fetch(`${url}${world}/calendar/events/v1${path}`, {
          headers: origin === undefined ? {} : { Origin: origin },
        });
        expect(Object.fromEntries(headers)).toMatchObject({
          link: `<${url}${world}/wp-json/>; rel="https://api.w.org/"`,
        });
        expect(headers.get('access-control-allow-origin')).toBe(origin ?? null);
        expect(headers.get('vary')).toBe(origin === undefined ? null : 'Origin');
        expect(headers.get('allow')).toBe(path === '/nothing' ? null : 'GET, POST');
        expect(headers.get('x-tec-total')).toBe(totals.get(path));
      }
    }
  });

  it('receive an empty list from OPTIONS at unknown paths', async () => {
    const path = '/calendar/events/v1/nothing';
    expect(await server().request('OPTIONS', path)).toMatchObject({ status: 200, body: [] });
  });
});

describe('the front page', () => {
  const server = serverForEach();

  it.each(['GET', 'HEAD'])('has discovery headers by %s', async (method) => {
    const { url } = server();
    const response = await fetch(`${url}/`, { method });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'x-tec-api-version': 'v1',
      'x-tec-api-root': `${url}/wp-json/tribe/events/v1/`,
      'x-tec-api-origin': url,
      link: `<${url}/wp-json/>; rel="https://api.w.org/"`,
    });
    expect((await response.text()) !== '').toBe(method === 'GET');
  });

  it('is that of its world', async () => {
    const response = await fetch(`${server().url}/w/default`);
    expect(response.headers.get('x-tec-api-origin')).toBe(`${server().url}/w/default`);
  });

  it('is at / only', async () => {
    expect((await server().request('POST', '/')).status).toBe(404);
  });
});

describe('a calendar with users', () => {
  const server = serverForEach({ defaults: { config: { calendar: { mode: 'wordpress' } } } });
  const ask = (headers: Record<string, string>, path = '/calendar/events/v1') =>
    server().request('GET', path, undefined, headers);

  it.each([
    ['a wrong password', wrong, 'incorrect_password'],
    ['an unknown user', unknown, 'invalid_username'],
  ])('refuses %s everywhere', async (_, authorization, code) => {
    for (const path of [undefined, '/calendar/events/v1/nothing']) {
      const { status, body } = await ask({ Authorization: authorization }, path);
      expect([status, body.code, body.data]).toEqual([401, code, { status: 401 }]);
    }
  });

  it('accepts known and anonymous callers', async () => {
    expect((await ask({ Authorization: admin })).status).toBe(200);
    expect((await ask({ Authorization: '' })).status).toBe(200);
  });
});

describe('titles', () => {
  const server = serverForEach();
  const path = '/calendar/events/v1';

  it('are plain, or texturized if the setting says so', async () => {
    const fields = {
      title: "It's 9 -- 10",
      start_date: '2026-02-01 10:00',
      end_date: '2026-02-01 11:00',
      venue: { venue: 'The "Hall"' },
      organizer: { organizer: "Ann's & Co..." },
    };
    expect((await server().request('POST', `${path}/events`, fields)).status).toBe(201);
    const names = async () => {
      const { body: event } = await server().request('GET', `${path}/events/3`);
      const { body: venue } = await server().request('GET', `${path}/venues/1`);
      const { body: organizers } = await server().request('GET', `${path}/organizers`);
      const page = await (await fetch(event.url)).text();
      return {
        titles: [event.title, event.json_ld.name, /<h1>(.*)<\/h1>/.exec(page)?.[1]],
        venues: [event.venue.venue, venue.venue, venue.json_ld.name, event.json_ld.location.name],
        organizers: [
          event.organizer[0].organizer,
          organizers.organizers[0].organizer,
          event.json_ld.organizer.name,
        ],
      };
    };
    const all = (title: string, venue: string, organizer: string) => ({
      titles: Array.from({ length: 3 }, () => title),
      venues: Array.from({ length: 4 }, () => venue),
      organizers: Array.from({ length: 3 }, () => organizer),
    });
    const plain = all("It's 9 -- 10", 'The "Hall"', "Ann's &amp; Co...");
    expect(await names()).toEqual(plain);
    const set = (titles: string) =>
      server().control('PATCH', '/worlds/default/config', { calendar: { titles } });
    expect((await set('texturized')).status).toBe(200);
    expect(await names()).toEqual(
      all('It&#8217;s 9 &#8212; 10', 'The &#8220;Hall&#8221;', 'Ann&#8217;s &#038; Co&#8230;'),
    );
    expect((await set('plain')).status).toBe(200);
    expect(await names()).toEqual(plain);
    expect((await set('curly')).status).toBe(400);
  });
});
