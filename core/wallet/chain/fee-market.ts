// Blocks and base fees of one chain, computed from the time: an idle chain costs nothing. Integers only.
// The base fee moves block by block towards a target set by congestion, by an eighth at most (EIP-1559), with a seeded
// jitter around that path.

import type { InText } from '../../kernel/brand.ts';
import type { Context } from '../../kernel/context.ts';
import { chainOf, type Blockchain, type ChainRules } from './blockchains.ts';

/** The present conditions of a chain, and the block from which they hold. */
export interface ChainState {
  readonly blockchain: Blockchain;
  readonly blockTimeMs: number;
  readonly isPaused: boolean;
  /** The base fee without congestion. */
  readonly calmFee: bigint;
  /** Demand above the usual in thousandths: 4,000 moves the base fee towards five times `calmFee`. */
  readonly congestionMilli: number;
  /** The newest block when these conditions began, and the instant from which later blocks are counted. */
  readonly anchor: ReferenceBlock;
  /** Random deviations of the base fee in thousandths, by height modulo their number. */
  readonly jitterMilli: readonly number[];
}

interface ReferenceBlock {
  readonly height: number;
  /** The instant of the block, at or before `atMs`. */
  readonly blockMs: number;
  readonly atMs: number;
  /** The base fee of the block, before the jitter; not one of the FeeLevels. */
  readonly level: bigint;
}

/** The height of every chain at the epoch of its world. */
export const firstHeight = 100_000;

const jitterLength = 64;
const jitterMax = 20;

export function initialChain(
  blockchain: Blockchain,
  rules: ChainRules,
  context: Context,
): ChainState {
  const rng = context.rng(`fee/${blockchain}`);
  return {
    blockchain,
    blockTimeMs: rules.blockTimeMs,
    isPaused: false,
    calmFee: rules.baseFee,
    congestionMilli: 0,
    anchor: {
      height: firstHeight,
      blockMs: context.nowMs,
      atMs: context.nowMs,
      level: rules.baseFee,
    },
    jitterMilli: Array.from(
      { length: jitterLength },
      () => rng.below(2 * jitterMax + 1) - jitterMax,
    ),
  };
}

/** The height of the newest block at an instant at or after the anchor. */
export function heightAt(chain: ChainState, atMs: number): number {
  const { height, atMs: anchorMs } = chain.anchor;
  if (chain.isPaused) return height;
  return height + Math.max(0, Math.floor((atMs - anchorMs) / chain.blockTimeMs));
}

/** The instant of the block at a height at or above the anchor's; undefined while the chain is paused. */
export function instantOf(chain: ChainState, height: number): number | undefined {
  const { height: anchorHeight, atMs } = chain.anchor;
  if (height <= anchorHeight) return atMs;
  return chain.isPaused ? undefined : atMs + (height - anchorHeight) * chain.blockTimeMs;
}

/** The height of the next block; a block of this very instant is still the next. */
export function nextHeight(chain: ChainState, nowMs: number): number {
  const height = heightAt(chain, nowMs);
  return blockInstant(chain, height) === nowMs ? height : height + 1;
}

/** The base fee of a block at or above the anchor. */
export function baseFeeAt(chain: ChainState, height: number): bigint {
  return withJitter(chain, levelAt(chain, height), height);
}

/** The first height from which on the base fee has reached its target, but for the jitter. */
export function settledHeight(chain: ChainState): number {
  let level = chain.anchor.level;
  let height = chain.anchor.height;
  for (const target = targetOf(chain); level !== target; height += 1)
    level = stepTowards(level, target);
  return height;
}

/** From the settled height on, base fees repeat with this period of blocks. */
export const jitterPeriod = jitterLength;

/** The chain with other conditions from this instant on. Heights continue; only a new calm fee moves the level at once. */
export function changeConditions(
  chain: ChainState,
  change: Partial<Pick<ChainState, 'blockTimeMs' | 'isPaused' | 'calmFee' | 'congestionMilli'>>,
  atMs: number,
): ChainState {
  const height = heightAt(chain, atMs);
  const next = { ...chain, ...change };
  const countingRestarts =
    next.blockTimeMs !== chain.blockTimeMs || next.isPaused !== chain.isPaused || next.isPaused;
  const blockMs = blockInstant(chain, height) ?? atMs;
  const level =
    next.calmFee === chain.calmFee
      ? levelAt(chain, height)
      : targetOf({ ...next, congestionMilli: 0 });
  const countedMs = height === chain.anchor.height ? chain.anchor.atMs : blockMs;
  return { ...next, anchor: { height, blockMs, atMs: countingRestarts ? atMs : countedMs, level } };
}

export interface FeeLevels {
  readonly LOW: FeeTerms;
  readonly MEDIUM: FeeTerms;
  readonly HIGH: FeeTerms;
}

export type FeeLevel = keyof FeeLevels;

export const feeLevelNames: readonly FeeLevel[] = ['LOW', 'MEDIUM', 'HIGH'];

