// Invariants of calendars after any commands: wall-clock and UTC times agree, slugs are unique, counts are right, and all
// links have targets.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendar } from '../../core/calendar/index.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import {
  isDraft,
  type VenueOrOrganizer,
  type Post,
  type WithUsage,
} from '../../core/calendar/records/post.ts';
import type { EventPost } from '../../core/calendar/records/event.ts';
import { taxonomies } from '../../core/calendar/records/term.ts';
import { eventCountOf } from '../../core/calendar/state.ts';
import { calendarCommands } from '../support/arbitraries/calendar.ts';
import { given } from '../support/given.ts';
import { firstCases, runs } from '../support/runner/runs.ts';

const slugsOf = (posts: readonly Post[]) =>
  posts.filter(({ status }) => !isDraft(status)).map(({ slug }) => slug);

function expectUnique(texts: readonly (string | number)[]): void {
  expect(texts).toEqual([...new Set(texts)]);
}

/** The latest start among events, in UTC. */
function lastStart(events: readonly EventPost[]): number | null {
  const starts = events.map(({ startUtcSeconds }) => startUtcSeconds);
  return starts.length === 0 ? null : Math.max(...starts);
}

function expectCounted({ use }: WithUsage<VenueOrOrganizer>, events: readonly EventPost[]): void {
  expect(use).toEqual({
    hasEvents: events.some(({ status }) => !isDraft(status)),
    lastStartUtcSeconds: lastStart(events.filter(({ status }) => status !== 'trash')),
    lastPublicStartUtcSeconds: lastStart(events.filter(({ status }) => status === 'publish')),
  });
}

it('a calendar is sound after any commands', () => {
  let linked = 0;
  fc.assert(
    fc.property(calendarCommands, (commands) => {
      const { calendar: state } = given(calendar).trying(...commands);
      const events = [...state.events.values()];
      const venues = [...state.venues.values()];
      const organizers = [...state.organizers.values()];
      const terms = [...state.terms.values()];

      for (const event of events) {
        const zone = zoneNamed(event.zone)!;
        for (const which of ['start', 'end'] as const) {
          expect(zone.wallOf(event[`${which}UtcSeconds`])).toBe(event[`${which}Seconds`]);
          expect(zone.utcOf(event[`${which}Seconds`])).toBe(event[`${which}UtcSeconds`]);
        }
        expect(event.endSeconds).toBeGreaterThanOrEqual(event.startSeconds);
        const { venueId, organizerIds, categoryIds, tagIds, parentId } = event;
        if (venueId !== null) expect(state.venues.get(String(venueId))).toBeDefined();
        if (parentId !== null) expect(state.events.get(String(parentId))).toBeDefined();
        for (const id of organizerIds) expect(state.organizers.get(String(id))).toBeDefined();
        for (const [taxonomy, ids] of [
          ['category', categoryIds],
          ['tag', tagIds],
        ] as const) {
          for (const id of ids) expect(state.terms.get(String(id))?.taxonomy).toBe(taxonomy);
          expectUnique(ids);
        }
        expectUnique(organizerIds);
        linked += Number(venueId !== null);
      }

      expectUnique([...events, ...venues, ...organizers].map(({ id }) => id));
      for (const posts of [events, venues, organizers]) expectUnique(slugsOf(posts));
      for (const taxonomy of taxonomies) {
        expectUnique(terms.filter((term) => term.taxonomy === taxonomy).map(({ slug }) => slug));
      }

      for (const venue of venues) {
        expectCounted(
          venue,
          events.filter(({ venueId }) => venueId === venue.id),
        );
      }
      for (const organizer of organizers) {
        expectCounted(
          organizer,
          events.filter(({ organizerIds }) => organizerIds.includes(organizer.id)),
        );
      }
      for (const { id, parentId, taxonomy } of terms) {
        const having = events.filter(
          ({ status, categoryIds, tagIds }) =>
            status === 'publish' && [...categoryIds, ...tagIds].includes(id),
        );
        expect(eventCountOf(state, id)).toBe(having.length);
        if (parentId !== 0) expect(state.terms.get(String(parentId))?.taxonomy).toBe(taxonomy);
      }
    }),
    runs(150, firstCases({ seed: 1, count: 1 }, calendarCommands)),
  );
  expect(linked).toBeGreaterThan(0);
});
