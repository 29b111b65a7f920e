// What an operator can do to the wallet service of a world.

import type {
  Chain,
  ChainChange,
  Funds,
  Mint,
  Operations,
  RunningBlockchain,
  Steering,
  SteeringAction,
  Token,
  Transaction,
  TransactionChange,
  Wallet,
  WalletSet,
} from './control-types.ts';
import type { Answer, OperationInput, OperationSender } from './send.ts';

type Body<Name extends keyof Operations> = NonNullable<
  Extract<Operations[Name], { readonly body?: unknown }>['body']
>;

export interface WalletOperator {
  /** Steers transactions, by their ids. */
  readonly transactions: {
    /** The newest, 20 without a limit, and the tokens that they name. */
    readonly list: (
      query?: OperationInput<'listTransactions'>['query'],
    ) => Promise<Answer<'listTransactions'>>;
    readonly get: (id: string) => Promise<TransactionChange>;
    /** One of the actions below. */
    readonly steer: (
      id: string,
      action: SteeringAction,
      steering?: Steering,
    ) => Promise<Transaction>;
    /** Blocks exclude its present attempt; accelerate and cancel still work. */
    readonly stick: (id: string) => Promise<Transaction>;
    readonly unstick: (id: string) => Promise<Transaction>;
    /** Drops it from the mempool. */
    readonly drop: (id: string) => Promise<Transaction>;
    /** Includes it in the next block, whatever its fee. */
    readonly confirm: (id: string) => Promise<Transaction>;
    readonly fail: (id: string, steering?: Pick<Steering, 'reason'>) => Promise<Transaction>;
    readonly deny: (id: string, steering?: Pick<Steering, 'reason'>) => Promise<Transaction>;
    /** Removes its block: it returns to the mempool, or fails. */
    readonly reorg: (id: string, steering?: Pick<Steering, 'to'>) => Promise<Transaction>;
    /** Replaces its attempt by one that offers more. */
    readonly accelerate: (id: string) => Promise<Transaction>;
    /** At once if it is not sent yet, else by a transaction that races it. */
    readonly cancel: (id: string) => Promise<Transaction>;
  };
  readonly wallets: {
    /** The newest, 20 without a limit. */
    readonly list: (query?: OperationInput<'listWallets'>['query']) => Promise<readonly Wallet[]>;
    readonly get: (id: string) => Promise<Answer<'getWallet'>>;
    readonly create: (wallets: Body<'provisionWallets'>) => Promise<readonly Wallet[]>;
    /** The balances of the wallet afterwards. */
    readonly fund: (
      id: string,
      funds: Funds,
    ) => Promise<Operations['fundWallet']['answer']['balances']>;
    readonly mint: (
      id: string,
      mint: Mint,
    ) => Promise<{ readonly token: Token; readonly transaction: Transaction }>;
    readonly freeze: (id: string) => Promise<Wallet>;
    readonly unfreeze: (id: string) => Promise<Wallet>;
  };
  readonly walletSets: {
    readonly create: (set: Body<'provisionWalletSet'>) => Promise<WalletSet>;
  };
  readonly chains: {
    readonly get: (blockchain: RunningBlockchain) => Promise<Chain>;
    readonly change: (blockchain: RunningBlockchain, change: ChainChange) => Promise<Chain>;
  };
}

export function createWalletOperator(w: string, { send }: OperationSender): WalletOperator {
  const steer = async (id: string, action: SteeringAction, body: Steering = {}) =>
    (await send('steerTransaction', { path: { w, id, action }, body })).transaction;
  return {
    transactions: {
      list: (query = {}) => send('listTransactions', { path: { w }, query }),
      get: (id) => send('watchTransaction', { path: { w, id } }),
      steer,
      stick: (id) => steer(id, 'stick'),
      unstick: (id) => steer(id, 'unstick'),
      drop: (id) => steer(id, 'drop'),
      confirm: (id) => steer(id, 'confirm'),
      fail: (id, steering) => steer(id, 'fail', steering),
      deny: (id, steering) => steer(id, 'deny', steering),
      reorg: (id, steering) => steer(id, 'reorg', steering),
      accelerate: (id) => steer(id, 'accelerate'),
      cancel: (id) => steer(id, 'cancel'),
    },
    wallets: {
      list: async (query = {}) => (await send('listWallets', { path: { w }, query })).wallets,
      get: (id) => send('getWallet', { path: { w, id } }),
      create: async (body) => (await send('provisionWallets', { path: { w }, body })).wallets,
      fund: async (id, body) => (await send('fundWallet', { path: { w, id }, body })).balances,
      mint: (id, body) => send('mintToken', { path: { w, id }, body }),
      freeze: async (id) => (await send('freezeWallet', { path: { w, id } })).wallet,
      unfreeze: async (id) => (await send('unfreezeWallet', { path: { w, id } })).wallet,
    },
    walletSets: {
      create: async (body) => (await send('provisionWalletSet', { path: { w }, body })).walletSet,
    },
    chains: {
      get: (blockchain) => send('getChain', { path: { w, blockchain } }),
      change: (blockchain, body) => send('changeChain', { path: { w, blockchain }, body }),
    },
  };
}
