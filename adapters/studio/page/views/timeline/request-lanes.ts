// The exchanges of a history by service: one lane each.

import type { Exchange } from '../../../story/story.ts';

/** Lanes of services; exchanges of further ones are in the last. */
export const requestLanesMax = 6;

export interface RequestLane {
  readonly service: string;
  /** In order, each with its exchange at the same index. */
  readonly instants: readonly number[];
  readonly exchanges: readonly Exchange[];
  /** The instants of those that failed: without an answer, or with a status from 400 on. */
  readonly failures: readonly number[];
}

export function requestLanesOf(exchanges: readonly Exchange[]): readonly RequestLane[] {
  const byService = new Map<string, Exchange[]>();
  const ordered = exchanges.toSorted((left, right) => left.atMs - right.atMs || left.n - right.n);
  for (const exchange of ordered) {
    const service = exchange.service === '' ? 'no service' : exchange.service;
    const isNew = !byService.has(service);
    const name =
      isNew && byService.size >= requestLanesMax ? [...byService.keys()].at(-1)! : service;
    const lane = byService.get(name);
    if (lane === undefined) byService.set(name, [exchange]);
    else lane.push(exchange);
  }
  return [...byService].map(([service, list]) => ({
    service,
    instants: list.map(({ atMs }) => atMs),
    exchanges: list,
    failures: list.filter((exchange) => hasFailed(exchange)).map(({ atMs }) => atMs),
  }));
}

export function hasFailed({ status, failure }: Exchange): boolean {
  return failure !== undefined || (status !== undefined && status >= 400);
}
