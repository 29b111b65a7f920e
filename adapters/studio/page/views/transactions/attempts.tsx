// The attempts of a transaction: what was signed and sent, and what each offers.

import type { JSX } from 'preact';
import { wallet } from '../../../../../core/index.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { shortId } from '../../model/texts.ts';
import { attemptsOf, type TransactionMoment, type ShownAttempt } from './life.ts';

interface AttemptsProps {
  readonly steps: readonly TransactionMoment[];
  readonly epochMs: number;
}

const markTexts = {
  held: 'kept out of blocks',
  dropped: 'dropped from the mempool',
  wanted: 'in the next block',
} as const;

export function Attempts({ steps, epochMs }: AttemptsProps): JSX.Element | null {
  const attempts = attemptsOf(steps);
  const last = steps.at(-1)?.transaction;
  if (last === undefined || last.direction === 'INBOUND') return null;
  const { unit, decimals } = wallet.feeUnitView(last.blockchain);
  const mined = 'mined' in last ? last.mined : undefined;
  const fee = (units: bigint) => wallet.formatAmount(units, decimals);
  const fate = ({ txHash, mark }: ShownAttempt, index: number) => {
    if (mined?.txHash === txHash) return `in block ${mined.height}`;
    if (mined !== undefined) return 'not included';
    if (index < attempts.length - 1 && attempts[index + 1]?.kind === 'attempt') return 'replaced';
    return mark === undefined ? 'in the mempool' : markTexts[mark];
  };
  return (
    <section class="panel" aria-labelledby="attempts-title">
      <h2 id="attempts-title">Attempts</h2>
      {attempts.length === 0 ? (
        <p class="empty">It was not sent up to this moment.</p>
      ) : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="Table of attempts">
          <table>
            <thead>
              <tr>
                <th scope="col">Hash</th>
                <th scope="col">Sent</th>
                <th scope="col" class="number">
                  Max fee ({unit})
                </th>
                <th scope="col" class="number">
                  Tip ({unit})
                </th>
                <th scope="col" class="number">
                  Gas limit
                </th>
                <th scope="col">Fate</th>
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt, index) => (
                <tr key={attempt.txHash}>
                  <th scope="row">
                    <code title={attempt.txHash}>{shortId(attempt.txHash)}</code>
                    {attempt.kind === 'cancellation' ? ' cancellation' : ''}
                  </th>
                  <td title={printInstant(attempt.atMs)}>{printSince(attempt.atMs, epochMs)}</td>
                  <td class="number">{fee(attempt.maxFee)}</td>
                  <td class="number">{fee(attempt.priorityFee)}</td>
                  <td class="number">{attempt.gasLimit.toString()}</td>
                  <td>{fate(attempt, index)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
