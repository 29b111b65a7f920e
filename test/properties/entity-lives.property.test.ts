// The life of an entity equals its view after each event that changes it, in all fields, from whenever an observer subscribes.
// Transitions of transactions are legal, and posts lose trashed or deleted links.

import fc from 'fast-check';
import type { Observable } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { CalendarCommand } from '../../core/calendar/commands.ts';
import type { CalendarEvent } from '../../core/calendar/events.ts';
import type { Taxonomy } from '../../core/calendar/records/term.ts';
import type { PostChange } from '../../core/calendar/streams.ts';
import { costOf } from '../../core/calendar/text/cost.ts';
import { paragraphsOf } from '../../core/calendar/text/paragraphs.ts';
import { stateProvinceOf } from '../../core/calendar/text/state-province.ts';
import { titleOf } from '../../core/calendar/text/title.ts';
import {
  operatorEventView,
  operatorOrganizerView,
  operatorVenueView,
} from '../../core/calendar/views.ts';
import type { States } from '../../core/engine/registry.ts';
import type { World } from '../../core/engine/world/world-contract.ts';
import type { Envelope } from '../../core/kernel/message.ts';
import { atOnce } from '../../core/kernel/pieces.ts';
import { steeringActions } from '../../core/wallet/commands.ts';
import { transitions } from '../../core/wallet/records/lifecycle.ts';
import type { TransactionChange } from '../../core/wallet/streams.ts';
import { transactionView } from '../../core/wallet/views.ts';
import type { Action } from '../support/arbitraries/actions.ts';
import { calendarCommand } from '../support/arbitraries/calendar.ts';
import { actionArbitrary, startSession, type Session } from '../support/arbitraries/session.ts';
import { updateOrganizer, updateVenue } from '../support/calendar/commands.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import {
  postChanges,
  postIds,
  presentPost,
  presentTransaction,
  transactionChanges,
  type Expected,
} from '../support/engine/expected-lives.ts';
import { storeJournal, sessionRecord } from '../support/engine/stored-snapshots.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

/** An update that trashes the venue or the organizers of an event. */
interface LosingStep {
  readonly do: 'trash by update';
  readonly event: number;
}

type Step = Action | CalendarCommand | LosingStep;

function actIn(session: Session, step: Step): void {
  if (!('do' in step)) return void session.decide('calendar', step);
  if (step.do !== 'trash by update') return session.act(step);
  const events = [...session.calendar.events.values()];
  const { venueId, organizerIds } = events[step.event % events.length] ?? { organizerIds: [] };
  const trashed = { status: 'trash' };
  if (typeof venueId === 'number') session.decide('calendar', updateVenue(venueId, trashed));
  for (const id of organizerIds) session.decide('calendar', updateOrganizer(id, trashed));
}

/** Plays steps in an engine that starts with the entries of a new session; calls `onFeed` before each input. */
async function play(
  steps: readonly Step[],
  onFeed: (world: World, index: number, session: Session) => Promise<void>,
): Promise<{ readonly events: readonly Envelope[]; readonly states: States }> {
  const session = startSession();
  const past = session.entries.length;
  const store = createMemoryStore();
  await storeJournal(store, sessionRecord('law'), session.entries);
  for (const step of steps) actIn(session, step);
  const engine = await engineOver(store);
  const world = await engine.open('law');
  if (world === undefined) throw new Error('There is no world.');
  for (const [index, { input }] of session.entries.slice(past).entries()) {
    await onFeed(world, index, session);
    await feed(world, input);
  }
  const events = await store.events('law', { from: 1, limit: Number.MAX_SAFE_INTEGER });
  const states = await world.read((read) => read);
  await engine.close();
  return { events, states };
}

/** The expected first values of an observer, and the values it received. */
interface Observed<Value> {
  readonly id: string | undefined;
  readonly position: number;
  readonly present: readonly Value[];
  readonly values: Value[];
  hasEnded: boolean;
}

interface Changed<Id = string | number> {
  readonly id: Id;
}

async function observe<Value extends Changed>(
  world: World,
  id: string | undefined,
  present: (states: States, nowMs: number) => readonly Value[],
  life$: Observable<Value>,
): Promise<Observed<Value>> {
  const { position, nowMs } = await world.describe();
  const values: Value[] = [];
  const observed = {
    id,
    position,
    present: world.peek((states) => present(states, nowMs)),
    values,
  };
  const own = { ...observed, hasEnded: false };
  life$.subscribe({
    next: (value) => values.push(value),
    complete: () => (own.hasEnded = true),
  });
  return own;
}

