// Slugs of posts: unique within a kind, drafts aside.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarCommand, EventFields } from '../../../../core/calendar/commands.ts';
import { isDraft } from '../../../../core/calendar/records/post.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

const times = { startDate: '2026-03-01 09:00:00', endDate: '2026-03-01 11:30:00' };

const create = (fields: EventFields): CalendarCommand => ({
  type: 'CreateEvent',
  ...asked,
  fields: { title: 'Fair', ...times, ...fields },
});
const update = (id: number, fields: EventFields): CalendarCommand => ({
  type: 'UpdateEvent',
  ...asked,
  event: { id },
  fields,
});
const trash = (id: number): CalendarCommand => ({
  type: 'TrashPost',
  ...asked,
  kind: 'event',
  post: { id },
});

describe('the slug of an event', () => {
  it('is unique in the trash, and restored unless another post has taken it', () => {
    const world = calendarAt();
    const slugOf = (id: number) => world.state.events.get(String(id))?.slug;
    world.do(create({}));
    world.do(trash(1));
    world.do(create({}));
    world.do(trash(2));
    expect([slugOf(1), slugOf(2)]).toEqual(['fair__trashed', 'fair__trashed-2']);
    world.do(update(2, { status: 'publish' }));
    world.do(update(1, { status: 'publish' }));
    expect([slugOf(1), slugOf(2)]).toEqual(['fair-2', 'fair']);
  });

  it('stays in the trash when other fields change', () => {
    const world = calendarAt();
    const slugOf = (id: number) => world.state.events.get(String(id))?.slug;
    for (const id of [1, 2]) {
      world.do(create({}));
      world.do(trash(id));
    }
    world.do(update(1, { status: 'publish' })); // so that nobody has the first slug of the trash
    world.do(update(2, { title: 'Renamed' }));
    expect(slugOf(2)).toBe('fair__trashed-2');
    world.do(update(2, { status: 'trash', description: 'In the trash again' }));
    expect(slugOf(2)).toBe('fair__trashed-2');
  });

  it('of a trashed draft is the same whether it was deleted or updated', () => {
    const [deleted, updated] = [trash(1), update(1, { status: 'trash' })].map((command) => {
      const world = calendarAt();
      world.do(create({ status: 'draft' }));
      world.do(command, epochMs + 60_000);
      return world.state.events.get('1');
    });
    expect(updated).toMatchObject({ status: 'trash', slug: '__trashed', dateUtcSeconds: null });
    expect(updated).toEqual(deleted);
  });

  it('stays unique after any commands', () => {
    const text = fc.constantFrom('Fair', 'fair 2', 'Fair__trashed', '!!!', 'feed', 'x'.repeat(250));
    const fields: fc.Arbitrary<EventFields> = fc.record(
      {
        title: text,
        slug: text,
        status: fc.constantFrom('publish', 'draft', 'trash', 'private', 'future'),
      },
      { requiredKeys: [] },
    );
    const id = fc.integer({ min: 1, max: 6 });
    const command = fc.oneof(
      fields.map(create),
      fc.tuple(id, fields).map(([target, changes]) => update(target, changes)),
      id.map(trash),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 16 }), (commands) => {
        const world = calendarAt();
        for (const next of commands) {
          world.try(next);
          const events = world.state.events.list({ order: 'ascending', limit: 100 });
          const slugs = events.filter(({ status }) => !isDraft(status)).map(({ slug }) => slug);
          expect(slugs).toEqual([...new Set(slugs)]);
          expect(slugs).not.toContain('');
        }
      }),
    );
  });
});
