// The slowest list page: filters that each match half of a set's wallets have only one wallet in common, at the far end, and no
// other wallet has a sufficient balance. Measured with the filters of the lists (in every combination, or alone and all at
// once), in both orders, from an end and from the middle.

import type { Blockchain } from '../../core/wallet/chain/blockchains.ts';
import type { WalletState } from '../../core/wallet/state.ts';
import type { PageQuery } from '../../core/wallet/views/page.ts';
import type { WalletFilter } from '../../core/wallet/views/wallet.ts';
import { importBuilt } from './built.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';
import { record } from './session.ts';

const walletCount = 1_000_000;
const pageSize = 50;
const rounds = 15;
const target = { most: 2 };
/** A page by balance reads all balances in a token. */
const balanceTarget = { most: 600 };
const balanceRounds = 5;

const walletSetId = '00000000-0000-4000-8000-00000000000a';
const scaCore = 'circle_6900_singleowner_v3';
const blockchain: Blockchain = 'ETH-SEPOLIA';
const ether = 10n ** 18n;

type Product = Awaited<ReturnType<typeof loadProduct>>;

export async function walletPageFigures({ scale }: Effort): Promise<readonly Figure[]> {
  const count = walletCount * scale;
  const product = await loadProduct();
  const { walletsView, holdingsView } = product;
  const kinds = filled(product, count, false);
  const ways: Ways = { walletSetId, blockchain, scaCore, refId: 'even', fromMs: 1, toMs: count };
  const listed = dearest(kinds, combinations, rounds, ways, ({ fromMs, toMs, ...filter }, query) =>
    walletsView(kinds, filter, { ...query, fromMs, toMs }),
  );
  const holders = filled(product, count, true);
  const held = dearest(
    holders,
    eachAlone,
    balanceRounds,
    ways,
    ({ fromMs, toMs, ...filter }, query) =>
      holdingsView(holders, { ...filter, blockchain, amountMin: '1' }, { ...query, fromMs, toMs }),
  );
  const called = `dearest page of ${pageSize} of ${count.toLocaleString('en')} wallets`;
  return [
    plainFigure(`${called} (by ${listed.by})`, 'ms', [listed.ms], target),
    plainFigure(`${called} by amount__gte (and ${held.by})`, 'ms', [held.ms], balanceTarget),
  ];
}

async function loadProduct() {
  const { evolve } = await importBuilt('core/wallet/evolve.js');
  const { adjustBalance } = await importBuilt('core/wallet/evolve/ledger.js');
  const { initialWorld } = await importBuilt('core/engine/world-state.js');
  const { domains } = await importBuilt('core/engine/registry.js');
  const { createOracleCache } = await importBuilt('core/engine/oracle-cache.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const { nativeTokenId } = await importBuilt('core/wallet/tokens/catalogue.js');
  const { walletsView } = await importBuilt('core/wallet/views/wallet.js');
  const { holdingsView } = await importBuilt('core/wallet/views/holdings.js');
  const newState = () => {
    const oracles = createOracleCache({});
    const rules = { domains, hash: nodeHost.hash, oracles, reactions: [] };
    return initialWorld(record, rules).states['wallet'] as unknown as WalletState;
  };
  return { evolve, adjustBalance, nativeTokenId, walletsView, holdingsView, newState };
}

/**
 * Every second wallet is a smart account with another refId, and on another chain if wallets have no balance. With balances,
 * the smart accounts and the last wallet have an ether, the others slightly less. Only the last one matches all filters.
 */
function filled(product: Product, count: number, isHeld: boolean): WalletState {
  const { evolve, adjustBalance, nativeTokenId, newState } = product;
  const state = newState();
  evolve(state, { type: 'WalletSetCreated', walletSetId, branch: 1 } as never, 0);
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const isLast = ordinal === count - 1;
    const isSmart = ordinal % 2 === 1;
    const chain: Blockchain = isHeld || isLast || !isSmart ? blockchain : 'BASE-SEPOLIA';
    const digits = ordinal.toString(16).padStart(12, '0');
    const wallet = {
      id: `00000000-0000-4000-8001-${digits}`,
      blockchain: chain,
      address: `0x${digits.padStart(40, '7')}`,
      index: ordinal,
      refId: isSmart && !isLast ? 'odd' : 'even',
    };
    const kind = isSmart ? { accountType: 'SCA', scaCore } : { accountType: 'EOA' };
    const made = { type: 'WalletsCreated', walletSetId, wallets: [wallet], ...kind };
    evolve(state, made as never, ordinal);
    if (!isHeld) continue;
    const account = { ...wallet, tokenId: nativeTokenId(chain) };
    adjustBalance(state, account, { units: isSmart || isLast ? ether : ether - 1n }, ordinal);
  }
  return state;
}

type Ways = WalletFilter & Pick<PageQuery, 'fromMs' | 'toMs'>;

/** The time of the slowest page, and the names of its filters. */
function dearest(
  state: WalletState,
  choices: (all: Ways) => readonly Ways[],
  times: number,
  ways: Ways,
  page: (by: Ways, query: PageQuery) => { readonly ok: boolean },
): { readonly by: string; readonly ms: number } {
  const address = state.wallets.at(state.wallets.size - 1)?.address;
  const middle = state.wallets.at(state.wallets.size >> 1)?.id;
  let found = { by: '', ms: 0 };
  for (const by of choices({ ...ways, address })) {
    for (const order of ['ASC', 'DESC'] as const) {
      for (const cursor of [{}, { pageAfter: middle }, { pageBefore: middle }]) {
        const ms = processorMs(() => page(by, { pageSize, order, ...cursor }).ok, times);
        if (ms > found.ms) found = { by: `${Object.keys(by).join(', ')} ${order}`, ms };
      }
    }
  }
  return found;
}

/** Every subset of the members. */
function combinations(all: Ways): readonly Ways[] {
  let chosen: readonly Ways[] = [{}];
  for (const [name, value] of Object.entries(all)) {
    chosen = [...chosen, ...chosen.map((some) => ({ ...some, [name]: value }))];
  }
  return chosen;
}

/** No member, each by itself, and all of them. */
function eachAlone(all: Ways): readonly Ways[] {
  return [{}, ...Object.entries(all).map(([name, value]) => ({ [name]: value })), all];
}

/** The median processor time of some runs: excludes other processes, and most garbage collection. */
function processorMs(run: () => boolean, runs: number): number {
  const times: number[] = [];
  for (let round = 0; round < runs; round += 1) {
    const before = process.cpuUsage();
    if (!run()) throw new Error('The page was refused.');
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return times.sort((left, right) => left - right)[runs >> 1] ?? Number.NaN;
}
