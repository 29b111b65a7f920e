// Slugs of other scripts in paths and filters: percent-encoded as in responses, or plain.

import { expect } from 'vitest';
import { calendarTest } from '../../../support/runner/calendar-test.ts';

const it = calendarTest();
const dates = { start_date: '2026-01-10 09:00', end_date: '2026-01-10 10:00' };

it.for([
  ['/events', 'title'],
  ['/venues', 'venue'],
  ['/organizers', 'organizer'],
])(
  'a slug selects one of the %s, encoded or not, in any case',
  async ([collection = '', name = ''], { calendar: { send } }) => {
    const made = await send('POST', collection, { [name]: '日本 Fest', ...dates });
    expect(made).toMatchObject({ status: 201, body: { slug: '%e6%97%a5%e6%9c%ac-fest' } });
    const { id, slug } = made.body as { id: number; slug: string };
    const forms = [slug, slug.toUpperCase(), '日本-fest', encodeURIComponent(slug), '日本 Fest'];
    for (const form of forms) {
      const found = await send('GET', `${collection}/by-slug/${form}`);
      expect(found).toMatchObject({ status: 200, body: { id } });
    }
    const changed = await send('PUT', `${collection}/by-slug/${slug}`, {
      status: 'private',
    });
    expect(changed).toMatchObject({ status: 200, body: { id, slug, status: 'private' } });
    const gone = await send('DELETE', `${collection}/by-slug/${slug}`);
    expect(gone).toMatchObject({ status: 200, body: { id, slug: `${slug}__trashed` } });
  },
);

it('a slug selects categories, and events by category', async ({ calendar: { send } }) => {
  const made = await send('POST', `/categories`, { name: '祭り' });
  const { id, slug } = made.body as { id: number; slug: string };
  await send('POST', `/categories`, { name: 'below', parent: '祭り' });
  await send('POST', `/events`, { title: 'Fair', ...dates, categories: [id] });
  for (const form of [slug, slug.toUpperCase(), '祭り', encodeURIComponent(slug)]) {
    expect(await send('GET', `/events?categories=${form}`)).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
    expect(await send('GET', `/categories?slug=${form}`)).toMatchObject({
      status: 200,
      body: { categories: [{ id }] },
    });
  }
  expect((await send('GET', `/categories?hide_empty=0&parent=${id}`)).body.total).toBe(1);
});
