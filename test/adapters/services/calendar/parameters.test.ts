import { describe, expect, it } from 'vitest';
import {
  effectiveMethod,
  readSentFields,
} from '../../../../adapters/services/calendar/parameters.ts';
import {
  eventCreation,
  eventList,
} from '../../../../adapters/services/calendar/parameters/events.ts';
import {
  formDepthMax,
  FormError,
  formNameCharsMax,
} from '../../../../adapters/services/calendar/parameters/form.ts';
import { formParametersMax } from '../../../../adapters/protocol/form-size.ts';
import { JsonError } from '../../../../adapters/services/calendar/parameters/json.ts';
import { jsonLevelsMax } from '../../../../core/index.ts';
import {
  ParameterError,
  readParameters,
} from '../../../../adapters/services/calendar/parameters/read.ts';
import { listItemsMax } from '../../../../adapters/services/calendar/parameters/values.ts';
import { mistyped } from '../../../../adapters/services/calendar/parameters/table.ts';
import { routes } from '../../../../adapters/services/calendar/routes.ts';
import { partHeaderBytesMax } from '../../../../adapters/services/calendar/parameters/multipart.ts';
import {
  httpRequest,
  json,
  pages,
  urlencoded,
  type RequestParts,
} from '../../../support/calendar/http-requests.ts';

const event = { title: 'Fair', start_date: '2031-01-10 09:00', end_date: '2031-01-10 11:00' };
const titled = 'title=Fair&start_date=2031-01-10+09:00&end_date=2031-01-10+11:00';

const sent = (request: RequestParts) =>
  readSentFields(httpRequest(request), request.method ?? 'GET');

function created(request: RequestParts) {
  return readParameters(eventCreation, sent(request), pages);
}

function listed(query: string) {
  return readParameters(eventList, sent({ query }), pages);
}

async function multipart(fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { method: 'POST', type, body: Buffer.from(await encoded.arrayBuffer()) };
}

describe('bodies', () => {
  const read = { ...event, all_day: false };

  it('have the same meaning as JSON, forms and multipart', async () => {
    expect(created(json(event))).toEqual(read);
    expect(created(urlencoded(titled))).toEqual(read);
    expect(created(await multipart(event))).toEqual(read);
    expect(created({ method: 'POST', query: titled })).toEqual(read);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.x+json'])(
    'are JSON by the type %s',
    (type) => expect(created({ ...json(event), type })).toEqual(read),
  );

  it('without a type are forms; other types are ignored', () => {
    expect(created({ ...urlencoded(titled), type: '' })).toEqual(read);
    expect(sent({ ...urlencoded(titled), type: 'text/plain' })).toEqual({});
  });

  it('that are forms are ignored for GET', () => {
    expect(sent({ ...urlencoded(titled), method: 'GET' })).toEqual({});
  });

  it('override the query, JSON over forms, except null in JSON', () => {
    const query = 'a=query&b=query&d=query';
    const all = sent({ ...json({ a: 'body', b: null, c: null }), query });
    expect(all).toEqual({ a: 'body', b: 'query', c: null, d: 'query' });
  });

  it.each(['5', '[1]', 'null', '"title"', '', '{}'])(
    'that are not JSON objects have no fields: %s',
    (body) => expect(sent({ ...json({}), body: Buffer.from(body) })).toEqual({}),
  );

  it.each([
    ['{"title": ', 4],
    ['\uFEFF{}', 4],
    ['{"title": "\\ud800"}', 10],
    ['{"a": "\\\\\\udc00"}', 10],
    ['['.repeat(jsonLevelsMax + 1) + ']'.repeat(jsonLevelsMax + 1), 1],
    ['{"a":['.repeat(jsonLevelsMax / 2 + 1), 1],
    [Buffer.from([0x22, 0xff, 0x22]), 5],
  ])('that are malformed JSON are refused with the error code of PHP: %j', (body, code) => {
    const request = { ...json({}), body: Buffer.from(body) };
    expect(() => sent(request)).toThrow(expect.objectContaining({ name: 'JsonError', code }));
  });

  it('may contain surrogate pairs, escaped backslashes and nesting up to the limit', () => {
    const bodies = [
      '{"a": "\\ud83d\\ude00"}',
      '{"a": "\\\\ud800"}',
      '{"a": "' + '['.repeat(600) + '"}',
      '['.repeat(jsonLevelsMax) + ']'.repeat(jsonLevelsMax),
      `[${'[],{},'.repeat(jsonLevelsMax)}"\\"[["]`,
    ];
    for (const body of bodies) {
      expect(() => sent({ ...json({}), body: Buffer.from(body) })).not.toThrow(JsonError);
    }
  });

  it('of parts are parsed without their files', async () => {
    const file = new File(['x'], 'poster.png', { type: 'image/png' });
    const all = sent(await multipart({ ...event, image: file, 'venue[venue]': 'Hall' }));
    expect(all).toEqual({ ...event, venue: { venue: 'Hall' } });
  });

  it.each([
    ['no boundary', 'multipart/form-data', ''],
    ['an impossible boundary', `multipart/form-data; boundary="${'x'.repeat(71)}"`, ''],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['no parts', 'multipart/form-data; boundary=x', 'nothing'],
    [
      'long headers',
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(partHeaderBytesMax)}"\r\n\r\nb\r\n--x--`,
    ],
    [
      'too many parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(formParametersMax + 1) +
        '--x--',
    ],
  ])('of parts are refused: %s', (_, type, body) => {
    const request = { method: 'POST', type, body: Buffer.from(body || '-') };
    expect(() => sent(request)).toThrow(FormError);
  });
});

