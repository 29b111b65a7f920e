// The list of domains that a world consists of.

import type { Domain } from '../kernel/decider.ts';
import type { Command, Envelope as AnyEnvelope, Event } from '../kernel/message.ts';
import type { ReadonlyState } from '../tables/index.ts';
import { calendar, type CalendarState } from '../calendar/index.ts';
import type { CalendarRejection } from '../calendar/rejections.ts';
import { wallet, type WalletState } from '../wallet/index.ts';
import type { WalletRejection } from '../wallet/rejections.ts';

/** The states of all domains, read-only. */
export interface States {
  readonly wallet: ReadonlyState<WalletState>;
  readonly calendar: ReadonlyState<CalendarState>;
}

export type DomainName = keyof States;

/** The rejections of all domains. */
export interface Rejections {
  readonly wallet: WalletRejection;
  readonly calendar: CalendarRejection;
}

/** The events of all domains, by type. */
export type WorldEvent = Event &
  (Parameters<(typeof wallet)['react']>[0] | Parameters<(typeof calendar)['react']>[0]);

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

export const domains: Readonly<Record<DomainName, AnyDomain>> = {
  wallet: wallet as unknown as AnyDomain,
  calendar: calendar as unknown as AnyDomain,
};