/** Expects the present values in any order, then the later changes up to a final one. */
function expectWhole<Value extends Changed>(
  { id, position, present, values, hasEnded }: Observed<Value>,
  changes: readonly Expected<Value>[],
  isFinal: (value: Value) => boolean,
): void {
  const later = changes.filter((change) => change.position > position).map(({ value }) => value);
  const expected = [...inOrder(present), ...later.filter((value) => isOf(value, id))];
  const end = id === undefined ? -1 : expected.findIndex(isFinal);
  if (end !== -1) expected.splice(end + 1);
  const first = inOrder(values.slice(0, present.length));
  expect([...first, ...values.slice(present.length)]).toEqual(expected);
  expect(hasEnded).toBe(end !== -1);
}

const isOf = (value: Changed, id: string | undefined) => id === undefined || `${value.id}` === id;

const inOrder = <Value extends Changed>(values: readonly Value[]): Value[] =>
  values.toSorted((left, right) => (`${left.id}` < `${right.id}` ? -1 : 1));

const isFinal = ({ state }: TransactionChange) => transitions[state].length === 0;

const pass = (maxMs: number) => fc.record({ do: fc.constant('pass' as const), ms: fc.nat(maxMs) });

/** More reorgs than elsewhere, while transfers are in blocks. */
const transactionStep = fc.oneof(
  { weight: 6, arbitrary: actionArbitrary },
  { weight: 2, arbitrary: pass(30_000) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('steer' as const),
      transaction: fc.nat(30),
      action: fc.constant(steeringActions.indexOf('reorg')),
    }),
  },
);

/** The steps, and the input before which late observers subscribe. */
const casesOf = (step: fc.Arbitrary<Step>) =>
  [fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), fc.nat(30)] as const;

it('the life of a transaction equals its view, event by event', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(...casesOf(transactionStep), async (steps, late) => {
      const observed: Observed<TransactionChange>[] = [];
      const { events, states } = await play(steps, async (world, index, session) => {
        if (index !== 0 && index !== late) return;
        const ids = [...session.wallet.transactions.values()].map(({ id }) => id);
        const followed = ids.filter((_, place) => place % 2 === (index === 0 ? 0 : 1));
        for (const id of [undefined, ...followed]) {
          const present = (states: States, nowMs: number) =>
            [...states.wallet.transactions.values()]
              .map((known) => presentTransaction(states, known.id, nowMs))
              .filter((value) => (id === undefined ? !isFinal(value) : value.id === id));
          observed.push(await observe(world, id, present, world.transactions$(id)));
        }
      });
      const changes = transactionChanges(events);
      for (const one of observed) {
        expectWhole(one, changes, isFinal);
        const { id, values } = one;
        const last = values.at(-1);
        if (id === undefined || last === undefined) continue;
        const { transactionType } = transactionView(states.wallet, id) ?? {};
        const { event: _event, atMs, baseFee: _baseFee, ...shown } = last;
        expect(presentTransaction(states, id, atMs)).toMatchObject(shown);
        for (const [place, { state, event }] of values.entries()) {
          const before = values[place - 1]?.state ?? state;
          expect([before, ...transitions[before]]).toContain(state);
          seen.add(`${transactionType} ${event} ${state}`);
        }
      }
    }),
    runs(16, firstCases({ seed: 1, count: 5 }, ...casesOf(transactionStep))),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'OUTBOUND TransactionReturnedToMempool SENT',
      'INBOUND TransactionReturnedToMempool FAILED',
      'INBOUND TransactionReorganised FAILED',
    ]),
  );
});

/** Venues and organizers are trashed more often than elsewhere, while events refer to them. */
const postStep = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trash by update' as const), event: fc.nat(30) }),
  },
  { weight: 1, arbitrary: actionArbitrary },
  { weight: 6, arbitrary: calendarCommand },
  { weight: 1, arbitrary: pass(600_000) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('calendar' as const),
      what: fc.constantFrom('announce' as const, 'reschedule' as const, 'withdraw' as const),
      x: fc.nat(1_000),
      y: fc.nat(1_000),
    }),
  },
);

const never = () => false;

it('the life of a post equals its view, event by event, and shows each change', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(...casesOf(postStep), async (steps, late) => {
      const observed: Observed<PostChange>[] = [];
      const { events, states } = await play(steps, async (world, index) => {
        if (index !== 0 && index !== late) return;
        for (const id of [undefined, 1, 2 + late]) {
          const name = id === undefined ? undefined : `${id}`;
          const present = (states: States, nowMs: number) =>
            postIds(states)
              .filter((known) => name === undefined || known === name)
              .map((known) => presentPost(states, known, nowMs));
          observed.push(await observe(world, name, present, world.posts$(id)));
        }
      });
      const changes = postChanges(events);
      for (const one of observed) expectWhole(one, changes, never);
      const [all] = observed;
      const last = new Map(all?.values.map((value) => [value.id, value]));
      expect(last.size).toBe(all === undefined ? 0 : postIds(states).length);
      for (const value of last.values())
        expect(viewOf(states, value)).toMatchObject(shownOf(value));
      expectLosses(events, changes, seen);
    }),
    runs(80, firstCases({ seed: 1, count: 25 }, ...casesOf(postStep))),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'PostTrashed venue',
      'PostTrashed organizer',
      'VenueUpdated venue',
      'OrganizerUpdated organizer',
      'TermDeleted category',
      'TermDeleted tag',
    ]),
  );
});

