// The list of domains that a world consists of.

import type { Domain } from '../kernel/decider.ts';
import type { Command, Event } from '../kernel/message.ts';
import type { ReadonlyState } from '../tables/index.ts';
import { calendar, type CalendarState } from '../calendar/index.ts';
import { wallet, type WalletState } from '../wallet/index.ts';

/** The states of all domains, read-only. */
export interface States {
  readonly wallet: ReadonlyState<WalletState>;
  readonly calendar: ReadonlyState<CalendarState>;
}

export type DomainName = keyof States;

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
