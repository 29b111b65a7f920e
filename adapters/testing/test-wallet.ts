// The wallet of a world in a test: wallets by the names of a fixture, actions on transactions, conditions of chains.

import { z } from 'zod';
import { omitUndefined, wallet, type States, type World } from '../../core/index.ts';
import { checkedOptions } from '../checked-options.ts';
import { listed } from '../wording.ts';
import { printTransaction } from '../services/wallet/wire.ts';
import type {
  ChainChange,
  Funds,
  RunningBlockchain,
  Transaction,
} from '../client/control-types.ts';
import type { WorldClient } from '../client/world.ts';
import { encryptedSecret } from '../services/wallet/encrypted-secret.ts';
import { entityKey } from '../services/wallet/entity-keys.ts';
import type { KitContext } from './kit-context.ts';

type WalletView = NonNullable<ReturnType<typeof wallet.walletView>>;

export interface TestWallet extends Pick<
  WalletView,
  'id' | 'address' | 'blockchain' | 'walletSetId' | 'accountType' | 'name' | 'refId'
> {
  readonly fund: (funds: Funds) => Promise<void>;
  /** Only reads are allowed until `unfreeze`. */
  readonly freeze: () => Promise<void>;
  readonly unfreeze: () => Promise<void>;
}

/** Steers a transaction. All actions but `get` resolve with it as it is afterwards. */
export interface TestTransaction {
  readonly id: string;
  readonly get: () => Promise<Transaction>;
  /** No block includes its present attempt until `unstick`; a replacement is not affected. */
  readonly stick: () => Promise<Transaction>;
  readonly unstick: () => Promise<Transaction>;
  /** The nodes forget it. */
  readonly drop: () => Promise<Transaction>;
  readonly confirm: () => Promise<Transaction>;
  readonly fail: (reason?: wallet.FailureReason) => Promise<Transaction>;
  readonly deny: (reason?: wallet.FailureReason) => Promise<Transaction>;
  /** Its block is replaced by others. */
  readonly reorg: (to?: (typeof wallet.reorganisedTo)[number]) => Promise<Transaction>;
}

/** What the world of a test has for the wallet. */
export interface WalletKit {
  /** The entity secret, encrypted for one request, for clients that do not encrypt it themselves. */
  readonly entitySecretCiphertext: () => string;
  /** The only wallet with this name or refId; on a blockchain, if there is one on several. */
  readonly wallet: (name: string, blockchain?: wallet.Blockchain) => TestWallet;
  readonly wallets: (name?: string, blockchain?: wallet.Blockchain) => readonly TestWallet[];
  readonly tx: (id: string) => TestTransaction;
  /** Changes the conditions on a blockchain. */
  readonly chain: (blockchain: RunningBlockchain, change: ChainChange) => Promise<void>;
}

export function walletKit({ running, operator, keys, rsaBits }: KitContext): WalletKit {
  return {
    entitySecretCiphertext: () => encryptedSecret(keys.entitySecret, entityKey(rsaBits).publicPem),
    wallet: (name, blockchain) => walletNamed(running(), operator, name, blockchain),
    wallets: (name, blockchain) => walletsNamed(running(), operator, name, blockchain),
    tx: (id) => testTransaction(running, operator, id),
    chain: async (blockchain, change) =>
      void (await operator.wallet.chains.change(blockchain, change)),
  };
}

const pageSize = 1_000;

const txSchema = z.strictObject({ id: z.string().min(1) });
const onChain = { blockchain: z.enum(wallet.blockchains).exactOptional() };
const walletSchema = z.strictObject({ name: z.string(), ...onChain });
const walletsSchema = z.strictObject({ name: z.string().exactOptional(), ...onChain });

/** All wallets with this name or refId, on this chain. Throws OptionsError. */
function walletsNamed(
  world: World,
  operator: WorldClient,
  name?: string,
  blockchain?: wallet.Blockchain,
): readonly TestWallet[] {
  checkedOptions(walletsSchema, { name, blockchain }, 'world.wallets');
  return world
    .peek((states) => allWallets(states, blockchain))
    .filter((one) => name === undefined || one.name === name || one.refId === name)
    .map((one) => testWallet(one, operator));
}

/** The only wallet with this name or refId, on this chain. Throws OptionsError, or an error that lists the existing wallets. */
function walletNamed(
  world: World,
  operator: WorldClient,
  name: string,
  blockchain?: wallet.Blockchain,
): TestWallet {
  checkedOptions(walletSchema, { name, blockchain }, 'world.wallet');
  const [found, ...more] = walletsNamed(world, operator, name, blockchain);
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

function testWallet(view: WalletView, { wallet: { wallets } }: WorldClient): TestWallet {
  const { id } = view;
  return {
    ...view,
    fund: async (funds) => void (await wallets.fund(id, funds)),
    freeze: async () => void (await wallets.freeze(id)),
    unfreeze: async () => void (await wallets.unfreeze(id)),
  };
}

/** The transaction with this id, existing or not. Throws OptionsError. */
function testTransaction(running: () => World, operator: WorldClient, id: string): TestTransaction {
  checkedOptions(txSchema, { id }, 'world.tx');
  const { transactions } = operator.wallet;
  return {
    id,
    get: async () => {
      const found = await running().read((states) => wallet.transactionView(states.wallet, id));
      if (found === undefined) throw new Error(`There is no transaction '${id}' in this world.`);
      return printTransaction(found);
    },
    stick: () => transactions.stick(id),
    unstick: () => transactions.unstick(id),
    drop: () => transactions.drop(id),
    confirm: () => transactions.confirm(id),
    fail: (reason) => transactions.fail(id, omitUndefined({ reason })),
    deny: (reason) => transactions.deny(id, omitUndefined({ reason })),
    reorg: (to) => transactions.reorg(id, omitUndefined({ to })),
  };
}
