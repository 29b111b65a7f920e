// Random sessions: what clients and an operator may do to a wallet world, in any order, at any moment.

import fc from 'fast-check';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { chainOf, type Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import {
  steeringActions,
  type InitiateContractExecution,
  type WalletCommand,
} from '../../../core/wallet/commands.ts';
import { transitions } from '../../../core/wallet/records/lifecycle.ts';
import { nativeToken, stablecoinOf } from '../../../core/wallet/tokens/catalogue.ts';
import { pureWorld, type PureWorld } from '../pure-world.ts';
import { createWallets, createWalletSet, pick, secret, strangerAddress } from '../wallet.ts';

const sessionChains: readonly Blockchain[] = [
  'ETH-SEPOLIA',
  'MATIC-AMOY',
  'SOL-DEVNET',
  'APTOS-TESTNET',
];

export type Action =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fund'; readonly wallet: number; readonly amount: number }
  | TransferAction
  | CallAction
  /** Several transfers of one wallet at once, until all of them are QUEUED. */
  | { readonly do: 'burst'; readonly from: number; readonly count: number }
  | { readonly do: 'accelerate' | 'cancel'; readonly transaction: number }
  | { readonly do: 'steer'; readonly transaction: number; readonly action: number }
  | { readonly do: 'congest'; readonly chain: number; readonly congestion: number }
  | { readonly do: 'pause'; readonly chain: number; readonly paused: boolean }
  | { readonly do: 'pace'; readonly chain: number; readonly blockTimeMs: number }
  | { readonly do: 'repeat'; readonly request: number };

interface TransferAction {
  readonly do: 'transfer';
  readonly from: number;
  /** A wallet of the same chain, or a stranger where it is one further than there are. */
  readonly to: number;
  readonly isNative: boolean;
  readonly amount: number;
  readonly fee: number;
}

/** A call of a contract, by a wallet of an EVM chain. */
interface CallAction {
  readonly do: 'call';
  readonly from: number;
  readonly to: number;
  /** Which of the calls, see callOf. */
  readonly call: number;
  /** An amount, or the number of an NFT. */
  readonly number: number;
}

const callsMax = 7;
const collection = '0x00000000000000000000000000000000000000c0';

/** The call of a number: between two addresses, in currencies and NFTs, of what is there and what is not. */
function callOf(
  { call, number }: CallAction,
  usdc: string,
  from: string,
  to: string,
): Pick<InitiateContractExecution, 'contract' | 'signature' | 'parameters' | 'amount'> {
  const [nft, units] = [`${number % 3}`, `${number}00000`];
  switch (call % callsMax) {
    case 0:
      return { contract: usdc, signature: 'transfer(address,uint256)', parameters: [to, units] };
    case 1: {
      const signature = 'transferFrom(address,address,uint256)';
      return { contract: usdc, signature, parameters: [to, from, units] };
    }
    case 2: {
      const signature = 'mint(address,uint256)';
      return { contract: collection, signature, parameters: [to, nft] };
    }
    case 3: {
      const signature = 'safeTransferFrom(address,address,uint256)';
      return { contract: collection, signature, parameters: [from, to, nft] };
    }
    case 4: {
      const signature = 'mint(address,uint256,uint256)';
      return { contract: `${collection.slice(0, -1)}1`, signature, parameters: [to, nft, '2'] };
    }
    case 5: {
      const signature = 'approve(address,uint256)';
      return { contract: usdc, signature, parameters: [to, units] };
    }
    default:
      return { contract: to, signature: 'unknown()', parameters: [], amount: `0.${number}` };
  }
}

const strangers = {
  evm: strangerAddress,
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  aptos: `0x${'aa'.padStart(64, '0')}`,
  near: 'stranger.testnet',
};

/** Below what the chain asks in calm times. */
const lowTerms = {
  evm: { maxFee: '9', priorityFee: '1', gasLimit: '70000' },
  solana: { gasPrice: '4000', gasLimit: '1' },
  aptos: { gasPrice: '90', gasLimit: '1000' },
  near: {},
};

const index = fc.nat({ max: 30 });
const chain = fc.nat({ max: sessionChains.length - 1 });

export const actionArbitrary: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.oneof(fc.nat({ max: 1_500 }), fc.nat({ max: 60_000 }), fc.nat({ max: 400_000 })),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      from: fc.nat({ max: 8 }),
      to: index,
      isNative: fc.boolean(),
      amount: fc.integer({ min: 1, max: 60 }),
      fee: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      from: fc.nat({ max: 8 }),
      to: fc.nat({ max: 3 }),
      call: fc.nat({ max: callsMax - 1 }),
      number: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('burst' as const),
      from: fc.nat({ max: 8 }),
      count: fc.integer({ min: 2, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('accelerate' as const, 'cancel' as const),
      transaction: index,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('steer' as const),
      transaction: index,
      action: fc.nat({ max: steeringActions.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('congest' as const),
      chain,
      congestion: fc.constantFrom(0, 0.5, 4, 20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pause' as const), chain, paused: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pace' as const),
      chain,
      blockTimeMs: fc.constantFrom(100, 400, 2_000, 12_000, 30_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      wallet: index,
      amount: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat' as const), request: index }) },
);

export const sessionArbitrary = fc.array(actionArbitrary, {
  minLength: 1,
  maxLength: 50,
  size: 'max', // short sessions rarely get anywhere
});

export interface Session extends PureWorld {
  /** The keyed requests that were accepted, in order. */
  readonly requests: readonly (WalletCommand & { readonly idempotencyKey: string })[];
  readonly act: (action: Action) => void;
}

const walletsPerChain = 3;

/** A world with a few wallets on each chain, some of them funded, ready for actions. */
export function startSession(seed = 'session'): Session {
  const world = pureWorld(seed);
  const requests: (WalletCommand & { readonly idempotencyKey: string })[] = [];
  let keys = 0;
  const key = () => `key-${(keys += 1)}`;

  const setId = pick(
    world.did(createWalletSet({ idempotencyKey: key() })),
    'WalletSetCreated',
  ).walletSetId;
  const wallets = pick(
    world.did(
      createWallets(setId, {
        idempotencyKey: key(),
        blockchains: sessionChains,
        count: walletsPerChain,
      }),
    ),
    'WalletsCreated',
  ).wallets;
  const at = <T>(list: readonly T[], place: number): T | undefined =>
    list[place % Math.max(1, list.length)];
  const fund = (walletId: string, amount: number) =>
    world.send({
      type: 'FundWallet',
      walletId,
      amounts: { native: `${amount}`, usdc: `${amount * 10}` },
    });
  for (const [place, { id }] of wallets.entries()) if (place % walletsPerChain < 2) fund(id, 3);

  function sendKeyed(command: WalletCommand & { readonly idempotencyKey: string }): void {
    if (world.send(command).ok) requests.push(command);
  }

  function transfer({ from, to, isNative, amount, fee }: TransferAction): void {
    const sender = at(wallets, from);
    if (sender === undefined) return;
    const { blockchain } = sender;
    const near = wallets.filter((wallet) => wallet.blockchain === blockchain);
    const { family } = chainOf(blockchain);
    const stranger = strangers[family];
    const destination =
      [...near.map(({ address }) => address), stranger][to % (near.length + 1)] ?? stranger;
    const token = isNative ? nativeToken(blockchain) : stablecoinOf(blockchain, 'USDC');
    const level = (['LOW', 'MEDIUM', 'HIGH'] as const)[fee];
    const absolute = lowTerms[family];
    sendKeyed({
      type: 'InitiateTransfer',
      idempotencyKey: key(),
      secret,
      network: 'test',
      wallet: { walletId: sender.id },
      token: { tokenId: token?.id ?? '' },
      destination,
      amounts: [`${amount / 10}`],
      fee: level === undefined ? absolute : { feeLevel: level },
    });
  }

  function call(action: CallAction): void {
    const sender = at(
      wallets.filter(({ blockchain }) => chainOf(blockchain).family === 'evm'),
      action.from,
    );
    if (sender === undefined) return;
    const near = wallets.filter(({ blockchain }) => blockchain === sender.blockchain);
    const to = near[action.to]?.address ?? strangerAddress;
    const usdc = stablecoinOf(sender.blockchain, 'USDC')?.address ?? '';
    sendKeyed({
      type: 'InitiateContractExecution',
      idempotencyKey: key(),
      secret,
      network: 'test',
      wallet: { walletId: sender.id },
      fee: { feeLevel: 'HIGH' },
      ...callOf(action, usdc, sender.address, to),
    });
  }

  function act(action: Action): void {
    const outbound = [...world.wallet.transactions.values()].filter(
      ({ direction }) => direction === 'OUTBOUND',
    );
    // Mostly those that something can still be done about, now and then any.
    const open = outbound.filter(({ state }) => transitions[state].length > 0);
    const transactions =
      open.length === 0 || ('transaction' in action && action.transaction % 5 === 0)
        ? outbound
        : open;
    switch (action.do) {
      case 'pass':
        return void world.pass(action.ms);
      case 'fund':
        return void fund(at(wallets, action.wallet)?.id ?? '', action.amount);
      case 'transfer':
        return transfer(action);
      case 'call':
        return call(action);
      case 'burst': {
        const { from, count } = action;
        for (let to = 0; to < count; to += 1) {
          transfer({ do: 'transfer', from, to, isNative: false, amount: 1, fee: 2 });
        }
        return void world.pass(450);
      }
      case 'accelerate':
      case 'cancel': {
        const transactionId = at(transactions, action.transaction)?.id ?? '';
        const type = action.do === 'cancel' ? 'CancelTransaction' : 'AccelerateTransaction';
        return sendKeyed({ type, transactionId, idempotencyKey: key(), secret, network: 'test' });
      }
      case 'steer': {
        const transactionId = at(transactions, action.transaction)?.id ?? '';
        const steering = steeringActions[action.action] ?? 'stick';
        const to = action.transaction % 2 === 0 ? 'mempool' : 'failed';
        const steered = { type: 'SteerTransaction', transactionId, action: steering } as const;
        return void world.send(steering === 'reorg' ? { ...steered, to } : steered);
      }
      case 'congest':
      case 'pause':
      case 'pace':
        return void world.send(conditionsOf(action));
      case 'repeat': {
        const request = at(requests, action.request);
        return request === undefined ? undefined : void world.send(request);
      }
    }
  }

  return { ...world, requests, act };
}

function conditionsOf(
  action: Extract<Action, { do: 'congest' | 'pause' | 'pace' }>,
): WalletCommand {
  const blockchain = sessionChains[action.chain] ?? 'ETH-SEPOLIA';
  switch (action.do) {
    case 'congest':
      return { type: 'ChangeChain', blockchain, congestion: `${action.congestion}` };
    case 'pause':
      return { type: 'ChangeChain', blockchain, paused: action.paused };
    case 'pace':
      return { type: 'ChangeChain', blockchain, blockTimeMs: action.blockTimeMs };
  }
}

/** A session that has done all of this. */
export function sessionOf(actions: readonly Action[], seed?: string): Session {
  const session = startSession(seed);
  for (const action of actions) session.act(action);
  return session;
}

/** All events of a session, in order. */
export function eventsOf(entries: readonly JournalEntry[]) {
  return entries.flatMap((entry) => entry.events);
}
