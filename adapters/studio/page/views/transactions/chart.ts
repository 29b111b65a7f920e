// The fee chart as a drawing: one step for each block, the base fee against the highest offer.

import type { BlockFee } from './fees.ts';

export interface FeeChart {
  readonly width: number;
  readonly height: number;
  /** Where the plot begins and ends. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseFee: string;
  readonly maxFee: string;
  /** Blocks that ask more than it offers. */
  readonly short: readonly { readonly x: number; readonly width: number }[];
  readonly ticks: readonly { readonly y: number; readonly fee: bigint }[];
}

const size = { width: 640, height: 200 };
const edge = { left: 64, right: 8, top: 10, bottom: 24 };
const tickCount = 4;

export function feeChartOf(blocks: readonly BlockFee[]): FeeChart | undefined {
  const fees = blocks.flatMap(({ baseFee, maxFee }) => [baseFee, maxFee]);
  const [first] = fees;
  if (first === undefined) return undefined;
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), first);
  const ceiling = highest === 0n ? 1n : (highest * 11n + 9n) / 10n;
  const left = edge.left;
  const right = size.width - edge.right;
  const bottom = size.height - edge.bottom;
  const widthOf = (right - left) / blocks.length;
  const xOf = (index: number) => rounded(left + index * widthOf);
  // Thousandths are exact enough to draw, and keep large integers out of floating point.
  const yOf = (fee: bigint) =>
    rounded(bottom - (Number((fee * 1_000n) / ceiling) / 1_000) * (bottom - edge.top));
  const line = (feeOf: (block: BlockFee) => bigint) =>
    blocks
      .map((block, index) => {
        const y = yOf(feeOf(block));
        return `${index === 0 ? 'M' : 'L'}${xOf(index)} ${y}H${xOf(index + 1)}`;
      })
      .join('');
  return {
    ...size,
    left,
    right,
    top: edge.top,
    bottom,
    baseFee: line(({ baseFee }) => baseFee),
    maxFee: line(({ maxFee }) => maxFee),
    short: shortSpans(blocks).map(([from, to]) => ({
      x: xOf(from),
      width: rounded((to - from) * widthOf),
    })),
    ticks: Array.from({ length: tickCount + 1 }, (_, index) => {
      const fee = (ceiling * BigInt(index)) / BigInt(tickCount);
      return { y: yOf(fee), fee };
    }),
  };
}

/** The stretches of blocks that are not covered; the second index is the one after the last. */
function shortSpans(blocks: readonly BlockFee[]): readonly (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const [index, { isCovered }] of blocks.entries()) {
    if (isCovered) continue;
    const last = spans.at(-1);
    if (last !== undefined && last[1] === index) last[1] = index + 1;
    else spans.push([index, index + 1]);
  }
  return spans;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** A fee with few digits, for an axis. */
export function printTick(fee: bigint, decimals: number): string {
  const value = Number(fee) / 10 ** decimals;
  return String(Number(value.toPrecision(3)));
}
