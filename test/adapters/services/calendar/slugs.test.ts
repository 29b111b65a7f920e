// Slugs of other scripts in paths and filters: percent-encoded as in responses, or plain.

import { expect, it } from 'vitest';
import { serverForEach } from '../../../support/server/requests.ts';

const server = serverForEach();
const at = '/calendar/events/v1';
const dates = { start_date: '2026-01-10 09:00', end_date: '2026-01-10 10:00' };

it.each([
  ['/events', 'title'],
  ['/venues', 'venue'],
  ['/organizers', 'organizer'],
])('a slug selects one of the %s, encoded or not, in any case', async (collection, name) => {
  const made = await server().request('POST', at + collection, { [name]: '日本 Fest', ...dates });
  expect(made).toMatchObject({ status: 201, body: { slug: '%e6%97%a5%e6%9c%ac-fest' } });
  const { id, slug } = made.body as { id: number; slug: string };
  const forms = [slug, slug.toUpperCase(), '日本-fest', encodeURIComponent(slug), '日本 Fest'];
  for (const form of forms) {
    const found = await server().request('GET', `${at}${collection}/by-slug/${form}`);
    expect(found).toMatchObject({ status: 200, body: { id } });
  }
  const changed = await server().request('PUT', `${at}${collection}/by-slug/${slug}`, {
    status: 'private',
  });
  expect(changed).toMatchObject({ status: 200, body: { id, slug, status: 'private' } });
  const gone = await server().request('DELETE', `${at}${collection}/by-slug/${slug}`);
  expect(gone).toMatchObject({ status: 200, body: { id, slug: `${slug}__trashed` } });
});

it('a slug selects categories, and events by category', async () => {
  const made = await server().request('POST', `${at}/categories`, { name: '祭り' });
  const { id, slug } = made.body as { id: number; slug: string };
  await server().request('POST', `${at}/categories`, { name: 'below', parent: '祭り' });
  await server().request('POST', `${at}/events`, { title: 'Fair', ...dates, categories: [id] });
  for (const form of [slug, slug.toUpperCase(), '祭り', encodeURIComponent(slug)]) {
    expect(await server().request('GET', `${at}/events?categories=${form}`)).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
    expect(await server().request('GET', `${at}/categories?slug=${form}`)).toMatchObject({
      status: 200,
      body: { categories: [{ id }] },
    });
  }
  expect(
    (await server().request('GET', `${at}/categories?hide_empty=0&parent=${id}`)).body.total,
  ).toBe(1);
});
