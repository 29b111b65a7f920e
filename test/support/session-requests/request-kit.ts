// What the requests of random sessions over the wire are chosen from and made of.

import type { RawRequest } from '../../../adapters/http/messages.ts';
import { strangerAddress } from '../wallet/commands.ts';

/** The keys of the world: the secrets of clients. */
export const sessionKeys = {
  test: 'TEST_API_KEY:0123456789abcdef:0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  live: 'LIVE_API_KEY:0123456789abcdef:ffeeddccbbaa99887766554433221100',
  wrong: 'TEST_API_KEY:0123456789abcdef:11111111222222223333333344444444',
  later: 'TEST_API_KEY:fedcba9876543210:0a0b0c0d0e0f00010203040506070809',
};

/** What a request may be about, those that matter more more than once: see requests.ts. */
export const plainKinds = [
  'set',
  'wallets',
  'fund',
  'transfer',
  'transfer',
  'transfer',
  'accelerate',
  'cancel',
  'steer',
  'show',
  'show',
  'list',
  'list',
  'lowest',
  'update',
  'drip',
  'repeat',
  'register',
  'advance',
  'advance',
  'clock',
  'config',
  'chain',
  'look',
  'fork',
  'bad',
  'bad',
] as const;

/** What it may be about beside: see wallet-requests.ts. */
export const otherKinds = [
  'smart',
  'derive',
  'freeze',
  'provision',
  'upgrade',
  'mint',
  'mint',
  'nft',
  'nft',
  'call',
  'call',
  'call',
  'sign',
  'sign',
  'estimate',
  'estimate',
  'monitor',
  'hook',
  'hook',
  'limit',
  'store',
  'page',
  'page',
] as const;

/** What it may be about in the calendar: see calendar-requests.ts. */
export const calendarKinds = [
  'announce',
  'announce',
  'announce',
  'revise',
  'revise',
  'withdraw',
  'place',
  'host',
  'sort',
  'browse',
  'browse',
  'browse',
  'equip',
  'site',
  'site',
  'odd',
] as const;

type PlainKind = (typeof plainKinds)[number];
export type OtherKind = (typeof otherKinds)[number];
export type CalendarKind = (typeof calendarKinds)[number];
type Kind = PlainKind | OtherKind | CalendarKind;

export function isOther(kind: Kind): kind is OtherKind {
  return otherKinds.some((other) => other === kind);
}

export function isOfCalendar(kind: Kind): kind is CalendarKind {
  return calendarKinds.some((other) => other === kind);
}

/** One request: what it is, and numbers that choose its details. */
export interface Ask {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What there are ids of. */
export const madeKinds = [
  'set',
  'wallet',
  'transaction',
  'subscription',
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
] as const;

export type MadeIds = Readonly<Record<(typeof madeKinds)[number], string[]>>;

/** What requests are made of. */
export interface Kit {
  readonly made: MadeIds;
  /** Addresses and chains of wallets, by their ids. */
  readonly places: ReadonlyMap<string, Place>;
  /** All requests so far. */
  readonly sent: readonly RawRequest[];
  /** One of a list, or an id of nothing. */
  readonly of: (list: readonly string[], index: number) => string;
  readonly ciphertext: () => string;
  readonly idempotencyKey: () => string;
  /** A request of a client; of one of the test network unless a key is given. */
  readonly raw: (method: string, url: string, body?: unknown, key?: string) => RawRequest;
  readonly control: (method: string, path: string, body?: unknown) => RawRequest;
  /** A request that makes something, below /v1/w3s/developer. */
  readonly keyed: (path: string, fields: object, key?: string) => RawRequest;
  /** A request with a ciphertext and no key, below /v1/w3s. */
  readonly sealed: (path: string, fields: object, key?: string) => RawRequest;
  /** Notes what must never be read again. */
  readonly hide: (secret: string) => string;
}

/** Where a wallet is. */
export interface Place {
  readonly address: string;
  readonly blockchain: string;
}

/** Mostly one of the wallets that were made first, which have something; where it is. */
export function richOf({ made, places, of }: Kit, { x, y }: Ask) {
  const rich = of(y % 7 === 0 ? made.wallet : made.wallet.slice(0, 7), x);
  const { address, blockchain } = places.get(rich) ?? {
    address: strangerAddress,
    blockchain: 'ETH-SEPOLIA',
  };
  return { rich, address, blockchain };
}
