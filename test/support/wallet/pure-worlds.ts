// Wallet worlds without the steps of decision tests, for laws and engine tests that fork, store and replay them.

import type { Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { pureWorld, type PureWorld } from '../engine/pure-world.ts';
import { startedTransactionId } from './commands.ts';
import { createFunded, type Wallets } from './setups.ts';

/** Decides a command and returns its events; throws if the command is rejected. */
export function accept(world: PureWorld, command: WalletCommand): readonly WalletEvent[] {
  const outcome = world.decide('wallet', command);
  if (!outcome.ok) throw new Error(`${command.type} is refused: ${JSON.stringify(outcome.error)}`);
  return outcome.value.map(({ event }) => event as WalletEvent);
}

export interface PureFundedWorld extends PureWorld, Wallets {
  /** Starts a transaction, and returns its id. */
  readonly start: (command: WalletCommand) => string;
}

/** A world with a set and two wallets on each of the chains, each with the amounts. */
export function fundedWorld(
  blockchains?: readonly Blockchain[],
  amounts?: Readonly<Record<string, string>>,
  accountType?: 'EOA' | 'SCA',
): PureFundedWorld {
  const world = pureWorld();
  const run = (command: WalletCommand) => accept(world, command);
  return {
    ...world,
    ...createFunded(run, world, blockchains, amounts, accountType),
    start: (command) => startedTransactionId(run(command)),
  };
}
