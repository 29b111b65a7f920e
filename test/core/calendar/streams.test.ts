// Lives of posts in a running world. The law is in test/properties/entity-lives.property.test.ts.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { CalendarCommand, EventFields } from '../../../core/calendar/commands.ts';
import type { PostChange } from '../../../core/calendar/streams.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import {
  byAdministrator,
  createCategory,
  createEvent,
  createOrganizer,
  createVenue,
  trash,
  updateEvent,
  updateOrganizer,
} from '../../support/calendar/commands.ts';
import { host, recordOf } from '../../support/engine/reopened-store.ts';
import { drainEventLoop } from '../../support/engine/running-world.ts';

let engine: Engine;
let world: World;
let seen: PostChange[];
beforeEach(async () => {
  seen = [];
  engine = await openEngine({ store: createMemoryStore(), host });
  world = await engine.create(recordOf('w'));
});
afterEach(() => engine.close());

const change = (command: CalendarCommand) =>
  world.send({
    domain: 'calendar',
    prepare: () => ({ command }),
    respond: (outcome) => expect(outcome.ok).toBe(true),
  });

async function observe(id?: number): Promise<void> {
  world.posts$(id).subscribe((value) => seen.push(value));
  await drainEventLoop();
}

const shortly = () =>
  seen.map(({ id, status, event, goesLive }) => ({ id, status, event, goesLive }));

it('the life of a post begins with its present fields, then has the fields that each mutation changed', async () => {
  await change(createEvent({ title: 'Fair' }));
  await observe(1);
  await change(updateEvent(1, { title: 'Market' }));
  expect(seen[0]).toMatchObject({
    id: 1,
    kind: 'event',
    status: 'publish',
    fields: { title: 'Fair', hasPassword: false },
    changes: {},
    goesLive: false,
  });
  expect(seen[1]).toMatchObject({
    event: 'EventUpdated',
    fields: { title: 'Market' },
    changes: { title: { before: 'Fair', after: 'Market' } },
    goesLive: false,
  });
  expect(seen[1]?.fields).not.toHaveProperty('passwordFingerprint');
  expect(seen).toHaveLength(2);
});

it('the life of a new post has fields without a previous value, and goes live if the post is public', async () => {
  await observe();
  await change(createEvent({ title: 'Fair' }));
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    event: 'EventCreated',
    changes: { title: { after: 'Fair' } },
    goesLive: true,
  });
});

it('a scheduled post goes live at its publication date', async () => {
  await change(createEvent({ date: '+1 hour' }));
  await observe(1);
  await world.advance({ byMs: 3_600_000 });
  expect(shortly()).toEqual([
    { id: 1, status: 'future', event: undefined, goesLive: false },
    { id: 1, status: 'publish', event: 'PostPublished', goesLive: true },
  ]);
  expect(seen[1]?.changes).toEqual({ status: { before: 'future', after: 'publish' } });
});

describe('the life of an event shows a lost link', () => {
  const lost = () => seen.map(({ id, event, changes }) => ({ id, event, changes }));
  const before = async (fields: EventFields) => {
    await change(createVenue({ name: 'Hall' }));
    await change(createOrganizer({ name: 'Ann' }));
    await change(createCategory({ name: 'Music' }));
    await change(createEvent(fields));
    await observe(3);
    seen = [];
  };

  it('when its venue is trashed, whose own life shows the new status', async () => {
    await before({ venue: [{ id: 1 }] });
    world.posts$(1).subscribe((value) => seen.push(value));
    await drainEventLoop();
    seen = [];
    await change(trash('venue', 1));
    expect(lost()).toContainEqual({
      id: 3,
      event: 'PostTrashed',
      changes: { venueId: { before: 1, after: null } },
    });
    expect(seen.find(({ id }) => id === 1)).toMatchObject({ status: 'trash', kind: 'venue' });
  });

  it.each([
    ['trashed', () => trash('organizer', 2), 'PostTrashed'],
    ['trashed by an update', () => updateOrganizer(2, { status: 'trash' }), 'OrganizerUpdated'],
  ])('when its organizer is %s', async (_how, command, event) => {
    await before({ organizer: [{ id: 2 }] });
    await change(command());
    const changes = { organizerIds: { before: [2], after: [] } };
    expect(lost()).toEqual([{ id: 3, event, changes }]);
  });

  it('when its category is deleted', async () => {
    await before({ categories: ['Music'] });
    await change({ type: 'DeleteTerm', ...byAdministrator, taxonomy: 'category', termId: 1 });
    const changes = { categoryIds: { before: [1], after: [] } };
    expect(lost()).toEqual([{ id: 3, event: 'TermDeleted', changes }]);
  });
});
