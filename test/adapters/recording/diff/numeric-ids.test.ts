// Numeric ids of the calendar depend on earlier records. A diff compares them by their first occurrence, as other ids.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareClients } from '../../../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../../../adapters/recording/differences/text.ts';
import { IdMarker, withoutMarks } from '../../../../adapters/recording/diff/numeric-ids.ts';
import { readRecording, type Recording } from '../../../../adapters/recording/format/reader.ts';
import type { World } from '../../../../core/index.ts';
import { openFaultyWorld, type FaultyWorld } from '../../../support/faults/faulty-world.ts';
import { recordingFolder } from '../../../support/recording/recordings.ts';
import { twin } from '../../../support/server/hosts.ts';

const folder = recordingFolder();
const api = '/calendar/events/v1';
const day = { start_date: '2026-02-01', end_date: '2026-02-02' };

/** Sends a request; returns the id in the answer. */
async function sendRequest(world: FaultyWorld, method: string, path: string, body?: object) {
  const seen = await world.send(method, `${api}${path}`, body);
  if (!('body' in seen) || seen.status >= 300) throw new Error(JSON.stringify(seen));
  return (JSON.parse(seen.body) as { readonly id: number }).id;
}

type Client = (world: FaultyWorld) => Promise<unknown>;

/** A recording of the client, in a world in which `before` events, each with a category, were created and trashed. */
async function recorded(before: number, client: Client): Promise<Recording> {
  const world = await openFaultyWorld(twin);
  for (let count = 0; count < before; count += 1) {
    const old = { ...day, title: `Old ${count}`, categories: [`Old ${count}`] };
    const id = await sendRequest(world, 'POST', '/events', old);
    await sendRequest(world, 'DELETE', `/events/${id}`); // keeps it out of later lists
  }
  const { engine, recordings } = world.reprise;
  const file = join(folder, `${randomUUID()}.jsonl`);
  await recordings.start(engine.world('default') as World, { file });
  await client(world);
  await recordings.stop('default');
  await world.close();
  return readRecording(file);
}

/** Uses the ids that it receives in paths, queries and bodies. `pick` chooses the event that it deletes. */
const client =
  (pick = 0): Client =>
  async (world) => {
    const music = await sendRequest(world, 'POST', '/categories', { name: 'Music' });
    await sendRequest(world, 'POST', '/categories', { name: 'Jazz', parent: music });
    const venue = await sendRequest(world, 'POST', '/venues', { venue: 'Hall 7' });
    const event = { ...day, venue, organizer: [{ organizer: 'Ann' }], categories: [music] };
    const events: number[] = [];
    for (const title of ['A', 'B']) {
      events.push(await sendRequest(world, 'POST', '/events', { ...event, title }));
    }
    await sendRequest(world, 'GET', `/events/${events[0]}`);
    await sendRequest(world, 'POST', `/events/${events[1]}`, { venue: { id: venue }, title: 'C' });
    await sendRequest(
      world,
      'GET',
      `/events?venue=${venue}&categories=${music}&include=${events.join()}`,
    );
    await sendRequest(world, 'GET', `/venues?event=${events[0]}`);
    await sendRequest(world, 'DELETE', `/events/${events[pick]}`);
  };

it('two runs are equal after any number of earlier records', async () => {
  const diff = compareClients(await recorded(0, client()), await recorded(2, client()));
  expect(textOf(clientReport(diff))).toEqual([
    'The clients did the same: 10 requests sent, 10 messages received.',
  ]);
});

it('another one of the received ids is a difference, and shown as it was sent', async () => {
  const diff = compareClients(await recorded(0, client()), await recorded(2, client(1)));
  expect(diff.requests).toMatchObject([
    {
      kind: 'changed',
      left: { title: `DELETE ${api}/events/3` },
      fields: [{ path: 'path', left: `${api}/events/3`, right: `${api}/events/6` }],
    },
  ]);
});

it('an id from outside the run is compared by its value', async () => {
  const first =
    (parent: number): Client =>
    async (world) => {
      await world.send('POST', `${api}/categories`, { name: 'Jazz', parent });
      await world.send('GET', `${api}/events?venue=${parent},4`);
    };
  const [left, right] = [await recorded(2, first(1)), await recorded(2, first(2))];
  expect(compareClients(left, await recorded(2, first(1))).isEqual).toBe(true);
  expect(compareClients(left, right).requests).toMatchObject([
    { kind: 'changed', fields: [{ path: 'body.parent', left: 1, right: 2 }] },
    { kind: 'changed', fields: [{ path: 'query.venue', left: '1,4', right: '2,4' }] },
  ]);
});

it('numbers that are too large for ids are not replaced', () => {
  const sent = { venue: 1e21, organizer: [2 ** 53, 7] };
  const marked = new IdMarker('calendar', `${api}/events`).sent(sent);
  expect(marked).toMatchObject({ venue: 1e21, organizer: [2 ** 53, expect.any(String)] });
  expect(withoutMarks(marked)).toEqual(sent);
});

it('ids of objects in lists of terms are ids of terms', () => {
  const marker = new IdMarker('calendar', `${api}/events`);
  const { parent } = marker.sent({ parent: 4 }); // a term
  const { venue } = marker.sent({ venue: 4 });
  expect(marker.sent({ categories: [{ id: 4 }], tags: { id: 4 }, venue: { id: 4 } })).toEqual({
    categories: [{ id: parent }],
    tags: { id: parent },
    venue: { id: venue },
  });
  const form = { 'categories[0][id]': '4', 'venue[0][id]': '4' };
  const [term, post] = Object.values(marker.sent(form));
  expect(String(parent)).toContain(term);
  expect(String(venue)).toContain(post);
});
