// The life of an entity is what its view shows after each event, whenever an observer comes; transitions of transactions are
// legal, and each mutation of a post begins where the one before ended.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import type { PostChange } from '../../core/calendar/streams.ts';
import {
  operatorEventView,
  operatorOrganizerView,
  operatorVenueView,
} from '../../core/calendar/views.ts';
import type { States } from '../../core/engine/registry.ts';
import { transactionView } from '../../core/wallet/views.ts';
import { transitions } from '../../core/wallet/records/lifecycle.ts';
import type { TransactionChange } from '../../core/wallet/streams.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

interface Followed {
  readonly values: TransactionChange[];
  hasEnded: boolean;
}

const isFinal = ({ state }: TransactionChange) => transitions[state].length === 0;

it('of a transaction is the view, event by event', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
      const { entries, wallet } = sessionOf(actions);
      const ids = [...wallet.transactions.values()].map(({ id }) => id);
      const engine = await engineOver(createMemoryStore());
      const world = await engine.create(sessionRecord('law'));
      const lives = new Map<string, Followed>();
      const all: TransactionChange[] = [];
      const follow = (id: string) => {
        const life: Followed = { values: [], hasEnded: false };
        lives.set(id, life);
        world.transactions$(id).subscribe({
          next: (value) => life.values.push(value),
          complete: () => (life.hasEnded = true),
        });
      };
      world.transactions$().subscribe((value) => all.push(value));
      const late = some % (entries.length + 1);
      for (const [index, { input }] of entries.entries()) {
        if (index === late) ids.filter((_, place) => place % 2 === 1).forEach(follow);
        if (index === 0) ids.filter((_, place) => place % 2 === 0).forEach(follow);
        await feed(world, input);
      }
      const views = await world.read((states) =>
        ids.map((id) => transactionView(states.wallet, id)),
      );
      await engine.close();

      for (const [place, id] of ids.entries()) {
        const { values = [], hasEnded } = lives.get(id) ?? {};
        const last = values.at(-1);
        if (last === undefined) continue; // it was to be followed behind the last input
        followed += 1;
        const { state, txHash, block, errorReason, errorDetails } = last;
        const view = views[place];
        const shown = { state, txHash, block, errorReason, errorDetails };
        expect(shown).toEqual({
          state: view?.state,
          txHash: view?.txHash,
          block: view?.block,
          errorReason: view?.errorReason,
          errorDetails: view?.errorDetails,
        });
        expect(hasEnded).toBe(isFinal(last));
        for (const [index, value] of values.entries()) {
          const before = values[index - 1]?.state ?? value.state;
          expect([before, ...transitions[before]]).toContain(value.state);
        }
        const told = all.filter((value) => value.id === id);
        const events = values.filter(({ event }) => event !== undefined);
        expect(told.slice(told.length - events.length)).toEqual(events);
      }
    }),
    runs(25),
  );
  expect(followed).toBeGreaterThan(0);
});

const site = { currencySymbol: '$', currencyPosition: 'prefix', decimalMark: '.' } as const;

/** The fields of a post that its life and its view share; views print names for browsers. */
function viewOf({ calendar }: States, { id, kind }: PostChange) {
  const post =
    kind === 'event'
      ? operatorEventView(calendar, id, site)?.event
      : kind === 'venue'
        ? operatorVenueView(calendar, id)?.venue
        : operatorOrganizerView(calendar, id)?.organizer;
  const { status, slug, dateSeconds, modifiedSeconds } = post ?? {};
  const venueId = post !== undefined && 'venue' in post && kind === 'event' ? post.venue : null;
  return { status, slug, dateSeconds, modifiedSeconds, venueId: idIn(venueId) };
}

const idIn = (linked: unknown) => (linked as { readonly id: number } | null)?.id ?? null;

function shownOf({ fields, status }: PostChange) {
  const { slug, dateSeconds, modifiedSeconds } = fields;
  const venueId = 'venueId' in fields ? fields.venueId : null;
  return { status, slug, dateSeconds, modifiedSeconds, venueId };
}

it('of a post is the view, and each mutation is whole', async () => {
  let mutations = 0;
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
      const { entries } = sessionOf(actions);
      const engine = await engineOver(createMemoryStore());
      const world = await engine.create(sessionRecord('law'));
      const early = new Map<number, PostChange>();
      const late = new Map<number, PostChange>();
      const values: PostChange[] = [];
      world.posts$().subscribe((value) => values.push(value));
      const lateFrom = some % (entries.length + 1);
      for (const [index, { input }] of entries.entries()) {
        if (index === lateFrom) world.posts$().subscribe((value) => late.set(value.id, value));
        await feed(world, input);
      }
      await world.read((states) => {
        for (const value of values) {
          const former = early.get(value.id);
          early.set(value.id, value);
          mutations += 1;
          const changed = Object.entries(value.changes).map(([name, { after }]) => [name, after]);
          expect({ ...former?.fields, ...Object.fromEntries(changed) }).toEqual(value.fields);
          for (const [name, { before }] of Object.entries(value.changes)) {
            expect(before).toEqual(former?.fields[name as keyof typeof value.fields]);
          }
        }
        const { events, venues, organizers } = states.calendar;
        const count = events.size + venues.size + organizers.size;
        expect(early.size).toBe(count);
        for (const value of early.values()) {
          expect(shownOf(value)).toEqual(viewOf(states, value));
        }
        for (const [id, { fields }] of late) expect(fields).toEqual(early.get(id)?.fields);
      });
      await engine.close();
    }),
    runs(25),
  );
  expect(mutations).toBeGreaterThan(0);
});
