// `reprise tx watch`: follows one transaction, one line for each change.

import { wallet } from '../../../core/index.ts';
import type { WorldClient } from '../../client/index.ts';
import { exitCodes } from '../support/errors.ts';
import { endOf } from './events.ts';
import { follow } from './follow.ts';
import type { CliHost } from '../support/cli-host.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

export interface WatchFlags {
  readonly within?: number;
  readonly json?: boolean;
}

/** Prints the present state, then each change; resolves with the exit code: 0 at a final state, otherwise 2. */
export async function watchTransaction(
  world: WorldClient,
  id: string,
  { within: withinMs, json }: WatchFlags,
  host: CliHost,
): Promise<number> {
  const isFinal = (change: wallet.TransactionChange): boolean => {
    host.print(json === true ? changeJson(change) : changeLine(change));
    return wallet.transitions[change.state].length === 0;
  };
  const ending = await follow(world.transactions$(id), isFinal, withinMs, host);
  if (ending === 'complete') throw endOf(world);
  return ending === 'found' ? exitCodes.fine : exitCodes.differs;
}

const instantOf = (atMs: number) => new Date(atMs).toISOString();

/** As the control plane has it. */
function changeJson({ atMs, ...change }: wallet.TransactionChange): string {
  return JSON.stringify({ at: instantOf(atMs), ...change });
}

const stateChars = 9;

function changeLine({
  atMs,
  state,
  event,
  errorReason,
  block,
  ...offer
}: wallet.TransactionChange): string {
  const { attempt, maxFee, baseFee } = offer;
  const parts = [
    event,
    errorReason,
    block && `block ${block.blockHeight}`,
    attempt && `attempt ${attempt}`,
    maxFee && `max fee ${maxFee}`,
    baseFee && `base fee ${baseFee}`,
  ].filter((part) => part !== undefined);
  return escapeControlChars(`${instantOf(atMs)}  ${state.padEnd(stateChars)}  ${parts.join(', ')}`);
}
