// Wallets: made in batches along the HD tree of their set, by keyed requests or by the operator; described anew by plain
// requests.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import { chainOf, type Blockchain } from '../chains.ts';
import type {
  CreateWallets,
  Metadata,
  NewWallets,
  ProvisionWallets,
  WalletCommand,
} from '../commands.ts';
import type { NewWallet } from '../events.ts';
import { addressOf } from '../keys.ts';
import { branchId, scopeOf, type ReadonlyWalletState, type WalletSet } from '../state.ts';
import { fits, making, reject, type Decision } from './decision.ts';

/** Spec "Limits": wallets of one set. */
export const walletsPerSetMax = 10_000_000;

export function createWallets(
  command: CreateWallets,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return making(state, command, scopeOf(command.type), () =>
    makeWallets(command, state, context, command),
  );
}

/** Wallets that no client has asked for, on chains of both networks: their ids come from the order of making. */
export function provisionWallets(
  command: ProvisionWallets,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return makeWallets(command, state, context);
}

/** `asked` is the request of a client: his key fits the chains of one network. */
function makeWallets(
  wish: NewWallets,
  state: ReadonlyWalletState,
  context: Context,
  asked?: Pick<CreateWallets, 'network' | 'idempotencyKey'>,
): Decision {
  const { walletSetId, blockchains, count, metadata, accountType } = wish;
  const set = state.walletSets.get(walletSetId);
  if (set === undefined) return reject('WALLET_SET_UNKNOWN');
  const foreign = blockchains.find(
    (blockchain) => asked !== undefined && !fits(asked.network, blockchain),
  );
  if (foreign !== undefined) return reject('KEY_KIND_MISMATCH', `on ${foreign}`);
  if (set.walletCount + blockchains.length * count > walletsPerSetMax)
    return reject('WALLET_SET_FULL');
  if (metadata !== undefined && metadata.length !== count) return reject('METADATA_COUNT_MISMATCH');
  if (accountType === 'SCA') return reject('ACCOUNT_TYPE_NOT_OFFERED');
  const key = asked?.idempotencyKey;
  const wallets = newWallets(wish, set, state, context, key);
  const aside = key === undefined ? {} : { aside: { idempotencyKey: key } };
  return ok([{ type: 'WalletsCreated', walletSetId, accountType, wallets, ...aside }]);
}

export function updateWallet(
  { walletId, name, refId }: Extract<WalletCommand, { type: 'UpdateWallet' }>,
  state: ReadonlyWalletState,
): Decision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');
  return ok([{ type: 'WalletUpdated', walletId, ...described(name, refId) }]);
}

/** All wallets of the first chain, then of the next. */
function newWallets(
  { blockchains, count, metadata }: NewWallets,
  set: WalletSet,
  state: ReadonlyWalletState,
  context: Context,
  key: string | undefined,
): readonly NewWallet[] {
  const secret = context.bytes(`wallet-set/${set.branch}`);
  const addresses = new Map<string, string>(); // EVM chains of one request share theirs
  return blockchains.flatMap((blockchain, chainIndex) => {
    const { family } = chainOf(blockchain);
    const above = highestUsed(state, set.id, relatives(blockchain, blockchains));
    return Array.from({ length: count }, (_, ordinal): NewWallet => {
      const index = above + 1 + ordinal;
      const place = `${family}/${index}`;
      const address = addresses.get(place) ?? addressOf(secret, family, index);
      addresses.set(place, address);
      const number = chainIndex * count + ordinal;
      const made = key === undefined ? undefined : { key, index: number };
      const id = context.id('wallet', state.wallets.inserted + number, made);
      const { name, refId } = metadata?.[ordinal] ?? {};
      return { id, blockchain, address, index, ...described(name, refId) };
    });
  });
}

/** The chains of a request that share one address for one index: all EVM chains, else the chain alone. */
function relatives(blockchain: Blockchain, named: readonly Blockchain[]): readonly Blockchain[] {
  const isEvm = chainOf(blockchain).family === 'evm';
  return isEvm ? named.filter((other) => chainOf(other).family === 'evm') : [blockchain];
}

function highestUsed(
  state: ReadonlyWalletState,
  walletSetId: string,
  blockchains: readonly Blockchain[],
): number {
  const used = blockchains.map(
    (blockchain) => state.branches.get(branchId(walletSetId, blockchain))?.highest ?? 0,
  );
  return Math.max(...used);
}

function described(name: string | undefined, refId: string | undefined): Metadata {
  return { ...(name === undefined ? {} : { name }), ...(refId === undefined ? {} : { refId }) };
}
