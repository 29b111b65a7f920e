// Calendar requests of random sessions: of publishers and importers, with bodies in all formats, with and without rights,
// and of an operator that changes the site, its users and operator-only fields.

import type { RawRequest } from '../../../adapters/protocol/messages.ts';
import type { RequestSpec, CalendarKind, Kit } from './request-kit.ts';

/** The users of a site; one of them has a very short password. */
export const sessionUsers = [
  { id: 1, login: 'admin', password: 'qwer TZUI asdf GHJK yxcv BNMP', role: 'administrator' },
  { id: 2, login: 'Ed', password: 'aaaa BBBB cccc DDDD eeee FFFF', role: 'editor' },
  { id: 3, login: 'ann', password: 'päss:wörd with a colon in it', role: 'author' },
  { id: 4, login: 'con', password: '1111 2222 3333 4444 5555 6666', role: 'contributor' },
  { id: 5, login: 'sue', password: 'tiny!', role: 'subscriber' },
] as const;

const root = '/wp-json/calendar/events/v1';
const roots = [root, root, '/calendar/events/v1', '/wp-json/tribe/events/v1'] as const;
const titles = ['Fair', 'Übung “ß” & co', 'Fair', '日本 <b>x</b>'] as const;
const dates = [
  '2026-01-10 18:00',
  'tomorrow 9am',
  '+3 days',
  '1770000000',
  'soon',
  '2026-03-29T02:30:00',
];
const zones = ['Europe/Berlin', 'UTC-5', 'America/New_York', '', 'Moon'] as const;
const statuses = ['publish', 'draft', 'pending', 'private', 'future', 'lost'] as const;
const changes = ['POST', 'PUT', 'PATCH'] as const;

type Value =
  string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
type Fields = Readonly<Record<string, Value>>;

export function calendarRequest(
  kit: Kit,
  kind: CalendarKind,
  { x, y, text }: RequestSpec,
): RawRequest {
  const { ids, of, control } = kit;
  const at = roots[x % roots.length] ?? root;
  const id = (list: readonly string[]) => (list.length === 0 ? '1' : of(list, x));
  const ask = (method: string, path: string, fields?: Fields) =>
    calendarRequestBy(kit, x, y, method, at + path, fields);
  const event = y % 7 === 0 ? 'by-slug/fair' : id(ids.event);
  switch (kind) {
    case 'announce':
      return ask('POST', '/events', {
        title: text === '' ? titles[y % 4] : text,
        start_date: dates[y % dates.length],
        end_date: dates[(y + x) % dates.length],
        ...eventFields(kit, x, y),
      } as Fields);
    case 'revise':
      return ask(changes[y % 3] ?? 'PUT', `/events/${event}`, {
        ...(y % 2 === 0 ? { title: text } : {}),
        ...eventFields(kit, y, x),
      });
    case 'withdraw': {
      const paths = [
        `/events/${event}`,
        `/venues/${id(ids.venue)}`,
        `/organizers/${id(ids.organizer)}`,
        `/categories/${id(ids.category)}`,
        `/tags/${id(ids.tag)}`,
      ];
      return ask('DELETE', paths[y % paths.length] ?? '');
    }
    case 'place': {
      const fields = { venue: text, city: titles[y % 4] ?? '', show_map: y % 2 === 0 };
      return y % 3 === 0
        ? ask('PATCH', `/venues/${id(ids.venue)}`, fields)
        : ask('POST', '/venues', fields);
    }
    case 'host':
      return y % 3 === 0
        ? ask('POST', `/organizers/by-slug/fair`, { phone: text })
        : ask('POST', '/organizers', { organizer: titles[y % 4] ?? '', email: `${x}@h.example` });
    case 'sort': {
      const kindOf = x % 2 === 0 ? 'categories' : 'tags';
      const parent = kindOf === 'categories' && y % 3 === 0 ? { parent: id(ids.category) } : {};
      const fields = { name: titles[y % 4] ?? '', ...parent };
      return y % 4 === 0
        ? ask('PUT', `/${kindOf}/${id(x % 2 === 0 ? ids.category : ids.tag)}`, fields)
        : ask('POST', `/${kindOf}`, fields);
    }
    case 'browse':
      return ask('GET', browsed(kit, y, text));
    case 'equip':
      return equipped(kit, x, y);
    case 'site': {
      const bodies = [
        { mode: 'wordpress', users: sessionUsers },
        { mode: 'open' },
        { mode: 'wordpress', users: sessionUsers.slice(0, 4), zone: 'Europe/Berlin' },
        { zone: 'America/New_York', perPage: 2 },
        { updates: 'reset', currency: { symbol: '€', position: 'postfix', decimalMark: ',' } },
        { extensions: { geolocation: true, tickets: true }, taxonomies: { category: 'kind' } },
        { zone: 'Moon', users: [{ ...sessionUsers[1], role: 'king' }] },
      ];
      return control('PATCH', '/config', { calendar: bodies[y % bodies.length] });
    }
    case 'odd':
      return odd(kit, x, text);
  }
}

