// Answers of the calendar service, byte by byte as stored in answers.snapshot: records with every kind of content, alone
// and in lists, on sites with different settings.

import { expect, it } from 'vitest';
import { serverForEach } from '../../../../support/server/requests.ts';

const server = serverForEach();

const hostile = '"quotes" \\ / \u0007 \u2028 ü 日本 \ud83c\udf89 <b>&amp;</b>';
const image = 'https://pictures.example/market%20hall.jpg';

/** Method, path below the world, and body. */
type Exchange = readonly [method: string, path: string, body?: object];

const api = '/calendar/events/v1';

const creations: readonly Exchange[] = [
  ['POST', `${api}/categories`, { name: 'Music', description: hostile }],
  ['POST', `${api}/categories`, { name: 'Jazz & Blues', parent: 1 }],
  ['POST', `${api}/tags`, { name: hostile, slug: 'hostile' }],
  [
    'POST',
    `${api}/venues`,
    {
      venue: 'Town Hall',
      description: 'Stairs.\n\nAnd a lift.',
      address: '1 Canal Road',
      city: 'Delft',
      country: 'Netherlands',
      province: 'Zuid-Holland',
      zip: '2611',
      phone: '+31 15',
      website: 'https://hall.example',
      image,
      show_map: false,
    },
  ],
  ['POST', `${api}/venues`, { venue: hostile }],
  ['POST', `${api}/organizers`, { organizer: 'Fair Board', email: 'board@fair.example', image }],
  ['POST', `${api}/organizers`, { organizer: hostile, phone: hostile, status: 'draft' }],
  [
    'POST',
    `${api}/events`,
    {
      title: 'Winter Fair -- it\'s "here"...',
      description: 'Stalls and music.\nWarm drinks.\n\n<div>A block</div>',
      excerpt: hostile,
      start_date: '2026-03-10 09:00:00',
      end_date: '2026-03-10 11:30:00',
      timezone: 'America/New_York',
      cost: ['5', '20.50'],
      website: 'https://fair.example/?a=1&b="2"',
      image,
      venue: 2,
      organizer: [{ id: 4 }, { id: 5 }],
      categories: [2, 1],
      tags: [3, 'Outdoors'],
      featured: true,
      sticky: true,
      show_map: false,
      hide_from_listings: false,
    },
  ],
  [
    'POST',
    `${api}/events`,
    { title: hostile, start_date: '2026-03-11', end_date: '2026-03-12', all_day: true, venue: 3 },
  ],
  [
    'POST',
    `${api}/events`,
    { title: 'Draft', start_date: 'now', end_date: 'now', status: 'draft' },
  ],
  [
    'POST',
    `${api}/events`,
    {
      title: 'Locked',
      description: 'Secret',
      start_date: '2026-04-01',
      end_date: '2026-04-01',
      venue: 2,
    },
  ],
  [
    'POST',
    `${api}/events`,
    {
      title: 'Scheduled',
      start_date: '2026-05-01',
      end_date: '2026-05-02',
      date: '2026-02-01',
      cost: 'Donation',
    },
  ],
  ['POST', `${api}/events/6`, { title: 'Winter Fair, moved', cost: '0', organizer: [{ id: 5 }] }],
  ['POST', `${api}/venues/2`, { city: 'Gouda' }],
  ['POST', `${api}/organizers/4`, { website: 'https://board.example' }],
  ['POST', `${api}/categories/2`, { name: 'Jazz' }],
];

const collections = ['events', 'venues', 'organizers', 'categories', 'tags'];

const readings: readonly Exchange[] = [
  ...collections.map((name): Exchange => ['GET', `${api}/${name}`]),
  ['GET', `${api}/events?per_page=2&page=2&status=publish,draft,future`],
  ['GET', `${api}/events/6`],
  ['GET', `${api}/events/6?_fields=id,venue.venue,image.sizes.large,categories`],
  ['GET', `${api}/events/8`],
  ['GET', `${api}/events/7`],
  ['GET', `${api}/events/9`],
  ['GET', `${api}/events/9?password=sesame`],
  ['GET', `${api}/events/by-slug/scheduled`],
  ['GET', `${api}/venues/2`],
  ['GET', `${api}/venues/3`],
  ['GET', `${api}/organizers/4`],
  ['GET', `${api}/organizers/5`],
  ['GET', `${api}/categories/2`],
  ['GET', `${api}/tags/3`],
  // Links in answers have the prefix of the request.
  ['GET', '/wp-json/tribe/events/v1/events?per_page=1'],
  ['GET', '/wp-json/calendar/events/v1/categories/2'],
];

const deletions: readonly Exchange[] = [
  ['DELETE', `${api}/events/8`],
  ['DELETE', `${api}/venues/2`],
  ['DELETE', `${api}/organizers/5`],
  ['DELETE', `${api}/categories/1`],
  ['GET', `${api}/events`],
];

const place = { latitude: 52.01, longitude: 4.36 };
const operatorFields = [
  ['events/9', { password: 'sesame', ticketed: true }],
  ['venues/3', { geodata: place, password: 'sesame' }],
  ['events/6', { geodata: place, parent: 7 }],
] as const;

const sites = [
  {},
  {
    zone: 'Europe/Vienna',
    titles: 'texturized',
    currency: { symbol: '€', position: 'postfix', decimalMark: ',' },
    taxonomies: { category: 'kinds', tag: 'label' },
    extensions: { geolocation: true, tickets: true },
  },
] as const;

it('responses are equal to the stored ones, byte by byte', async () => {
  const lines: string[] = [];
  const ask = async (world: string, [method, path, body]: Exchange) => {
    const { url } = server();
    const response = await fetch(`${url}/w/${world}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = (await response.text()).replaceAll(url.replace('http://', ''), 'site.example');
    lines.push(`${method} /w/${world}${path}`, `${response.status} ${text}`, '');
  };
  for (const [index, calendar] of sites.entries()) {
    const world = `site-${index}`;
    const created = await server().control('POST', '/worlds', {
      name: world,
      config: { calendar },
    });
    expect(created.status).toBe(201);
    for (const exchange of creations) await ask(world, exchange);
    for (const [post, fields] of operatorFields) {
      const { status } = await server().control(
        'PATCH',
        `/worlds/${world}/calendar/${post}`,
        fields,
      );
      expect(status).toBe(200);
    }
    for (const exchange of [...readings, ...deletions]) await ask(world, exchange);
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('answers.snapshot');
});
