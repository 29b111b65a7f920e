// The rules of all domains by name, and the types that follow from the list of domains.

import type { Domain } from '../decider.ts';
import type { Command, Envelope as AnyEnvelope, Event } from '../kernel/message.ts';
import type { ReadonlyState } from '../tables/index.ts';
import * as list from '../domains.ts';

export type DomainName = keyof typeof list;

type DomainOf<Name extends DomainName> = (typeof list)[Name]['domain'];

/** The states of all domains, read-only. */
export type States = {
  readonly [Name in DomainName]: ReadonlyState<
    ReturnType<DomainOf<Name>['decider']['initialState']>
  >;
};

/** The rejections of all domains. */
export type Rejections = {
  readonly [Name in DomainName]: Extract<
    ReturnType<DomainOf<Name>['decider']['decide']>,
    { readonly ok: false }
  >['error'];
};

/** The events of all domains, by type. */
export type WorldEvent = Event & Parameters<DomainOf<DomainName>['react']>[0];

export type EventType = WorldEvent['type'];

export type WorldEventOf<Type extends EventType> = Extract<WorldEvent, { readonly type: Type }>;

/** An event of any domain in its place, by type; the engine's own code has them as `Envelope<Event>`. */
export type WorldEnvelope<E extends Event = WorldEvent> = AnyEnvelope<E>;

/** A domain as the engine sees it: its types are its own. */
export type AnyDomain = Domain<unknown, Command, Event, AnyRejection>;

/** The common part of all rejections. */
export interface AnyRejection {
  readonly code: string;
}

export type Domains = Readonly<Record<string, AnyDomain>>;

/**
 * The control plane shows tables in this order: those of the wallet, then those of the other domains by name. A bundle has the names
 * of a module in another order than Node, so they are sorted.
 */
const { wallet, ...others } = list;

const byName = Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1));

export const domains = Object.fromEntries(
  [['wallet', wallet] as const, ...byName].map(([name, { domain }]) => [name, domain]),
) as unknown as Readonly<Record<DomainName, AnyDomain>>;