/** All fields but the required ones. */
function eventFields({ ids, of, hide }: Kit, x: number, y: number): Fields {
  const image = `https://pictures.example/${x % 3}.jpg`;
  const venue = ids.venue.length > 0 && y % 2 === 0 ? of(ids.venue, x) : { venue: 'Town Hall' };
  const organizers: readonly Value[] = [
    { organizer: 'Fair Board', phone: `${x % 4}` },
    ...(ids.organizer.length > 0 && y % 2 === 0 ? [of(ids.organizer, y)] : []),
  ];
  return {
    ...(x % 3 === 0 ? { timezone: zones[y % zones.length] ?? '' } : {}),
    ...(x % 5 === 0 ? { all_day: y % 2 === 0 } : {}),
    ...(x % 2 === 0 ? { venue } : {}),
    ...(x % 4 < 2 ? { organizer: organizers } : {}),
    ...(y % 3 === 0 ? { categories: ['Music', `Kids ${x % 3}`] } : {}),
    ...(y % 4 === 0 ? { tags: 'Outdoors, free' } : {}),
    ...(y % 5 === 0 ? { status: statuses[x % statuses.length] ?? '' } : {}),
    ...(y % 6 === 0 ? { status: 'future', date: `+${1 + (x % 90)} seconds` } : {}),
    ...(x % 7 === 0 ? { image } : {}),
    ...(x % 8 === 0 ? { cost: y % 2 === 0 ? '$5' : ['10', '20'] } : {}),
    ...(x % 9 === 0 ? { description: 'One\n\ntwo', featured: true } : {}),
    ...(x % 10 === 0 ? { password: hide(`a password of nothing ${x}`) } : {}),
  };
}

function browsed({ ids, of, hide }: Kit, y: number, text: string): string {
  const event = ids.event.length === 0 ? '1' : of(ids.event, y);
  const secret = encodeURIComponent(hide(eventPasswords[y % 2] ?? ''));
  const paths = [
    '/events?per_page=2',
    '/events?start_date=2026-01-01&end_date=2027-01-01&page=2&per_page=1',
    `/events?search=${encodeURIComponent(text)}&status=publish,future`,
    '/events?categories=music&strict_dates=true&starts_after=2025-01-01',
    `/events?include=${ids.event.slice(0, 3).join(',')}`,
    '/events?page=90',
    '/events?geoloc=true&geoloc_lat=52.5&geoloc_lng=13.4',
    `/events/${event}`,
    `/events/${event}?password=${secret}`,
    `/events?per_page=1&start_date=2025-01-01&password=${secret}`,
    '/events/by-slug/fair',
    `/venues?event=${event}`,
    '/venues?has_events=1&only_with_upcoming=1',
    `/venues/${ids.venue.length === 0 ? '1' : of(ids.venue, y)}`,
    '/organizers?search=fair',
    '/categories?hide_empty=false&orderby=count&order=desc',
    `/tags?post=${event}`,
    '',
    '/doc',
    '/events/x?_fields=id',
  ];
  return paths[y % paths.length] ?? '';
}