const site = { currencySymbol: '$', currencyPosition: 'prefix', decimalMark: '.' } as const;

const ascending = (ids: readonly number[]) => ids.toSorted((left, right) => left - right);

/** A post as its view shows it, with the ids of its links; views sort terms by name. */
function viewOf({ calendar }: States, { id, kind }: PostChange): object {
  const idsOf = (linked: readonly Changed<number>[]) => linked.map((one) => one.id);
  if (kind === 'venue') {
    const { venue, ...own } = operatorVenueView(calendar, id) ?? {};
    return { ...venue, ...own, imageId: venue?.image?.id ?? null };
  }
  if (kind === 'organizer') {
    const { organizer, ...own } = operatorOrganizerView(calendar, id) ?? {};
    return { ...organizer, ...own, imageId: organizer?.image?.id ?? null };
  }
  const { event, ...own } = atOnce(operatorEventView(calendar, id, site)) ?? {};
  return {
    ...event,
    ...own,
    imageId: event?.image?.id ?? null,
    venueId: event?.venue?.id ?? null,
    organizerIds: idsOf(event?.organizers ?? []),
    categoryIds: ascending(idsOf(event?.categories ?? [])),
    tagIds: ascending(idsOf(event?.tags ?? [])),
  };
}

/** All fields of a life as a view renders them. */
function shownOf({ fields }: PostChange): object {
  const description = paragraphsOf(fields.description);
  const rendered = { ...fields, description, excerpt: paragraphsOf(fields.excerpt) };
  if ('title' in fields) {
    const { title, cost, categoryIds, tagIds } = fields;
    const terms = { categoryIds: ascending(categoryIds), tagIds: ascending(tagIds) };
    return { ...rendered, ...terms, title: titleOf(title), cost: costOf(cost, site) };
  }
  const name = titleOf(fields.name);
  if (!('city' in fields)) return { ...rendered, name };
  const region = { ...fields, stateProvince: fields.stateprovince };
  return { ...rendered, name, stateprovince: stateProvinceOf(region) };
}

/** No event refers to a venue, organizer or term once it is trashed or deleted. `seen` collects event types and lost kinds. */
function expectLosses(
  events: readonly Envelope[],
  changes: readonly Expected<PostChange>[],
  seen: Set<string>,
): void {
  const taxonomies = new Map<number, Taxonomy>();
  const last = new Map<number, PostChange>();
  const left = [...changes];
  const linksOf = (kind: string, id: number) =>
    [...last.values()].filter(({ fields }) => hasLink(fields, kind, id)).length;
  for (const { position, stream, event } of events) {
    if (!stream.startsWith('calendar/')) continue;
    const known = event as CalendarEvent;
    if (known.type === 'TermCreated') taxonomies.set(known.term.id, known.term.taxonomy);
    const lost = lostIn(known, taxonomies);
    if (lost !== undefined && linksOf(lost.kind, lost.id) > 0)
      seen.add(`${known.type} ${lost.kind}`);
    while (left[0]?.position === position) {
      const [{ value }] = left.splice(0, 1) as [Expected<PostChange>];
      last.set(value.id, value);
    }
    if (lost !== undefined) expect(linksOf(lost.kind, lost.id)).toBe(0);
  }
}

function hasLink(fields: PostChange['fields'], kind: string, id: number): boolean {
  if (!('title' in fields)) return false;
  if (kind === 'venue') return fields.venueId === id;
  const { organizerIds, categoryIds, tagIds } = fields;
  const ids = { organizer: organizerIds, category: categoryIds, tag: tagIds }[kind] ?? [];
  return ids.includes(id);
}

function lostIn(
  event: CalendarEvent,
  taxonomies: ReadonlyMap<number, Taxonomy>,
): { readonly kind: string; readonly id: number } | undefined {
  const { type } = event;
  if (type === 'PostTrashed') return { kind: event.kind, id: event.id };
  if (type === 'TermDeleted') return { kind: taxonomies.get(event.termId) ?? '', id: event.termId };
  if (type !== 'VenueUpdated' && type !== 'OrganizerUpdated') return undefined;
  const kind = type === 'VenueUpdated' ? 'venue' : 'organizer';
  return event.changes.status === 'trash' ? { kind, id: event.id } : undefined;
}
