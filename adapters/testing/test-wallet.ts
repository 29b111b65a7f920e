// The wallet of a world in a test: wallets by the names of a fixture, actions on transactions, conditions of chains.

import { wallet, type States, type World } from '../../core/index.ts';
import { listed } from '../wording.ts';
import { printTransaction } from '../services/wallet/wire.ts';
import type { ControlCall } from './control-calls.ts';

type WalletView = NonNullable<ReturnType<typeof wallet.walletView>>;

/** Amounts as decimal texts. */
export interface Funds {
  readonly native?: string;
  readonly usdc?: string;
  readonly eurc?: string;
  /** By token id. */
  readonly tokens?: Readonly<Record<string, string>>;
}

export interface TestWallet extends Pick<
  WalletView,
  'id' | 'address' | 'blockchain' | 'walletSetId' | 'accountType' | 'name' | 'refId'
> {
  readonly fund: (funds: Funds) => Promise<void>;
  /** Only reads are allowed until `unfreeze`. */
  readonly freeze: () => Promise<void>;
  readonly unfreeze: () => Promise<void>;
}

/** A transaction as the wallet API shows it. */
export interface TransactionRecord {
  readonly id: string;
  readonly state: wallet.TransactionState;
  readonly [member: string]: unknown;
}

/** Steers a transaction. All actions but `get` resolve with it as it is afterwards. */
export interface TestTransaction {
  readonly id: string;
  readonly get: () => Promise<TransactionRecord>;
  /** No block includes its present attempt until `unstick`; a replacement is not affected. */
  readonly stick: () => Promise<TransactionRecord>;
  readonly unstick: () => Promise<TransactionRecord>;
  /** The nodes forget it. */
  readonly drop: () => Promise<TransactionRecord>;
  readonly confirm: () => Promise<TransactionRecord>;
  readonly fail: (reason?: wallet.FailureReason) => Promise<TransactionRecord>;
  readonly deny: (reason?: wallet.FailureReason) => Promise<TransactionRecord>;
  /** Its block is replaced by others. */
  readonly reorg: (to?: (typeof wallet.reorganisedTo)[number]) => Promise<TransactionRecord>;
}

export interface ChainChange {
  readonly baseFeeGwei?: string;
  /** Decimal text; 0 is calm, 8 leaves low fees behind. */
  readonly congestion?: string;
  readonly paused?: boolean;
  readonly blockTimeMs?: number;
}

const pageSize = 1_000;

/** All wallets with this name or refId, on this chain. */
export function walletsNamed(
  world: World,
  control: ControlCall,
  name?: string,
  blockchain?: wallet.Blockchain,
): readonly TestWallet[] {
  return world
    .peek((states) => allWallets(states, blockchain))
    .filter((one) => name === undefined || one.name === name || one.refId === name)
    .map((one) => testWallet(one, control));
}

/** The only wallet with this name or refId, on this chain. Throws an error that lists the wallets that there are. */
export function walletNamed(
  world: World,
  control: ControlCall,
  name: string,
  blockchain?: wallet.Blockchain,
): TestWallet {
  const [found, ...more] = walletsNamed(world, control, name, blockchain);
  if (found !== undefined && more.length === 0) return found;
  const place = blockchain === undefined ? '' : ` on ${blockchain}`;
  if (found === undefined) {
    const all = world.peek((states) => allWallets(states, undefined)).map(described);
    throw new Error(
      `There is no wallet with name or refId '${name}'${place}; there are: ${listed(all, shownMax)}.`,
    );
  }
  const all = [found, ...more].map(described);
  throw new Error(
    `${all.length} wallets have the name or refId '${name}'${place}: ${listed(all, shownMax)}. ` +
      'Give a blockchain, or use wallets().',
  );
}

const shownMax = 20;

function described(one: Pick<WalletView, 'name' | 'refId' | 'blockchain' | 'id'>): string {
  const name = one.name ?? one.refId;
  return name === undefined ? `${one.id} on ${one.blockchain}` : `'${name}' on ${one.blockchain}`;
}

function allWallets(
  { wallet: state }: States,
  blockchain: wallet.Blockchain | undefined,
): readonly WalletView[] {
  const all: WalletView[] = [];
  for (;;) {
    const pageAfter = all.at(-1)?.id;
    const page = wallet.walletsView(state, { blockchain }, { pageSize, pageAfter, order: 'ASC' });
    if (!page.ok) return all;
    all.push(...page.value.items);
    if (!page.value.hasNext) return all;
  }
}

function testWallet(view: WalletView, control: ControlCall): TestWallet {
  const act = async (action: string, body: object = {}) => {
    await control('POST', `/wallet/wallets/${view.id}/${action}`, body);
  };
  return {
    ...view,
    fund: (funds) => act('fund', funds),
    freeze: () => act('freeze'),
    unfreeze: () => act('unfreeze'),
  };
}

export function testTransaction(world: World, control: ControlCall, id: string): TestTransaction {
  const act = async (action: string, body: object = {}) => {
    const path = `/wallet/transactions/${encodeURIComponent(id)}/${action}`;
    return (await control<{ transaction: TransactionRecord }>('POST', path, body)).transaction;
  };
  const because = (reason?: string) => (reason === undefined ? {} : { reason });
  return {
    id,
    get: async () => {
      const found = await world.read((states) => wallet.transactionView(states.wallet, id));
      if (found === undefined) throw new Error(`There is no transaction '${id}' in this world.`);
      return printTransaction(found);
    },
    stick: () => act('stick'),
    unstick: () => act('unstick'),
    drop: () => act('drop'),
    confirm: () => act('confirm'),
    fail: (reason) => act('fail', because(reason)),
    deny: (reason) => act('deny', because(reason)),
    reorg: (to) => act('reorg', to === undefined ? {} : { to }),
  };
}
