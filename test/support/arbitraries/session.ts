// Random sessions: actions of clients and the operator on the wallet and the calendar of a world, in any order at any time.

import type { JournalEntry } from '../../../core/kernel/input.ts';
import type { AccountType } from '../../../core/wallet/keys/account.ts';
import { chainOf, type Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import {
  steeringActions,
  type SteeringAction,
  type WalletCommand,
} from '../../../core/wallet/commands.ts';
import { plannedActions } from '../../../core/wallet/records/steering-plan.ts';
import type {
  OutboundTransaction,
  TransactionState,
} from '../../../core/wallet/records/transaction.ts';
import type { Wallet } from '../../../core/wallet/records/wallet.ts';
import { nativeToken, stablecoinOf } from '../../../core/wallet/tokens/catalogue.ts';
import { forkPureWorld, pureWorld, type PureWorld } from '../engine/pure-world.ts';
import {
  createWallets,
  createWalletSet,
  firstEventOf,
  secret,
  strangerAddress,
} from '../wallet/commands.ts';
import { accept } from '../wallet/pure-worlds.ts';
import type { Action, CallAction, TransferAction } from './actions.ts';
import { calendarCommand } from './session-calendar.ts';
import { callOf } from './session-calls.ts';
import { mintCommand, otherCommand } from './session-commands.ts';

export { actionArbitrary, sessionArbitrary } from './actions.ts';

/** The initial wallets: with keys, smart with sponsored fees, smart with own fees, and signing only. */
const firstWallets: readonly (readonly [AccountType, readonly Blockchain[], number])[] = [
  ['EOA', ['ETH-SEPOLIA', 'MATIC-AMOY', 'SOL-DEVNET', 'APTOS-TESTNET', 'BASE-SEPOLIA'], 3],
  ['SCA', ['MATIC-AMOY', 'ARC-TESTNET'], 2],
  ['SCA', ['MATIC'], 2],
  ['EOA', ['NEAR-TESTNET', 'EVM-TESTNET'], 1],
];

/** Chains whose conditions change. */
const changingChains: readonly Blockchain[] = [
  'ETH-SEPOLIA',
  'MATIC-AMOY',
  'SOL-DEVNET',
  'APTOS-TESTNET',
  'ARC-TESTNET',
  'MATIC',
];

const strangers = {
  evm: strangerAddress,
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  aptos: `0x${'aa'.padStart(64, '0')}`,
  near: 'stranger.testnet',
};

/** Below the usual fees of the chain. */
const lowTerms = {
  evm: { maxFee: '9', priorityFee: '1', gasLimit: '700000' },
  solana: { gasPrice: '4000', gasLimit: '1' },
  aptos: { gasPrice: '90', gasLimit: '1000' },
  near: {},
};

/** A request that carries an idempotency key. */
export type IdempotentCommand = Extract<WalletCommand, { readonly idempotencyKey: string }>;

export interface Session extends PureWorld {
  /** The keyed requests that were accepted, in order. */
  readonly requests: readonly IdempotentCommand[];
  readonly act: (action: Action) => void;
}

/** The initial world of each seed, created once. */
const initialWorlds = new Map<string, PureWorld>();

function beginningOf(seed: string): PureWorld {
  const known = initialWorlds.get(seed) ?? createInitialWorld(pureWorld(seed));
  initialWorlds.set(seed, known);
  return forkPureWorld(known);
}

/** A world with a few wallets on each chain, some of them funded and with NFTs, and something in the calendar. */
function createInitialWorld(world: PureWorld): PureWorld {
  let keys = 0;
  const key = () => `beginning-${(keys += 1)}`;
  const set = firstEventOf(
    accept(world, createWalletSet({ idempotencyKey: key() })),
    'WalletSetCreated',
  );
  for (const [accountType, blockchains, count] of firstWallets) {
    const { network } = chainOf(blockchains[0] ?? 'ETH');
    const made = { idempotencyKey: key(), network, accountType, blockchains, count };
    const { wallets } = firstEventOf(
      accept(world, createWallets(set.walletSetId, made)),
      'WalletsCreated',
    );
    for (const [place, { id }] of wallets.entries()) if (place % count < 2) fund(world, id, 3);
  }
  // Smart accounts with an older core than that of new accounts.
  accept(world, {
    type: 'ProvisionWallets',
    walletSetId: set.walletSetId,
    blockchains: ['ETH-SEPOLIA', 'ARC-TESTNET'],
    count: 1,
    accountType: 'SCA',
    scaCore: 'circle_6900_singleowner_v1',
  });
  for (const [place, wallet] of [...world.wallet.wallets.values()].entries()) {
    world.decide('wallet', mintCommand(wallet, place)); // rejected if the NFT exists already
  }
  for (const [x, what] of (['sort', 'place', 'host', 'announce'] as const).entries()) {
    const command = calendarCommand(world, { do: 'calendar', what, x: x + 1, y: 4 });
    if (command !== undefined) world.decide('calendar', command);
  }
  return world;
}

function fund(world: PureWorld, walletId: string, amount: number): void {
  const native = { native: `${amount}` };
  const amounts = { ...native, usdc: `${amount * 10}` };
  const funded = world.decide('wallet', { type: 'FundWallet', walletId, amounts });
  if (!funded.ok) world.decide('wallet', { type: 'FundWallet', walletId, amounts: native });
}

export function startSession(seed = 'session'): Session {
  const world = beginningOf(seed);
  const requests: IdempotentCommand[] = world.entries.flatMap(({ input }) =>
    input.kind === 'command' && 'idempotencyKey' in input.command
      ? [input.command as IdempotentCommand]
      : [],
  );
  let keys = 0;
  const key = () => `key-${(keys += 1)}`;

  const walletAt = (place: number) => at([...world.wallet.wallets.values()], place);
  const neighbours = ({ blockchain }: Wallet) =>
    [...world.wallet.wallets.values()].filter((wallet) => wallet.blockchain === blockchain);

  function send(command: WalletCommand): void {
    const { ok } = world.decide('wallet', command);
    if (ok && 'idempotencyKey' in command) requests.push(command);
  }

  function transfer({ from, to, isNative, amount, fee }: TransferAction): void {
    const sender = walletAt(from);
    if (sender === undefined) return;
    const { blockchain } = sender;
    const near = neighbours(sender);
    const { family, network } = chainOf(blockchain);
    const token = isNative ? nativeToken(blockchain) : stablecoinOf(blockchain, 'USDC');
    // The largest amounts choose a planned action: a separate random number would shift all sessions of a seed.
    const action = plannedActions[amount - plannedFrom];
    const level = (['LOW', 'MEDIUM', 'HIGH'] as const)[fee];
    send({
      type: 'InitiateTransfer',
      idempotencyKey: key(),
      secret,
      network,
      wallet: { walletId: sender.id },
      token: { tokenId: token?.id ?? '' },
      destination: near[to % (near.length + 1)]?.address ?? strangers[family],
      amounts: [`${amount / 10}`],
      fee: level === undefined ? lowTerms[family] : { feeLevel: level },
      ...(action === undefined ? {} : { planned: { action } }),
    });
  }

  function call(action: CallAction): void {
    const evm = [...world.wallet.wallets.values()].filter(
      ({ blockchain }) => chainOf(blockchain).family === 'evm',
    );
    const sender = at(evm, action.from);
    if (sender === undefined) return;
    const to = neighbours(sender)[action.to]?.address ?? strangerAddress;
    const usdc = stablecoinOf(sender.blockchain, 'USDC')?.address ?? strangerAddress;
    send({
      type: 'InitiateContractExecution',
      idempotencyKey: key(),
      secret,
      network: chainOf(sender.blockchain).network,
      wallet: { walletId: sender.id },
      fee: { feeLevel: 'HIGH' },
      ...callOf(action, usdc, sender.address, to),
    });
  }

  /** Mostly a transaction that fits, sometimes any. */
  function transactionAt(place: number, fits: (transaction: OutboundTransaction) => boolean) {
    const outbound = [...world.wallet.transactions.values()].filter(
      (transaction) => transaction.direction === 'OUTBOUND',
    );
    const fitting = outbound.filter(fits);
    return at(fitting.length === 0 || place % 7 === 0 ? outbound : fitting, place);
  }

  function act(action: Action): void {
    if (action.do === 'calendar') {
      const command = calendarCommand(world, action);
      return command === undefined ? undefined : void world.decide('calendar', command);
    }
    if ('x' in action) {
      const command = otherCommand(world, action, key);
      return command === undefined ? undefined : send(command);
    }
    switch (action.do) {
      case 'pass':
        return void world.pass(action.ms);
      case 'fund':
        return fund(world, walletAt(action.wallet)?.id ?? '', action.amount);
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
        const { id: transactionId = '', blockchain = 'ETH' } =
          transactionAt(action.transaction, isReplaceable) ?? {};
        const { network } = chainOf(blockchain);
        const type = action.do === 'cancel' ? 'CancelTransaction' : 'AccelerateTransaction';
        return send({ type, transactionId, idempotencyKey: key(), secret, network });
      }
      case 'steer': {
        const steering = steeringActions[action.action] ?? 'stick';
        const isFitting = ({ state }: OutboundTransaction) => steerable[steering].includes(state);
        const transactionId = transactionAt(action.transaction, isFitting)?.id ?? '';
        const to = action.transaction % 2 === 0 ? 'mempool' : 'failed';
        const steered = { type: 'SteerTransaction', transactionId, action: steering } as const;
        return send(steering === 'reorg' ? { ...steered, to } : steered);
      }
      case 'congest':
      case 'pause':
      case 'pace':
        return send(conditionsOf(action));
      case 'repeat': {
        const request = at(requests, action.request);
        return request === undefined ? undefined : void world.decide('wallet', request);
      }
    }
  }

  return { ...world, requests, act };
}

