// Blocks and base fees of the chains that a history uses, by the core's fee market. Conditions of a chain hold from one change to the
// next: the state there is a fold.

import { wallet, type Envelope } from '../../../../../core/index.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { momentAt, type TimeSpan } from './time-span.ts';

export interface FeePhase {
  /** The conditions hold from here until the next phase. */
  readonly fromMs: number;
  readonly chain: wallet.ChainState;
}

export interface FeeMarket {
  readonly blockchain: wallet.Blockchain;
  readonly phases: readonly FeePhase[];
}

/** Chains that are shown: those whose conditions changed first, then in the order in which wallets were made. */
export const chainsMax = 3;
/** Changes of conditions that are folded, the newest: base fees before them are not shown. */
export const phasesMax = 100;

/** The chains that a history uses, and where their conditions changed; extended as it grows. */
export class UsedChains {
  readonly #used = new Set<wallet.Blockchain>();
  readonly #changes = new Map<wallet.Blockchain, number[]>();
  #count = 0;

  extend(events: readonly Envelope[]): void {
    for (; this.#count < events.length; this.#count += 1) this.#add(events[this.#count]!);
  }

  #add({ position, event }: Envelope): void {
    if (event.type === 'WalletsCreated' || event.type === 'WalletDerived') {
      for (const { blockchain } of event.wallets) this.#used.add(blockchain);
    }
    if (event.type !== 'ChainChanged') return;
    const changes = this.#changes.get(event.blockchain);
    if (changes === undefined) this.#changes.set(event.blockchain, [position]);
    else changes.push(position);
  }

  get shown(): readonly wallet.Blockchain[] {
    const running = new Set(wallet.runningChains.map(({ blockchain }) => blockchain));
    return [...new Set([...this.#changes.keys(), ...this.#used])]
      .filter((blockchain) => running.has(blockchain))
      .slice(0, chainsMax);
  }

  /** The positions of the newest changes of the chains that are shown; position 0 stands for the beginning, if none is left out. */
  changesOf(blockchain: wallet.Blockchain): readonly number[] {
    const all = [0, ...(this.#changes.get(blockchain) ?? [])];
    return all.slice(-phasesMax);
  }
}

/** Folds what it does not know yet: `known` has the phases of changes by position. */
export async function feeMarketsOf(
  history: Pick<WorldHistory, 'past' | 'event' | 'record'>,
  used: UsedChains,
  known: Map<string, FeePhase>,
): Promise<readonly FeeMarket[]> {
  const markets: FeeMarket[] = [];
  for (const blockchain of used.shown) {
    const phases: FeePhase[] = [];
    for (const position of used.changesOf(blockchain)) {
      const key = `${blockchain} ${position}`;
      const phase = known.get(key) ?? (await phaseAt(history, blockchain, position));
      if (phase === undefined) continue;
      known.set(key, phase);
      phases.push(phase);
    }
    markets.push({ blockchain, phases });
  }
  return markets;
}

async function phaseAt(
  history: Pick<WorldHistory, 'past' | 'event' | 'record'>,
  blockchain: wallet.Blockchain,
  position: number,
): Promise<FeePhase | undefined> {
  const { states } = await history.past.at({ position });
  const chain = states.wallet.chains.get(blockchain);
  const fromMs = position === 0 ? history.record.epochMs : history.event(position)?.atMs;
  return chain === undefined || fromMs === undefined ? undefined : { fromMs, chain };
}

/** The newest block at a moment; undefined before the first phase. */
export function blockAt(
  { phases }: FeeMarket,
  atMs: number,
):
  | { readonly height: number; readonly baseFee: bigint; readonly chain: wallet.ChainState }
  | undefined {
  const phase = phases.findLast(({ fromMs }) => fromMs <= atMs);
  if (phase === undefined) return undefined;
  const { chain } = phase;
  const height = wallet.heightAt(chain, Math.floor(atMs));
  return { height, baseFee: wallet.baseFeeAt(chain, height), chain };
}

/** Base fees by column, of the newest block at its middle, up to a moment; as numbers, for a curve. */
export function feeCurve(
  market: FeeMarket,
  span: TimeSpan,
  columns: number,
  endMs: number,
): readonly (number | undefined)[] {
  return Array.from({ length: columns }, (_, column) => {
    const atMs = momentAt(span, (column + 0.5) / columns);
    if (atMs > endMs) return undefined;
    const block = blockAt(market, atMs);
    return block === undefined ? undefined : Number(block.baseFee);
  });
}

/** Digits of a printed fee: more would not be seen in a curve. */
const feeDigits = 3;

/** Rounded, in gwei, or the unit of the chain. */
export function printFee({ blockchain }: Pick<FeeMarket, 'blockchain'>, baseFee: number): string {
  const fee = baseFee / 10 ** wallet.feeDecimals(blockchain);
  return String(Number(fee.toPrecision(feeDigits)));
}
