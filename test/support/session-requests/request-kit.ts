// The kinds and building blocks of requests in random sessions over the wire.

import type { RawRequest } from '../../../adapters/protocol/messages.ts';
import { strangerAddress } from '../wallet/commands.ts';

/** The API keys of the world: secrets of its clients. */
export const sessionKeys = {
  test: 'TEST_API_KEY:0123456789abcdef:0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  live: 'LIVE_API_KEY:0123456789abcdef:ffeeddccbbaa99887766554433221100',
  wrong: 'TEST_API_KEY:0123456789abcdef:11111111222222223333333344444444',
  later: 'TEST_API_KEY:fedcba9876543210:0a0b0c0d0e0f00010203040506070809',
};

/** Kinds of plain requests; important ones are listed more than once. See requests.ts. */
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

/** Further kinds of wallet requests: see wallet-requests.ts. */
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

/** Kinds of calendar requests: see calendar-requests.ts. */
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

/** One request: its kind, and numbers and a text that choose the details. */
export interface RequestSpec {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Kinds of records with ids. */
export const recordKinds = [
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

export type RecordIds = Readonly<Record<(typeof recordKinds)[number], string[]>>;

/** Known ids, and helpers to build requests. */
export interface Kit {
  readonly ids: RecordIds;
  /** Addresses and chains of wallets by id. */
  readonly addresses: ReadonlyMap<string, ChainAddress>;
  /** All requests so far. */
  readonly sent: readonly RawRequest[];
  /** An element of a list, or an unknown id if the list is empty. */
  readonly of: (list: readonly string[], index: number) => string;
  readonly ciphertext: () => string;
  readonly idempotencyKey: () => string;
  /** A client's request, by default with the key of the test network. */
  readonly raw: (method: string, url: string, body?: unknown, key?: string) => RawRequest;
  readonly control: (method: string, path: string, body?: unknown) => RawRequest;
  /** An idempotent request, below /v1/w3s/developer. */
  readonly keyed: (path: string, fields: object, key?: string) => RawRequest;
  /** A request with a ciphertext but no idempotency key, below /v1/w3s. */
  readonly sealed: (path: string, fields: object, key?: string) => RawRequest;
  /** Registers a secret, which must not appear in any output; returns it. */
  readonly hide: (secret: string) => string;
}

/** The address and chain of a wallet. */
export interface ChainAddress {
  readonly address: string;
  readonly blockchain: string;
}

/** Mostly one of the first wallets, which have funds, with its address and chain. */
export function fundedWallet({ ids, addresses, of }: Kit, { x, y }: RequestSpec) {
  const walletId = of(y % 7 === 0 ? ids.wallet : ids.wallet.slice(0, 7), x);
  const { address, blockchain } = addresses.get(walletId) ?? {
    address: strangerAddress,
    blockchain: 'ETH-SEPOLIA',
  };
  return { walletId, address, blockchain };
}