/** From this amount on, the operator plans an action for a transfer. */
const plannedFrom = 57;

function isReplaceable({ state, blockchain }: OutboundTransaction): boolean {
  const isOpen = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'STUCK'].includes(state);
  return isOpen && chainOf(blockchain).rules?.canReplace === true;
}

/** The states in which an operator's action has an effect. */
const steerable: Readonly<Record<SteeringAction, readonly TransactionState[]>> = {
  stick: ['SENT'],
  unstick: ['STUCK'],
  drop: ['SENT', 'STUCK'],
  confirm: ['SENT', 'STUCK'],
  fail: ['QUEUED', 'SENT'],
  deny: ['INITIATED'],
  reorg: ['CONFIRMED'],
  accelerate: ['STUCK'],
  cancel: ['SENT', 'STUCK'],
};

function at<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}

function conditionsOf(
  action: Extract<Action, { do: 'congest' | 'pause' | 'pace' }>,
): WalletCommand {
  const blockchain = at(changingChains, action.chain) ?? 'ETH-SEPOLIA';
  switch (action.do) {
    case 'congest':
      return { type: 'ChangeChain', blockchain, congestion: `${action.congestion}` };
    case 'pause':
      return { type: 'ChangeChain', blockchain, paused: action.paused };
    case 'pace':
      return { type: 'ChangeChain', blockchain, blockTimeMs: action.blockTimeMs };
  }
}

export function sessionOf(actions: readonly Action[], seed?: string): Session {
  const session = startSession(seed);
  for (const action of actions) session.act(action);
  return session;
}

/** All events of a session, in order. */
export function eventsOf(entries: readonly JournalEntry[]) {
  return entries.flatMap((entry) => entry.events);
}

/** The events of the wallet only. */
export function walletEventsOf(entries: readonly JournalEntry[]) {
  return eventsOf(entries).filter(({ stream }) => stream.startsWith('wallet/'));
}