/** One is long enough for a token in a recording, the other is not. */
const eventPasswords = ['open sesame, and quickly', 'sesame!'] as const;

function equipped({ ids, of, hide, control }: Kit, x: number, y: number): RawRequest {
  const event = ids.event.length === 0 ? '1' : of(ids.event, x);
  const venue = ids.venue.length === 0 ? '1' : of(ids.venue, x);
  const password = hide(eventPasswords[y % 2] ?? '');
  const requests = [
    () => control('PATCH', `/calendar/events/${event}`, { password }),
    () => control('PATCH', `/calendar/events/${event}`, { password: null, ticketed: x % 2 === 0 }),
    () => control('PATCH', `/calendar/events/${event}`, { parent: x % 5 }),
    () =>
      control('PATCH', `/calendar/venues/${venue}`, {
        geodata: { latitude: 52.5, longitude: 13.4 },
      }),
    () => control('PATCH', `/calendar/venues/${venue}`, { geodata: 'here' }),
  ];
  return (requests[y % requests.length] as () => RawRequest)();
}

/** A request by a user, with a wrong password, or anonymous; with a body in one of three formats. */
function calendarRequestBy(
  { raw, hide }: Kit,
  x: number,
  y: number,
  method: string,
  path: string,
  fields?: Fields,
): RawRequest {
  const user = sessionUsers[y % sessionUsers.length];
  const authorization =
    user === undefined || x % 9 === 0
      ? {}
      : {
          authorization: basic(user.login, x % 13 === 0 ? 'a wrong password' : user.password, hide),
        };
  const { headers, ...request } = raw(method, path);
  const host = { host: headers['host'] ?? '', ...authorization };
  if (fields === undefined) return { ...request, headers: host };
  const { type, body } = written(fields, x + y);
  return { ...request, headers: { ...host, 'content-type': type }, body };
}

function basic(login: string, password: string, hide: Kit['hide']): string {
  if (password.length >= 16) hide(password);
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

/** Fields as JSON, as a form with brackets, or as multipart. */
function written(fields: Fields, form: number): { readonly type: string; readonly body: Buffer } {
  if (form % 3 === 0) {
    return { type: 'application/json', body: Buffer.from(JSON.stringify(fields)) };
  }
  const pairs = Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value));
  if (form % 3 === 1) {
    const type = 'application/x-www-form-urlencoded';
    return { type, body: Buffer.from(new URLSearchParams(pairs).toString()) };
  }
  const parts = pairs.map(
    ([name, value]) =>
      `--parts\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: 'multipart/form-data; boundary=parts',
    body: Buffer.from(`${parts.join('')}--parts--\r\n`),
  };
}

function pairsOf(name: string, value: Value): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
}

/** The number of malformed calendar requests. */
export const malformedMax = 10;

function odd({ raw, ids }: Kit, x: number, text: string): RawRequest {
  const body = (content: string, type = 'application/json', path = '/events'): RawRequest => ({
    ...raw('POST', root + path),
    headers: { host: 'reprise.test:4600', 'content-type': type },
    body: Buffer.from(content),
  });
  const requests: readonly (() => RawRequest)[] = [
    () => body('{"title": '),
    () => body('{"title":5,"start_date":[],"end_date":"2026-01-01"}'),
    () => body('{}'),
    () => body('--x', 'multipart/form-data; boundary=x'),
    () =>
      body(
        `title=${'a'.repeat(300)}&start_date=never&end_date=&all_day=perhaps`,
        'application/x-www-form-urlencoded',
      ),
    () => body('{"venue":""}', 'application/json', '/venues'),
    () => body('{"password":"hidden from all eyes","title":"x"}'),
    () => raw('GET', `${root}/events/by-slug/${encodeURIComponent(text)}`),
    () => raw('DELETE', `${root}/venues/${ids.event[0] ?? '1'}`),
    () => raw('GET', `${root}/events?page=0&per_page=x&start_date=soon`),
  ];
  return (requests[x % malformedMax] as () => RawRequest)();
}
