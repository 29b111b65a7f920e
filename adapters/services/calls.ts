// The calls of all services as one.

import type { Event, States, World } from '../../core/index.ts';
import type { Call, ServiceCalls } from '../contracts/calls.ts';
import { services } from './index.ts';

/** A call of a service, and the domain that takes its commands. */
export interface ServiceCall extends Call {
  readonly domain: keyof States;
}

const callers: readonly ServiceCalls[] = services.flatMap(({ calls }) => calls ?? []);

/** The calls that an event starts. Runs for each event. */
export function startedCalls(event: Event, world: World): readonly ServiceCall[] {
  for (const { domain, callsOf } of callers) {
    const calls = callsOf(event, world);
    if (calls.length > 0) return withDomain(calls, domain);
  }
  return none;
}

/** The calls without a whole answer. */
export function callsInFlight(world: World): readonly ServiceCall[] {
  return callers.flatMap(({ domain, inFlight }) => withDomain(inFlight(world), domain));
}

/** The queue whose calls an event makes useless, if any. */
export function interruptedBy(event: Event): string | undefined {
  for (const caller of callers) {
    const queue = caller.interruptedBy(event);
    if (queue !== undefined) return queue;
  }
  return undefined;
}

function withDomain(calls: readonly Call[], domain: keyof States): readonly ServiceCall[] {
  return calls.map((call) => ({ ...call, domain }));
}

const none: readonly ServiceCall[] = [];
