// Slugs of posts: unique within a kind, drafts aside.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventFields } from '../../../../core/calendar/commands.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { isDraft } from '../../../../core/calendar/records/post.ts';
import { createEvent, event, trash, updateEvent } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

describe('the slug of an event', () => {
  const slug = (id: number) => (world: Parameters<ReturnType<typeof event>>[0]) =>
    event(id)(world)?.slug;
  const twoInTrash = [createEvent(), trash('event', 1), createEvent(), trash('event', 2)];

  it('is unique in the trash, and restored unless another post has taken it', () => {
    given(calendar)
      .having(...twoInTrash)
      .shows(slug(1), 'fair__trashed')
      .shows(slug(2), 'fair__trashed-2')
      .having(updateEvent(2, { status: 'publish' }), updateEvent(1, { status: 'publish' }))
      .shows(slug(1), 'fair-2')
      .shows(slug(2), 'fair');
  });

  it('stays in the trash when other fields change', () => {
    given(calendar)
      .having(...twoInTrash)
      .having(updateEvent(1, { status: 'publish' })) // frees the first slug in the trash
      .having(updateEvent(2, { title: 'Renamed' }))
      .shows(slug(2), 'fair__trashed-2')
      .having(updateEvent(2, { status: 'trash', description: 'In the trash again' }))
      .shows(slug(2), 'fair__trashed-2');
  });

  it('of a trashed draft is the same whether it was deleted or updated', () => {
    const [deleted, updated] = [trash('event', 1), updateEvent(1, { status: 'trash' })].map(
      (command) =>
        given(calendar)
          .having(createEvent({ status: 'draft' }))
          .after('1m')
          .having(command),
    );
    updated!
      .shows(event(1), { status: 'trash', slug: '__trashed', dateUtcSeconds: null })
      .showsExactly(event(1), event(1)(deleted!));
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
      fields.map(createEvent),
      fc.tuple(id, fields).map(([target, changes]) => updateEvent(target, changes)),
      id.map((target) => trash('event', target)),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 16 }), (commands) => {
        const world = given(calendar);
        for (const next of commands) {
          const { events: posts } = world.trying(next).calendar;
          const events = posts.list({ order: 'ascending', limit: 100 });
          const slugs = events.filter(({ status }) => !isDraft(status)).map(({ slug }) => slug);
          expect(slugs).toEqual([...new Set(slugs)]);
          expect(slugs).not.toContain('');
        }
      }),
    );
  });
});
