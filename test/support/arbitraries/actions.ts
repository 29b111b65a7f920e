// Actions of clients and the operator in a random session: a kind, and numbers that choose the details.

import fc from 'fast-check';
import { steeringActions } from '../../../core/wallet/commands.ts';

export type Action =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fund'; readonly wallet: number; readonly amount: number }
  | TransferAction
  | CallAction
  /** Several transfers of one wallet at once, until all of them are QUEUED. */
  | { readonly do: 'burst'; readonly from: number; readonly count: number }
  | { readonly do: 'accelerate' | 'cancel'; readonly transaction: number }
  | { readonly do: 'steer'; readonly transaction: number; readonly action: number }
  | { readonly do: 'congest'; readonly chain: number; readonly congestion: number }
  | { readonly do: 'pause'; readonly chain: number; readonly paused: boolean }
  | { readonly do: 'pace'; readonly chain: number; readonly blockTimeMs: number }
  | { readonly do: 'repeat'; readonly request: number }
  | OtherAction
  | CalendarAction;

export interface TransferAction {
  readonly do: 'transfer';
  readonly from: number;
  /** Index of a wallet of the same chain; one past the last is an address outside the world. */
  readonly to: number;
  readonly isNative: boolean;
  readonly amount: number;
  readonly fee: number;
}

/** A call of a contract, by a wallet of an EVM chain. */
export interface CallAction {
  readonly do: 'call';
  readonly from: number;
  readonly to: number;
  /** Number of the call, see callOf. */
  readonly call: number;
  /** An amount, or the id of an NFT. */
  readonly number: number;
}

/** Actions other than on transactions. */
export interface OtherAction {
  readonly do: (typeof others)[number];
  /** Chooses the record. */
  readonly x: number;
  /** Chooses the details. */
  readonly y: number;
}

/** A request to the calendar of the same world. */
export interface CalendarAction {
  readonly do: 'calendar';
  readonly what: (typeof calendarKinds)[number];
  /** Chooses the record and the caller. */
  readonly x: number;
  /** Chooses the details. */
  readonly y: number;
}

/** Kinds that enable others are listed more than once, to be chosen more often. */
const calendarKinds = [
  'announce',
  'announce',
  'announce',
  'reschedule',
  'reschedule',
  'place',
  'host',
  'sort',
  'withdraw',
  'equip',
] as const;

export const callsMax = 10;

/** Important kinds are listed more than once, to be chosen more often. */
const others = [
  'mint',
  'mint',
  'nft',
  'nft',
  'nft',
  'upgrade',
  'upgrade',
  'make',
  'derive',
  'provision',
  'freeze',
  'freeze',
  'describe',
  'sign',
  'drip',
  'store',
  'monitor',
  'subscribe',
  'subscribe',
  'report',
  'report',
  'report',
  'limit',
] as const;

const index = fc.nat({ max: 30 });
const chain = fc.nat({ max: 5 });
/** The first two wallets send most. */
const sender = fc.oneof(
  { weight: 2, arbitrary: fc.nat({ max: 1 }) },
  { weight: 3, arbitrary: index },
);

export const actionArbitrary: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.oneof(fc.nat({ max: 1_500 }), fc.nat({ max: 60_000 }), fc.nat({ max: 400_000 })),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      from: sender,
      to: index,
      isNative: fc.boolean(),
      amount: fc.integer({ min: 1, max: 60 }),
      fee: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      from: sender,
      to: fc.nat({ max: 3 }),
      call: fc.nat({ max: callsMax - 1 }),
      number: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('burst' as const),
      from: sender,
      count: fc.integer({ min: 2, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('accelerate' as const, 'cancel' as const),
      transaction: index,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('steer' as const),
      transaction: index,
      action: fc.nat({ max: steeringActions.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('congest' as const),
      chain,
      congestion: fc.constantFrom(0, 0.5, 4, 20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pause' as const), chain, paused: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pace' as const),
      chain,
      blockTimeMs: fc.constantFrom(100, 400, 2_000, 12_000, 30_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      wallet: index,
      amount: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat' as const), request: index }) },
  {
    weight: 14,
    arbitrary: fc.record({ do: fc.constantFrom(...others), x: index, y: fc.nat({ max: 40 }) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('calendar' as const),
      what: fc.constantFrom(...calendarKinds),
      x: fc.nat({ max: 1_000 }),
      y: fc.nat({ max: 1_000 }),
    }),
  },
);

export const sessionArbitrary = fc.array(actionArbitrary, {
  minLength: 1,
  maxLength: 60,
  size: 'max', // short sessions rarely get anywhere
});
