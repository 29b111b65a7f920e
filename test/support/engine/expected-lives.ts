// Expected histories of entities, computed naively: folds the events and compares every entity with its value before each one.

import { isDeepStrictEqual } from 'node:util';
import type { CalendarEvent } from '../../../core/calendar/events.ts';
import type { FieldChange, PostChange } from '../../../core/calendar/streams.ts';
import type { States } from '../../../core/engine/registry.ts';
import { statesOf } from '../../../core/engine/world-state.ts';
import { omitUndefined } from '../../../core/kernel/omit-undefined.ts';
import type { Envelope } from '../../../core/kernel/message.ts';
import { feeDecimals } from '../../../core/wallet/chain/fee-market.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import type { TransactionChange } from '../../../core/wallet/streams.ts';
import { formatAmount } from '../../../core/wallet/tokens/amount.ts';
import { chainView, transactionView } from '../../../core/wallet/views.ts';
import { rules } from './pure-world.ts';
import { initialSessionState } from './stored-snapshots.ts';

/** A value in an entity's history, and the position of its event. */
export interface Expected<Value> {
  readonly position: number;
  readonly value: Value;
}

/** How to detect whether an event has changed an entity. */
interface Entity<Value> {
  readonly idsIn: (states: States) => Iterable<string>;
  readonly present: (states: States, id: string, atMs: number) => Value;
  readonly after: (
    now: Value,
    before: Value | undefined,
    event: WalletEvent | CalendarEvent,
  ) => Value;
  readonly isNamed: (id: string, event: WalletEvent | CalendarEvent) => boolean;
  /** The value without members that change without an event. */
  readonly compared: (value: Value) => unknown;
}

/** For each event: the named entity, then the others that it has changed. */
function* changesOf<Value>(
  events: readonly Envelope[],
  domain: 'wallet' | 'calendar',
  entity: Entity<Value>,
): Generator<Expected<Value>> {
  const states = statesOf(initialSessionState());
  const decider = rules.domains[domain]?.decider;
  const former = new Map<string, Value>();
  for (const { stream, event, atMs, position } of events) {
    if (!stream.startsWith(`${domain}/`)) continue;
    decider?.evolve(states[domain], event, atMs);
    const known = event as WalletEvent | CalendarEvent;
    const others: Expected<Value>[] = [];
    for (const id of entity.idsIn(states)) {
      const now = entity.present(states, id, atMs);
      const before = former.get(id);
      former.set(id, now);
      const isNamed = entity.isNamed(id, known);
      if (!isNamed && before !== undefined && isSame(entity, before, now)) continue;
      const change = { position, value: entity.after(now, before, known) };
      if (isNamed) yield change;
      else others.push(change);
    }
    yield* others;
  }
}

function isSame<Value>({ compared }: Entity<Value>, left: Value, right: Value): boolean {
  return isDeepStrictEqual(compared(left), compared(right));
}

/** The fields of a transaction from its view, its record and its chain. */
export function presentTransaction(
  { wallet }: States,
  id: string,
  atMs: number,
): TransactionChange {
  const view = transactionView(wallet, id);
  const record = wallet.transactions.get(id);
  if (view === undefined || record === undefined) throw new Error(`There is no transaction ${id}.`);
  const { blockchain, state, txHash, block, errorReason, errorDetails } = view;
  const shown = {
    txHash,
    block,
    errorReason,
    errorDetails,
    attempt: 'attempt' in record ? record.attempt.txHash : txHash,
    maxFee: 'fee' in record ? formatAmount(record.fee.maxFee, feeDecimals(blockchain)) : undefined,
    baseFee: chainView(wallet, blockchain, atMs)?.baseFeeGwei,
  };
  return { id, blockchain, state, atMs, ...omitUndefined(shown) };
}

export const transactionChanges = (events: readonly Envelope[]) => [
  ...changesOf<TransactionChange>(events, 'wallet', {
    idsIn: ({ wallet }) => [...wallet.transactions.values()].map(({ id }) => id),
    present: presentTransaction,
    after: (now, _before, { type }) => ({ ...now, event: type as WalletEvent['type'] }),
    isNamed: (id, event) => 'transactionId' in event && event.transactionId === id,
    compared: ({ atMs: _atMs, baseFee: _baseFee, ...rest }) => rest,
  }),
];

/** All fields of a post. */
export function presentPost({ calendar }: States, id: string, atMs: number): PostChange {
  const event = calendar.events.get(id);
  const venue = calendar.venues.get(id);
  const record = event ?? venue ?? calendar.organizers.get(id);
  if (record === undefined) throw new Error(`There is no post ${id}.`);
  const kind = event === undefined ? (venue === undefined ? 'organizer' : 'venue') : 'event';
  const { passwordFingerprint, ...rest } = record;
  const { use: _use, ...own } = { use: undefined, ...rest };
  const fields = { ...own, hasPassword: passwordFingerprint !== null };
  const { status } = fields;
  return {
    id: record.id,
    kind,
    status,
    atMs,
    fields,
    changes: {},
    goesLive: false,
  };
}

export const postIds = ({ calendar: { events, venues, organizers } }: States): string[] =>
  [events, venues, organizers].flatMap((table) => [...table.values()].map(({ id }) => `${id}`));

export const postChanges = (events: readonly Envelope[]) => [
  ...changesOf<PostChange>(events, 'calendar', {
    idsIn: postIds,
    present: presentPost,
    after: (now, before, { type }) => ({
      ...now,
      event: type as CalendarEvent['type'],
      changes: fieldChanges(before?.fields, now.fields),
      goesLive: now.status === 'publish' && before?.status !== 'publish',
    }),
    isNamed: (id, event) =>
      ('id' in event && `${event.id}` === id) || ('post' in event && `${event.post.id}` === id),
    compared: ({ fields }) => fields,
  }),
];

function fieldChanges(before: object | undefined, after: object): Record<string, FieldChange> {
  const former = new Map<string, unknown>(Object.entries(before ?? {}));
  const changes: Record<string, FieldChange> = {};
  for (const [name, value] of Object.entries(after)) {
    if (!former.has(name)) changes[name] = { after: value };
    else if (!isDeepStrictEqual(former.get(name), value))
      changes[name] = { before: former.get(name), after: value };
  }
  return changes;
}