describe('queries', () => {
  it.each([
    'categories=a,b',
    'categories=a,+b',
    'categories=,a,,b,',
    'categories[]=a&categories[]=b',
    'categories[0]=a&categories[1]=b',
    'categories%5B%5D=a&categories%5B%5D=b',
    'categories[7]=a&categories[999999999]=b',
  ])('may spell lists in many ways: %s', (query) =>
    expect(listed(query).categories).toEqual(['a', 'b']),
  );

  it.each([
    ['categories=a,b&categories[]=c', ['c']],
    ['categories[]=c&categories=a,b', ['a', 'b']],
    ['categories[]=c&categories=a&categories[]=d&categories[]=e', ['d', 'e']],
    ['categories=a&tags[]=x&categories=b', ['b']],
  ])('use the last spelling if they mix them: %s', (query, categories) =>
    expect(listed(query).categories).toEqual(categories),
  );

  it('have ids in lists as texts', () => {
    expect(listed('include=3,%204').include).toEqual([3, 4]);
    expect(listed('include[]=3&include[]=4').include).toEqual([3, 4]);
  });

  it('have defaults, and page sizes are limited', () => {
    const all = { page: 1, per_page: 10, strict_dates: false };
    expect(listed('')).toEqual(all);
    expect(listed('per_page=100&page=2')).toEqual({ ...all, per_page: 50, page: 2 });
  });

  it('have no effect by unknown parameters', () => {
    expect(listed('order=desc&__proto__[x]=1&constructor=2&toString=3')).toEqual(listed(''));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('are parsed leniently if malformed, as in the original', () => {
    expect(listed('search=100%&x=%zz').search).toBe('100%');
    expect(listed('search=50%25&a[]=%').search).toBe('50%');
  });

  it.each([
    ['too many parameters', 'a=1&'.repeat(formParametersMax + 1)],
    ['too many items', 'a[]=1&'.repeat(formParametersMax + 1)],
    ['too deep', `a${'[b]'.repeat(formDepthMax + 1)}=1`],
    ['a long name', `${'a'.repeat(formNameCharsMax + 1)}=1`],
  ])('are refused beyond a limit: %s', (_, query) => {
    expect(() => sent({ query })).toThrow(FormError);
  });

  it('are accepted up to the limits', () => {
    const many = 'categories[]=1&'.repeat(formParametersMax);
    expect(listed(many).categories).toHaveLength(formParametersMax);
    expect(() => sent({ query: `a${'[b]'.repeat(formDepthMax)}=1` })).not.toThrow();
    expect(() => sent({ query: `${'a'.repeat(formNameCharsMax)}=1` })).not.toThrow();
  });
});

describe('booleans', () => {
  const tables = routes.flatMap(({ path, methods, reads }) =>
    Object.entries(reads?.table ?? {})
      .filter(([, { form }]) => form['type'] === 'boolean')
      .map(([name, parameter]) => [`${methods[0]} ${path} ${name}`, parameter] as const),
  );

  it('are those of the specification', () => {
    const names = new Set(tables.map(([name]) => name.split(' ')[2]));
    const shown = ['all_day', 'featured', 'hide_from_listings', 'show_map', 'show_map_link'];
    const filters = ['geoloc', 'hide_empty', 'strict_dates', 'ticketed'];
    expect(names).toEqual(new Set([...shown, 'sticky', ...filters]));
  });

  it.each(tables)('accept nothing else: %s', (_name, { read }) => {
    for (const yes of [true, 1, '1', 'true', 'TRUE']) expect(read(yes, pages)).toBe(true);
    for (const no of [false, 0, '0', 'false', 'False']) expect(read(no, pages)).toBe(false);
    for (const bad of ['banana', '', ' ', 'yes', 'on', '2', 2, -1, [], [true], {}, null])
      expect([bad, read(bad, pages)]).toEqual([bad, mistyped]);
  });
});

describe('the effective method', () => {
  it.each([
    [{ method: 'GET' }, 'GET'],
    [{ method: 'HEAD' }, 'GET'],
    [{ method: 'POST', query: '_method=put' }, 'PUT'],
    [{ method: 'POST', headers: { 'x-http-method-override': 'DELETE' } }, 'DELETE'],
    [
      { method: 'POST', query: '_method=PATCH', headers: { 'x-http-method-override': 'PUT' } },
      'PATCH',
    ],
    [{ method: 'GET', query: '_method=DELETE' }, 'GET'],
    [{ method: 'POST', query: '_method=DANCE' }, 'DANCE'],
  ])('of %j is %s', (request, method) =>
    expect(effectiveMethod(httpRequest(request))).toBe(method),
  );
});

describe('lists', () => {
  const many = Array.from({ length: listItemsMax }, (_, index) => index + 1);

  it('have a limited number of items, in any spelling', () => {
    expect(created(json({ ...event, categories: many })).categories).toHaveLength(listItemsMax);
    expect(created(json({ ...event, tags: many.join(',') })).tags).toHaveLength(listItemsMax);
    const more = [...many, listItemsMax + 1];
    for (const name of ['categories', 'tags', 'organizer', 'venue', 'cost'] as const) {
      expect(() => created(json({ ...event, [name]: more }))).toThrow(ParameterError);
      if (name === 'cost') continue;
      expect(() => created(json({ ...event, [name]: more.join(',') }))).toThrow(ParameterError);
    }
  });
});
