import { describe, expect } from 'vitest';
import { calendarTest } from '../../../support/runner/calendar-test.ts';
import { serverTest } from '../../../support/runner/server-test.ts';

const namespaces = [
  '/calendar/events/v1',
  '/wp-json/calendar/events/v1',
  '/wp-json/tribe/events/v1',
];
const admin = `Basic ${Buffer.from('admin:repr ise- demo').toString('base64')}`;
const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
const unknown = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`;

const it = serverTest();

describe('the index', () => {
  it.for(namespaces)(
    'is at %s, with or without a slash, with links below that path',
    async (at, { server }) => {
      const { url } = server;
      const namespace = at.replace(/^\/(wp-json\/)?/, '');
      for (const path of [at, `${at}/`]) {
        const { status, body, headers } = await server.request('GET', path);
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

  it('is 404 in other namespaces unless they are configured', async ({ server }) => {
    const path = '/wp-json/town/v2';
    expect(await server.request('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route', data: { status: 404 } },
    });
    const config = { calendar: { namespaces: ['town/v2'] } };
    expect((await server.control('PATCH', '/worlds/default/config', config)).status).toBe(200);
    expect((await server.request('GET', path)).body.namespace).toBe('town/v2');
    expect((await server.request('GET', namespaces[2] ?? '')).status).toBe(404);
  });

  it('has only the fields in `_fields`', async ({ server }) => {
    const kept = async (fields: string) =>
      (await server.request('GET', `${namespaces[0]}?_fields=${fields}`)).body;
    expect(await kept('namespace,other')).toEqual({ namespace: 'calendar/events/v1' });
    expect(await kept('_links.up.0')).toEqual({
      _links: { up: [{ href: `${server.url}/` }] },
    });
    expect(await kept('_links.up.href')).toEqual({ _links: { up: [] } });
    expect(await kept('nothing')).toEqual([]);
  });
});

describe('a request', () => {
  const path = '/calendar/events/v1';

  it.for(['POST', 'DELETE', 'PATCH'])(
    'by the method %s has no route',
    async (method, { server }) => {
      expect((await server.request(method, path)).body.code).toBe('rest_no_route');
    },
  );

  it('may override its method', async ({ server }) => {
    const got = await server.request('POST', `${path}?_method=GET`);
    expect([got.status, got.body.namespace]).toEqual([200, 'calendar/events/v1']);
    const headers = { 'X-HTTP-Method-Override': 'get' };
    expect((await server.request('POST', path, undefined, headers)).status).toBe(200);
  });

  it('with malformed JSON is answered with the error of the parser', async ({ server }) => {
    expect((await server.request('POST', `${path}?_method=GET`, '{"a": ')).body).toEqual({
      code: 'rest_invalid_json',
      message: 'Invalid JSON body passed.',
      data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
    });
  });

  it('with too many parameters is refused', async ({ server }) => {
    const body = 'a=1&'.repeat(1_001);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await server.request('POST', `${path}?_method=GET`, body, type);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const query = await server.request('GET', `${path}?${'a&'.repeat(1_001)}`);
    expect([query.status, query.body.code]).toEqual([400, 'rest_invalid_form']);
  });

  it('by HEAD has a response without a body', async ({ server }) => {
    const response = await fetch(server.url + path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
  });

  it('to an unknown world is answered with 404', async ({ server }) => {
    const { status, body } = await server.request('GET', `/w/nowhere${path}`);
    expect([status, body.data.status]).toEqual([404, 404]);
  });

  it('in a world has links below that world', async ({ server }) => {
    await server.control('POST', '/worlds', { name: 'other' });
    const { body } = await server.request('GET', `/w/other/wp-json${path}`);
    expect(body._links.up[0].href).toBe(`${server.url}/w/other/wp-json/`);
  });
});

describe('pages of other sites', () => {
  it('may use every method and read the headers of lists', async ({ server }) => {
    const response = await fetch(`${server.url}/calendar/events/v1`, {
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

  it('may send cookies and stored credentials if the setting allows it', async ({ server }) => {
    const allowed = async (path: string) => {
      const headers = { Origin: 'http://page.test' };
      const { headers: told } = await fetch(server.url + path, { headers });
      return told.get('access-control-allow-credentials');
    };
    const paths = ['/calendar/events/v1', '/calendar/events/v1/events', '/calendar/events/v1/no'];
    for (const corsCredentials of [true, false]) {
      await server.control('PATCH', '/worlds/default/config', { calendar: { corsCredentials } });
      for (const path of paths) expect(await allowed(path)).toBe(corsCredentials ? 'true' : null);
    }
  });

  it('receive headers for their origin, in any order of requests', async ({ server }) => {
    const { url } = server;
    await server.request('POST', '/calendar/events/v1/venues', { venue: 'Town Hall' });
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

  it('receive an empty list from OPTIONS at unknown paths', async ({ server }) => {
    const path = '/calendar/events/v1/nothing';
    expect(await server.request('OPTIONS', path)).toMatchObject({ status: 200, body: [] });
  });
});

describe('the front page', () => {
  it.for(['GET', 'HEAD'])('has discovery headers by %s', async (method, { server }) => {
    const { url } = server;
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

  it('is that of its world', async ({ server }) => {
    const response = await fetch(`${server.url}/w/default`);
    expect(response.headers.get('x-tec-api-origin')).toBe(`${server.url}/w/default`);
  });

  it('is at / only', async ({ server }) => {
    expect((await server.request('POST', '/')).status).toBe(404);
  });
});

describe('a calendar with users', () => {
  const it = serverTest({ defaults: { config: { calendar: { mode: 'wordpress' } } } });
  const path = '/calendar/events/v1';

  it.for([
    [admin, path, 200],
    ['', path, 200],
    [wrong, path, 'incorrect_password'],
    [wrong, `${path}/nothing`, 'incorrect_password'],
    [unknown, `${path}/nothing`, 'invalid_username'],
  ] as const)('answers %j at %s with %s', async ([Authorization, at, expected], { server }) => {
    const { status, body } = await server.request('GET', at, undefined, { Authorization });
    if (expected === 200) expect(status).toBe(expected);
    else expect([body.code, body.data]).toEqual([expected, { status: 401 }]);
  });
});

describe('titles', () => {
  const it = calendarTest();

  it('are plain, or texturized if the setting says so, also in pages', async ({
    server,
    calendar,
    createFair,
  }) => {
    const id = await createFair({ title: "It's 9 -- 10" });
    const titles = async () => {
      const { body } = await calendar.send('GET', `/events/${id}`);
      const page = await (await fetch(body.url)).text();
      return [body.title, /<h1>(.*)<\/h1>/.exec(page)?.[1]];
    };
    const plain = ["It's 9 -- 10", "It's 9 -- 10"];
    expect(await titles()).toEqual(plain);
    for (const [setting, status, shown] of [
      ['texturized', 200, ['It&#8217;s 9 &#8212; 10', 'It&#8217;s 9 &#8212; 10']],
      ['plain', 200, plain],
      ['curly', 400, plain],
    ] as const) {
      const config = { calendar: { titles: setting } };
      const set = await server.control('PATCH', '/worlds/default/config', config);
      expect([set.status, await titles()]).toEqual([status, shown]);
    }
  });
});
