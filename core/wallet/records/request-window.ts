// The window of recent requests that a rate limit counts.

import type { Network } from '../chain/blockchains.ts';
import type { RequestKind } from '../commands/rate.ts';

/** The requests of one kind, under keys of one network. */
export interface RequestWindow {
  readonly id: string;
  /** Those of the second before the last of them, the earliest first. */
  readonly latestMs: readonly number[];
}

const spanMs = 1_000;

export function requestWindowId(network: Network, kind: RequestKind): string {
  return `${network}/${kind}`;
}

/** The instants that lie less than a second back. */
export function within(instants: readonly number[], nowMs: number): readonly number[] {
  return instants.filter((atMs) => atMs > nowMs - spanMs);
}
