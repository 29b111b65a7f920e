// The exchanges of a history by service and client: one lane each.

import type { Exchange } from '../../../story/story.ts';

/** Exchanges of further services and clients are in the last lane. */
export const requestLanesMax = 6;

export interface RequestLane {
  readonly service: string;
  /** Such as `Requests: wallet`; with its client, `axios to wallet`, where the service has several. */
  readonly name: string;
  /** In order, each with its exchange at the same index. */
  readonly instants: readonly number[];
  readonly exchanges: readonly Exchange[];
  /** The instants of those that failed: without an answer, or with a status from 400 on. */
  readonly failures: readonly number[];
}

export function requestLanesOf(exchanges: readonly Exchange[]): readonly RequestLane[] {
  const byClient = new Map<string, Exchange[]>();
  const clients = new Map<string, Set<string | undefined>>();
  const ordered = exchanges.toSorted((left, right) => left.atMs - right.atMs || left.n - right.n);
  for (const exchange of ordered) {
    const service = serviceOf(exchange);
    clients.set(service, (clients.get(service) ?? new Set()).add(exchange.client));
  }
  const nameOf = (exchange: Exchange) => {
    const service = serviceOf(exchange);
    const { client } = exchange;
    const isAlone = client === undefined || clients.get(service)?.size === 1;
    return isAlone ? `Requests: ${service}` : `${client} to ${service}`;
  };
  for (const exchange of ordered) {
    const name = nameOf(exchange);
    const isNew = !byClient.has(name);
    const key = isNew && byClient.size >= requestLanesMax ? [...byClient.keys()].at(-1)! : name;
    const lane = byClient.get(key);
    if (lane === undefined) byClient.set(key, [exchange]);
    else lane.push(exchange);
  }
  return [...byClient].map(([name, list]) => ({
    service: serviceOf(list[0]!),
    name,
    instants: list.map(({ atMs }) => atMs),
    exchanges: list,
    failures: list.filter((exchange) => hasFailed(exchange)).map(({ atMs }) => atMs),
  }));
}

function serviceOf({ service }: Exchange): string {
  return service === '' ? 'no service' : service;
}

export function hasFailed({ status, failure }: Exchange): boolean {
  return failure !== undefined || (status !== undefined && status >= 400);
}
