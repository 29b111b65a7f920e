// Wallets: created in batches along the HD tree of their set, by idempotent requests or by the operator; updated by plain
// requests, frozen by the operator.

import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { ok } from '../../kernel/result.ts';
import { isScaOffered, scaCoreOfNew, type ScaCore } from '../keys/account.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { CreateWallets, NewWallets, ProvisionWallets, CommandOf } from '../commands.ts';
import { metadataOf } from '../records/metadata.ts';
import type { NewWallet, WalletBatch } from '../events.ts';
import { addressesOf, type AddressRun } from '../keys/hd-tree.ts';
import { branchId, type WalletSet } from '../records/wallet.ts';
import { controlledWallet, type ReadonlyWalletState } from '../state.ts';
import { scopeOf } from '../records/idempotency.ts';
import { reject } from '../rejections.ts';
import { isOnNetwork, idempotentlyInPieces, nothing, type WalletDecision } from './decision.ts';
import { secretOf } from './key.ts';

/** Wallets of one set (reference/wallet.md section 2, "Limits"). */
export const walletsPerSetMax = 10_000_000;

export function* createWallets(
  command: CreateWallets,
  state: ReadonlyWalletState,
  context: Context,
): InPieces<WalletDecision> {
  return yield* idempotentlyInPieces(state, command, scopeOf(command.type), function* () {
    const { walletSetId, blockchains, network, idempotencyKey } = command;
    const set = state.walletSets.get(walletSetId);
    if (set === undefined || set.userId !== undefined) return reject('WALLET_SET_UNKNOWN');
    const foreign = blockchains.find((blockchain) => !isOnNetwork(network, blockchain));
    if (foreign !== undefined) return reject('KEY_KIND_MISMATCH', `on ${foreign}`);
    const refused = checkNewWallets(command, set, command.limits?.walletsPerSet);
    if (refused !== undefined) return refused;
    const batch = yield* batchOf(command, scaCoreOfNew, set, state, context, idempotencyKey);
    return ok([{ type: 'WalletsCreated', ...batch, aside: { idempotencyKey } }]);
  });
}

/** Wallets from outside the API, on chains of both networks: their ids derive from their ordinals. */
export function* provisionWallets(
  command: ProvisionWallets,
  state: ReadonlyWalletState,
  context: Context,
): InPieces<WalletDecision> {
  const set = state.walletSets.get(command.walletSetId);
  if (set === undefined) return reject('WALLET_SET_UNKNOWN');
  const refused = checkNewWallets(command, set);
  if (refused !== undefined) return refused;
  const core = command.scaCore ?? scaCoreOfNew;
  const batch = yield* batchOf(command, core, set, state, context);
  return ok([{ type: 'WalletsCreated', ...batch }]);
}

export function updateWallet(
  command: CommandOf<'UpdateWallet'>,
  state: ReadonlyWalletState,
): WalletDecision {
  const { walletId } = command;
  const wallet = controlledWallet(state, { walletId });
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');
  return ok([{ type: 'WalletUpdated', walletId, ...metadataOf(command) }]);
}

export function freezeWallet(
  { walletId }: CommandOf<'FreezeWallet'>,
  state: ReadonlyWalletState,
): WalletDecision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  return wallet.status === 'FROZEN' ? nothing : ok([{ type: 'WalletFrozen', walletId }]);
}

export function unfreezeWallet(
  { walletId }: CommandOf<'UnfreezeWallet'>,
  state: ReadonlyWalletState,
): WalletDecision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  return wallet.status === 'LIVE' ? nothing : ok([{ type: 'WalletUnfrozen', walletId }]);
}

/** The first rejection of the wallets to create, if any. */
function checkNewWallets(
  { blockchains, count, metadata, accountType }: NewWallets,
  set: WalletSet,
  walletsMax = walletsPerSetMax,
): Extract<WalletDecision, { ok: false }> | undefined {
  if (set.walletCount + blockchains.length * count > walletsMax) {
    return reject('WALLET_SET_FULL', `it takes at most ${walletsMax} wallets`);
  }
  if (metadata !== undefined && metadata.length !== count) return reject('METADATA_COUNT_MISMATCH');
  const unsupportedChain =
    accountType === 'SCA' ? blockchains.find((code) => !isScaOffered(code)) : undefined;
  return unsupportedChain === undefined
    ? undefined
    : reject('ACCOUNT_TYPE_NOT_OFFERED', `on ${unsupportedChain}`);
}

/** In pieces: a request may create 200 wallets on each of 11 chains. */
function* batchOf(
  order: NewWallets,
  core: ScaCore,
  set: WalletSet,
  state: ReadonlyWalletState,
  context: Context,
  key?: string,
): InPieces<WalletBatch> {
  const { walletSetId, accountType, blockchains, count, metadata } = order;
  const secret = secretOf(context, set);
  const known = new Map<string, readonly string[]>(); // EVM chains of one request share their addresses
  const wallets: NewWallet[] = [];
  // All wallets of the first chain, then of the next.
  for (const blockchain of blockchains) {
    const { family } = chainOf(blockchain);
    const first =
      highestIndexUsed(order, state, chainsWithSharedAddress(blockchain, blockchains)) + 1;
    const place = `${family}/${first}`;
    const run = { secret, family, first, ...(accountType === 'SCA' ? { core } : {}) };
    const addresses = known.get(place) ?? (yield* addressesInPieces(run, count));
    known.set(place, addresses);
    for (const [ordinal, address] of addresses.entries()) {
      const number = wallets.length;
      const origin = key === undefined ? undefined : { key, index: number };
      const id = context.id('wallet', state.wallets.insertedCount + number, origin);
      const described = metadataOf(metadata?.[ordinal] ?? {});
      wallets.push({ id, blockchain, address, index: first + ordinal, ...described });
    }
    yield;
  }
  const batch = { walletSetId, accountType, wallets };
  return accountType === 'SCA' ? { ...batch, scaCore: core } : batch;
}

/** One by one: the first address of a curve takes some ten milliseconds. */
function* addressesInPieces(run: AddressRun, count: number): InPieces<readonly string[]> {
  const addresses: string[] = [];
  while (addresses.length < count) {
    addresses.push(...addressesOf({ ...run, first: run.first + addresses.length }, 1));
    yield;
  }
  return addresses;
}

/** The chains of a request that share one address for one index: all EVM chains, else the chain alone. */
function chainsWithSharedAddress(
  blockchain: Blockchain,
  named: readonly Blockchain[],
): readonly Blockchain[] {
  const isEvm = chainOf(blockchain).family === 'evm';
  return isEvm ? named.filter((other) => chainOf(other).family === 'evm') : [blockchain];
}

function highestIndexUsed(
  { walletSetId, accountType }: NewWallets,
  state: ReadonlyWalletState,
  blockchains: readonly Blockchain[],
): number {
  const used = blockchains.map(
    (blockchain) =>
      state.branches.get(branchId(walletSetId, blockchain, accountType))?.highest ?? 0,
  );
  return Math.max(...used);
}
