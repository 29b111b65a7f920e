// Max fee against base fee, block by block, with a table of the same.

import type { JSX } from 'preact';
import { wallet } from '../../../../../core/index.ts';
import { printInstant } from '../../model/instants.ts';
import { feeChartOf, printTick } from './chart.ts';
import type { FeeHistory } from './fees.ts';

export function Fees({ fees }: { readonly fees: FeeHistory }): JSX.Element | null {
  const chart = feeChartOf(fees.blocks);
  const [first] = fees.blocks;
  const last = fees.blocks.at(-1);
  if (chart === undefined || first === undefined || last === undefined) return null;
  const { unit, decimals } = wallet.feeUnitView(fees.blockchain);
  const print = (fee: bigint) => wallet.formatAmount(fee, decimals);
  const short = fees.blocks.filter(({ isCovered }) => !isCovered).length;
  const summary = `Blocks ${first.height} to ${last.height} of ${fees.blockchain}: ${short} of ${fees.blocks.length} ask more than it offers.`;
  return (
    <figure class="fees">
      <figcaption>
        {summary}
        {fees.omitted > 1 ? ` ${fees.omitted} earlier blocks are left out.` : ''}
        {fees.omitted === 1 ? ' One earlier block is left out.' : ''}
      </figcaption>
      <ul class="legend" aria-hidden="true">
        <li class="max-fee">Max fee: the most that it offers</li>
        <li class="base-fee">Base fee: what the block asks</li>
        <li class="short">Blocks that ask more</li>
      </ul>
      <div class="scrolling" tabIndex={0} role="region" aria-label="Fee chart">
        <svg viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={summary}>
          {chart.short.map(({ x, width }) => (
            <rect
              key={x}
              class="short"
              x={x}
              y={chart.top}
              width={width}
              height={chart.bottom - chart.top}
            />
          ))}
          {chart.ticks.map(({ y, fee }) => (
            <g key={y} class="tick">
              <line x1={chart.left} x2={chart.right} y1={y} y2={y} />
              <text x={chart.left - 6} y={y + 4}>
                {printTick(fee, decimals)}
              </text>
            </g>
          ))}
          <path class="base-fee" d={chart.baseFee} />
          <path class="max-fee" d={chart.maxFee} />
          <text class="axis" x={chart.left} y={chart.height - 6}>
            block {first.height}
          </text>
          <text class="axis end" x={chart.right} y={chart.height - 6}>
            {last.height === fees.includedAt
              ? `included in ${last.height}`
              : `block ${last.height}`}
          </text>
          <text class="axis" x={chart.left + 6} y={chart.top + 12}>
            {unit}
          </text>
        </svg>
      </div>
      <details>
        <summary>The same as a table</summary>
        <div class="scrolling rows" tabIndex={0} role="region" aria-label="Fees by block">
          <table>
            <thead>
              <tr>
                <th scope="col">Block</th>
                <th scope="col">Virtual time</th>
                <th scope="col">Base fee ({unit})</th>
                <th scope="col">Max fee ({unit})</th>
                <th scope="col">Covered</th>
              </tr>
            </thead>
            <tbody>
              {[...fees.blocks].reverse().map(({ height, atMs, baseFee, maxFee, isCovered }) => (
                <tr key={height}>
                  <th scope="row">{height}</th>
                  <td>{printInstant(atMs)}</td>
                  <td>{print(baseFee)}</td>
                  <td>{print(maxFee)}</td>
                  <td>{isCovered ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
