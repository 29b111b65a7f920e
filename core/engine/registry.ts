// The list of domains that a world consists of.

import type { Domain } from '../kernel/decider.ts';
import type { Command, Envelope as AnyEnvelope, Event } from '../kernel/message.ts';
import type { ReadonlyState } from '../tables/index.ts';
import { calendar } from '../calendar/index.ts';
import { wallet } from '../wallet/index.ts';

/** The list: one word per domain. The types below follow from it. */
const list = { wallet, calendar };

type List = typeof list;

export type DomainName = keyof List;

/** The states of all domains, read-only. */
export type States = {
  readonly [Name in DomainName]: ReadonlyState<ReturnType<List[Name]['decider']['initialState']>>;
};

/** The rejections of all domains. */
export type Rejections = {
  readonly [Name in DomainName]: Extract<
    ReturnType<List[Name]['decider']['decide']>,
    { readonly ok: false }
  >['error'];
};

/** The events of all domains, by type. */
export type WorldEvent = Event & Parameters<List[DomainName]['react']>[0];

export type EventType = WorldEvent['type'];

export type EventOf<Type extends EventType> = Extract<WorldEvent, { readonly type: Type }>;

/** An event of any domain in its place, by type; the engine's own code has them as `Envelope<Event>`. */
export type Envelope<E extends Event = WorldEvent> = AnyEnvelope<E>;

/** A domain as the engine sees it: its types are its own. */
export type AnyDomain = Domain<unknown, Command, Event, Refusal>;

/** The common part of all rejections. */
export interface Refusal {
  readonly code: string;
}

export type Domains = Readonly<Record<string, AnyDomain>>;

export const domains = list as unknown as Readonly<Record<DomainName, AnyDomain>>;
