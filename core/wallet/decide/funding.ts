// Funds from outside the simulator: the public faucet, and the operator. Both arrive as deposits in the newest block.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { parseAmount } from '../tokens/amount.ts';
import { chainOf, unitsMax, type Blockchain } from '../chain/blockchains.ts';
import type { FundWallet, RequestDrip } from '../commands.ts';
import type { FundsDeposited, SecondaryFundsDeposited } from '../events.ts';
import { heightAt } from '../chain/fee-market.ts';
import { holdingOf, supplyOf } from '../tokens/holdings.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { isNft, type Token } from '../records/token.ts';
import { runningChain, walletNamed, type ReadonlyWalletState } from '../state.ts';
import type { Wallet } from '../records/wallet.ts';
import { tokenLabel, tokenById } from '../tokens/registry.ts';
import { nativeToken, stablecoinOf } from '../tokens/catalogue.ts';
import { blockAt, faucetAddress, outsideHash } from './seeded-hashes.ts';
import { isOnNetwork, nothing, type WalletDecision } from './decision.ts';

/** The tokens of the faucet and the amounts of one request (reference/wallet.md section 10). */
const drips = [
  { name: 'native', whole: 1n, find: nativeToken },
  { name: 'usdc', whole: 10n, find: (on: Blockchain) => stablecoinOf(on, 'USDC') },
  { name: 'eurc', whole: 10n, find: (on: Blockchain) => stablecoinOf(on, 'EURC') },
] as const;

export function requestDrip(
  { address, blockchain, network, ...requested }: RequestDrip,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  if (!isOnNetwork(network, blockchain)) return reject('KEY_KIND_MISMATCH');
  if (chainOf(blockchain).network !== 'test')
    return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
  const isRunning = chainOf(blockchain).rules !== undefined;
  const deposits: Deposit[] = [];
  for (const { name, whole, find } of drips.filter((one) => requested[one.name])) {
    const token = isRunning ? find(blockchain) : undefined;
    if (token === undefined) {
      return reject('OPERATION_NOT_OFFERED', `the faucet has no ${name} on ${blockchain}`);
    }
    deposits.push({ token, units: whole * 10n ** BigInt(token.decimals) });
  }
  const wallet = walletNamed(state, { address, blockchain });
  if (wallet === undefined || deposits.length === 0) return nothing;
  return ok(depositEvents(state, context, wallet, deposits));
}

export function fundWallet(
  { walletId, amounts, secondary }: FundWallet,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  const { family, rules } = chainOf(wallet.blockchain);
  if (secondary === true && family !== 'aptos') {
    return reject('OPERATION_NOT_OFFERED', 'secondary storage is on APTOS');
  }
  if (secondary !== true && rules === undefined) return reject('OPERATION_NOT_OFFERED');
  const deposits: Deposit[] = [];
  for (const [name, amount] of Object.entries(amounts).sort(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    const token = fundedToken(state, wallet, name);
    if (token === undefined) return reject('TOKEN_UNKNOWN', `no token '${name}'`);
    if (token.blockchain !== wallet.blockchain) return reject('TOKEN_ON_OTHER_CHAIN');
    if (isNft(token)) return reject('TOKEN_UNFIT', 'an NFT is minted, not funded');
    const units = unitsToDeposit(state, wallet, token, amount);
    if (!units.ok) return units;
    deposits.push({ token, units: units.value });
  }
  return ok(
    secondary === true
      ? deposits.map((deposit) => secondaryDeposit(wallet, deposit))
      : depositEvents(state, context, wallet, deposits),
  );
}

/** The units of a deposit, if balance and supply stay within the range of the chain. */
export function unitsToDeposit(
  state: ReadonlyWalletState,
  { blockchain, address }: Wallet,
  token: Token,
  amount: string,
  nftTokenId?: string,
): Result<bigint, WalletRejection> {
  const units = parseAmount(amount, token.decimals);
  if (units === undefined) {
    const allowed = `a decimal number with at most ${token.decimals} decimals`;
    return reject('AMOUNT_NOT_DECIMAL', `'${amount}' of ${tokenLabel(token)} must be ${allowed}`);
  }
  if (units === 0n) {
    return reject('AMOUNTS_INVALID', `the amount of ${tokenLabel(token)} must be above 0`);
  }
  const held = holdingOf(state, { blockchain, address, tokenId: token.id, nftTokenId });
  const most = unitsMax(chainOf(blockchain).family);
  return held.units + units > most || supplyOf(state, token.id) + units > most
    ? reject('AMOUNTS_INVALID', `more ${tokenLabel(token)} than the chain can count`)
    : ok(units);
}

function fundedToken(state: ReadonlyWalletState, wallet: Wallet, name: string): Token | undefined {
  switch (name) {
    case 'native':
      return nativeToken(wallet.blockchain);
    case 'usdc':
      return stablecoinOf(wallet.blockchain, 'USDC');
    case 'eurc':
      return stablecoinOf(wallet.blockchain, 'EURC');
    default:
      return tokenById(state, name);
  }
}

/** Units from outside the simulator. */
export interface Deposit {
  readonly token: Token;
  readonly units: bigint;
  readonly nftTokenId?: string | undefined;
  readonly metadata?: string | undefined;
}

/** Deposits in the newest block, each a transaction of its own. */
export function depositEvents(
  state: ReadonlyWalletState,
  context: Context,
  wallet: Wallet,
  deposits: readonly Deposit[],
): readonly FundsDeposited[] {
  const { blockchain } = wallet;
  const { chain } = runningChain(state, blockchain);
  const block = blockAt(context, blockchain, heightAt(chain, context.nowMs));
  return deposits.map(({ token, units, nftTokenId, metadata }, index) => {
    const transactionId = context.id('transaction', state.transactions.insertedCount + index);
    return {
      type: 'FundsDeposited',
      transactionId,
      walletId: wallet.id,
      tokenId: token.id,
      ...omitUndefined({ nftTokenId, metadata }),
      units: units.toString(),
      source: faucetAddress(context, blockchain),
      block,
      txHash: outsideHash(context, blockchain, transactionId),
    };
  });
}

function secondaryDeposit(
  { id: walletId }: Wallet,
  { token, units }: Deposit,
): SecondaryFundsDeposited {
  const type = 'SecondaryFundsDeposited';
  return { type, walletId, tokenId: token.id, units: units.toString() };
}