/** The offered price of a unit of gas. */
export interface FeeTerms {
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

/** The fee terms of a transaction, its gas limit and its first-layer fee. */
export interface FeeOffer extends FeeTerms {
  readonly gasLimit: bigint;
  /** The fee for its data on the first layer, in the native token; absent on chains that are one. */
  readonly l1Fee?: bigint;
}

export function printOffer({ maxFee, priorityFee, gasLimit, l1Fee }: FeeOffer): InText<FeeOffer> {
  return {
    maxFee: maxFee.toString(),
    priorityFee: priorityFee.toString(),
    gasLimit: gasLimit.toString(),
    ...(l1Fee === undefined ? {} : { l1Fee: l1Fee.toString() }),
  };
}

export function parseOffer({ maxFee, priorityFee, gasLimit, l1Fee }: InText<FeeOffer>): FeeOffer {
  return {
    maxFee: BigInt(maxFee),
    priorityFee: BigInt(priorityFee),
    gasLimit: BigInt(gasLimit),
    ...(l1Fee === undefined ? {} : { l1Fee: BigInt(l1Fee) }),
  };
}

/** The most that an offer may cost. */
export function costMax({
  maxFee,
  gasLimit,
  l1Fee = 0n,
}: Pick<FeeOffer, 'maxFee' | 'gasLimit' | 'l1Fee'>): bigint {
  return maxFee * gasLimit + l1Fee;
}

/** The first-layer fee: a tenth of the needed gas at the base fee. Our own round figure. */
export function l1FeeOf(
  { blockchain }: ChainState,
  gas: bigint,
  baseFee: bigint,
): { readonly l1Fee?: bigint } {
  const { rules } = chainOf(blockchain);
  return rules?.hasL1Fee === true ? { l1Fee: (gas * baseFee) / 10n } : {};
}

/** The terms of the three levels at a base fee: 1, 1.5 and 2 times it, plus 1, 1.5 and 2 tips (design section 9). */
export function feeLevels(chain: ChainState, baseFee: bigint): FeeLevels {
  const tip = tipOf(chain);
  const terms = (halves: bigint): FeeTerms => {
    const priorityFee = (tip * halves) / 2n;
    return { maxFee: (baseFee * halves) / 2n + priorityFee, priorityFee };
  };
  return { LOW: terms(2n), MEDIUM: terms(3n), HIGH: terms(4n) };
}

/** The decimals of fees: in gwei on EVM chains, in lamports on Solana, in octas on Aptos. */
export function feeDecimals(blockchain: ChainState['blockchain']): number {
  return chainOf(blockchain).family === 'evm' ? 9 : 0;
}

/** The terms of a replacement: HIGH at the present base fee, and at least a tenth above the replaced terms. */
export function replacementFee(
  chain: ChainState,
  replaced: FeeTerms,
  nowMs: number,
): FeeTerms & { readonly baseFee: bigint } {
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const high = feeLevels(chain, baseFee).HIGH;
  const priorityFee = larger(high.priorityFee, tenthMore(replaced.priorityFee));
  const maxFee = larger(larger(high.maxFee, tenthMore(replaced.maxFee)), priorityFee);
  return { maxFee, priorityFee, baseFee };
}

/** The age in blocks from which on any tip suffices. */
export const anyTipFromAge = 4;

/**
 * Whether a block includes an offer of an age in blocks (1 is the first block after it was sent). A tip of HIGH is included
 * at once, of MEDIUM after two blocks, any other after four, if the offer covers the base fee.
 */
export function isIncluded(
  chain: ChainState,
  offer: FeeTerms,
  height: number,
  age: number,
): boolean {
  const left = offer.maxFee - baseFeeAt(chain, height);
  if (left < 0n) return false;
  const tip = left < offer.priorityFee ? left : offer.priorityFee;
  const lowTip = tipOf(chain);
  if (age >= anyTipFromAge) return true;
  return tip >= (age >= 2 ? (lowTip * 3n) / 2n : lowTip * 2n);
}

/** The price of a unit of gas in a block: base fee and tip; on Aptos, which has no base fee, the whole offer. */
export function pricePaid({ blockchain }: ChainState, offer: FeeTerms, baseFee: bigint): bigint {
  if (chainOf(blockchain).family === 'aptos') return offer.maxFee;
  const offered = baseFee + offer.priorityFee;
  return offered < offer.maxFee ? offered : offer.maxFee;
}

/** The total cost of an included offer that uses an amount of gas, with its first-layer fee. */
export function costOf(chain: ChainState, offer: FeeOffer, baseFee: bigint, gas: bigint): bigint {
  return pricePaid(chain, offer, baseFee) * gas + (offer.l1Fee ?? 0n);
}

/** The tip of LOW: a tenth of the calm fee. */
function tipOf(chain: ChainState): bigint {
  return chain.calmFee / 10n;
}

/** The instant of a past block. */
function blockInstant(chain: ChainState, height: number): number | undefined {
  return height === chain.anchor.height ? chain.anchor.blockMs : instantOf(chain, height);
}

function targetOf(chain: Pick<ChainState, 'calmFee' | 'congestionMilli'>): bigint {
  return (chain.calmFee * BigInt(1_000 + chain.congestionMilli)) / 1_000n;
}

function levelAt(chain: ChainState, height: number): bigint {
  const target = targetOf(chain);
  let level = chain.anchor.level;
  for (let at = chain.anchor.height; at < height && level !== target; at += 1)
    level = stepTowards(level, target);
  return level;
}

/** One block's move: an eighth of the level, at least 1, never past the target. */
function stepTowards(level: bigint, target: bigint): bigint {
  const stride = level / 8n > 0n ? level / 8n : 1n;
  if (level < target) return level + stride < target ? level + stride : target;
  return level - stride > target ? level - stride : target;
}

function withJitter(chain: ChainState, level: bigint, height: number): bigint {
  return (level * BigInt(1_000 + (chain.jitterMilli[height % jitterLength] ?? 0))) / 1_000n;
}

function tenthMore(fee: bigint): bigint {
  return (fee * 11n + 9n) / 10n;
}

export function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
