// The queue of the sender: the transactions with earlier nonces, which no block may pass over.

import type { JSX } from 'preact';
import { wallet, type PastMoment } from '../../../../../core/index.ts';
import { shortId } from '../../model/texts.ts';
import { Link } from '../../widgets/link.tsx';
import { amountOf } from './list.ts';
import { StateLabel } from './state-label.tsx';

interface QueueProps {
  readonly state: PastMoment['states']['wallet'];
  readonly transaction: wallet.Transaction;
}

/** Transactions of a queue that are shown, of those around this one. */
const shownMax = 25;

export function SenderQueue({ state, transaction }: QueueProps): JSX.Element | null {
  const { id, walletId, blockchain, direction } = transaction;
  if (direction === 'INBOUND') return null;
  const pending = state.lanes.get(walletId)?.pending ?? [];
  const place = pending.indexOf(id);
  const first = Math.max(0, Math.min(place - shownMax + 2, pending.length - shownMax));
  const shown = pending.slice(first, first + shownMax);
  const { unit, decimals } = wallet.feeUnitView(blockchain);
  return (
    <section class="panel" aria-labelledby="queue-title">
      <h2 id="queue-title">Queue of its sender</h2>
      <p class="dim">{sentenceOf(place, pending.length)}</p>
      {shown.length === 0 ? null : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="Table of the queue">
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  Nonce
                </th>
                <th scope="col">Transaction</th>
                <th scope="col">State</th>
                <th scope="col">Amount</th>
                <th scope="col" class="number">
                  Max fee ({unit})
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((other) => {
                const one = state.transactions.get(other);
                if (one === undefined || one.direction === 'INBOUND') return null;
                const offer = 'attempt' in one ? one.attempt : one.fee;
                return (
                  <tr key={other} {...(other === id ? { 'aria-current': true } : {})}>
                    <td class="number">{'nonce' in one ? one.nonce : ''}</td>
                    <th scope="row">
                      {other === id ? (
                        'this one'
                      ) : (
                        <Link to={{ id: other }}>
                          <code>{shortId(other)}</code>
                        </Link>
                      )}
                    </th>
                    <td>
                      <StateLabel state={one.state} />
                    </td>
                    <td>{amountOf(state, one)}</td>
                    <td class="number">{wallet.formatAmount(offer.maxFee, decimals)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function sentenceOf(place: number, length: number): string {
  if (place === -1) {
    return length === 0
      ? 'Nothing of this sender waits for a block at this moment.'
      : `It is not among the ${length} that wait for a block at this moment.`;
  }
  const ahead = place === 0 ? 'Nothing is' : place === 1 ? 'One transaction is' : `${place} are`;
  const behind = length - place - 1;
  return `${ahead} in front of it${behind === 0 ? '.' : `, and ${behind} behind it.`}`;
}
