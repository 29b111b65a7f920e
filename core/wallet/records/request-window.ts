// The window of recent requests that a rate limit counts.

import type { Network } from '../chain/blockchains.ts';

/** The kinds of requests that are counted apart (reference/wallet.md section 2, "Limits"). */
export const requestKinds = ['get', 'sign', 'post'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** The requests of one kind, under keys of one network. */
export interface RequestWindow {
  readonly id: string;
  /** Requests of the last second up to the latest one, the earliest first. */
  readonly latestMs: readonly number[];
}

const spanMs = 1_000;

export function requestWindowId(network: Network, kind: RequestKind): string {
  return `${network}/${kind}`;
}

/** The instants of the last second. */
export function within(instants: readonly number[], nowMs: number): readonly number[] {
  return instants.filter((atMs) => atMs > nowMs - spanMs);
}
