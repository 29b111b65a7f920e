// Balances before the transaction and at the scrubber, of all addresses that it moves units of.

import type { JSX } from 'preact';
import { wallet } from '../../../../../core/index.ts';
import { shortId } from '../../model/texts.ts';
import { printChange, type BalanceChange } from './balance-changes.ts';

export function Balances({ changes }: { readonly changes: readonly BalanceChange[] }): JSX.Element {
  return (
    <section class="panel" aria-labelledby="balances-title">
      <h2 id="balances-title">Balances</h2>
      <p class="dim">
        Right before it, and at this moment; other transactions may have changed them meanwhile.
      </p>
      {changes.length === 0 ? (
        <p class="empty">It moves no currency.</p>
      ) : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="Table of balances">
          <table>
            <thead>
              <tr>
                <th scope="col">Address</th>
                <th scope="col">Token</th>
                <th scope="col" class="number">
                  Before
                </th>
                <th scope="col" class="number">
                  At this moment
                </th>
                <th scope="col" class="number">
                  Change
                </th>
                <th scope="col" class="number">
                  Reserved
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((one) => (
                <tr key={`${one.address}/${one.tokenId}`}>
                  <th scope="row">
                    <code title={one.address}>{shortId(one.address)}</code> {one.role}
                  </th>
                  <td>{one.symbol}</td>
                  {[one.before, one.after].map((units, index) => (
                    <td key={index} class="number" title={`${units} units`}>
                      {wallet.formatAmount(units, one.decimals)}
                    </td>
                  ))}
                  <td class="number">{printChange(one.after - one.before, one.decimals)}</td>
                  <td class="number">{wallet.formatAmount(one.reserved, one.decimals)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
