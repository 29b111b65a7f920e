// `reprise tx watch`: follows one transaction, one line for each change.

import { wallet } from '../../core/index.ts';
import type { WorldClient } from './control-client.ts';
import { exitCodes } from './errors.ts';
import { follow } from './follow.ts';
import type { CliHost } from './serve.ts';
import { escapeControlChars } from './terminal-text.ts';

export interface WatchFlags {
  readonly within?: number;
  readonly json?: boolean;
}

interface Change {
  readonly at: string;
  readonly state: wallet.TransactionState;
  readonly event?: string;
  readonly errorReason?: string;
  readonly block?: { readonly blockHeight: number };
  readonly attempt?: string;
  readonly maxFee?: string;
  readonly baseFee?: string;
}

/** Prints the present state, then each change; resolves with the exit code: 0 at a final state, otherwise 2. */
export async function watchTransaction(
  client: WorldClient,
  id: string,
  { within: withinMs, json }: WatchFlags,
  host: CliHost,
): Promise<number> {
  let last = '';
  const isFinal = (data: string): boolean => {
    const change = JSON.parse(data) as Change;
    const { event, state, attempt } = change;
    // After a disconnect the server repeats the present state.
    const isChange = event !== undefined || last !== `${state} ${attempt}`;
    last = `${state} ${attempt}`;
    if (isChange) host.print(json === true ? data : changeLine(change));
    return wallet.transitions[state].length === 0;
  };
  const path = `/wallet/transactions/${encodeURIComponent(id)}`;
  const hasEnded = await follow(
    (lastId, ended) => client.openStream(path, lastId, ended),
    isFinal,
    { withinMs },
    host,
  );
  return hasEnded ? exitCodes.fine : exitCodes.differs;
}

const stateChars = 9;

function changeLine({ at, state, event, errorReason, block, ...offer }: Change): string {
  const { attempt, maxFee, baseFee } = offer;
  const parts = [
    event,
    errorReason,
    block && `block ${block.blockHeight}`,
    attempt && `attempt ${attempt}`,
    maxFee && `max fee ${maxFee}`,
    baseFee && `base fee ${baseFee}`,
  ].filter((part) => part !== undefined);
  return escapeControlChars(`${at}  ${state.padEnd(stateChars)}  ${parts.join(', ')}`);
}
