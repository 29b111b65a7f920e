// What an operator can do to the services of a world: the list of their parts.

import type { OperationSender } from './send.ts';
import { createCalendarOperator, createSpeechOperator } from './services.ts';
import { createWalletOperator } from './wallet.ts';

const ofServices = {
  wallet: createWalletOperator,
  calendar: createCalendarOperator,
  speech: createSpeechOperator,
};

type OfServices = typeof ofServices;

/** By the name of the service. */
export type Operators = { readonly [Name in keyof OfServices]: ReturnType<OfServices[Name]> };

export function createOperators(world: string, sender: OperationSender): Operators {
  const created = Object.entries(ofServices).map(([name, create]) => [name, create(world, sender)]);
  return Object.fromEntries(created) as Operators;
}
