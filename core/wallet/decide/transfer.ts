// A transfer as it is asked for: wallet and token found, amount and fee checked, the money reserved.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { parseAmount } from '../amount.ts';
import { chainOf, unitsMax } from '../chains.ts';
import type { InitiateTransfer } from '../commands.ts';
import type { TransferInitiated } from '../events.ts';
import { gasOf } from '../gas.ts';
import { available } from '../holdings.ts';
import { isAddress, normalAddress } from '../keys.ts';
import type { WalletRejection } from '../rejections.ts';
import {
  scopeOf,
  type Fee,
  type ReadonlyWalletState,
  type Token,
  type Wallet,
  controlledWallet,
} from '../state.ts';
import { labelOf, tokenByAddress, tokenById } from '../token-registry.ts';
import { nativeToken } from '../tokens.ts';
import { fits, making, reject, type Decision } from './decision.ts';
import { termsOf } from './fee.ts';

export function initiateTransfer(
  command: InitiateTransfer,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return making(state, command, scopeOf(command.type), () => {
    const wallet = controlledWallet(state, command.wallet);
    if (wallet === undefined) return reject('WALLET_UNKNOWN');
    const token = tokenNamed(state, command, wallet);
    if (token === 'UNKNOWN') return reject('TOKEN_UNKNOWN');
    const refusal = unfit(command, wallet) ?? misnamed(command, wallet, token);
    if (refusal !== undefined) return refusal;
    invariant(token !== undefined, 'a token that is not named was refused');
    const units = unitsOf(command.amounts, token);
    if (!units.ok) return units;
    const chain = state.chains.get(wallet.blockchain);
    const rules = chainOf(wallet.blockchain).rules;
    if (chain === undefined || rules === undefined) return reject('OPERATION_NOT_OFFERED');
    const destination = normalAddress(chainOf(wallet.blockchain).family, command.destination);
    const operation = { kind: 'TRANSFER', tokenId: token.id, destination } as const;
    const gasNeeded = gasOf(wallet.blockchain, operation, token);
    const fee = termsOf(command.fee, gasNeeded, wallet.accountType, chain, rules, context.nowMs);
    if (!fee.ok) return fee;
    const funds = available(state, wallet.blockchain, wallet.address, token.id);
    if (units.value > funds) return reject('BALANCE_TOO_LOW');
    const gas = gasToReserve(state, wallet, token, units.value, fee.value);
    return ok([initiated(command, state, context, wallet, token, units.value, fee.value, gas)]);
  });
}

/** The token that a request means; with an address and a chain and no token, the native one. Undefined if none is named. */
function tokenNamed(
  state: ReadonlyWalletState,
  { token, wallet: walletName }: InitiateTransfer,
  wallet: Wallet,
): Token | 'UNKNOWN' | undefined {
  if ('tokenId' in token) return tokenById(state, token.tokenId) ?? 'UNKNOWN';
  const blockchain = token.blockchain ?? wallet.blockchain;
  if ('tokenAddress' in token && token.tokenAddress !== '') {
    return tokenByAddress(state, blockchain, token.tokenAddress) ?? 'UNKNOWN';
  }
  return 'tokenAddress' in token || !('walletId' in walletName)
    ? nativeToken(blockchain)
    : undefined;
}

/** The rules on the state of the wallet and on its chain, in their order. */
function unfit(command: InitiateTransfer, wallet: Wallet): Decision | undefined {
  if (!fits(command.network, wallet.blockchain)) return reject('KEY_KIND_MISMATCH');
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');
  if (chainOf(wallet.blockchain).rules === undefined) return reject('OPERATION_NOT_OFFERED');
  return undefined;
}

/** The rules on what the request names, in their order. */
function misnamed(
  command: InitiateTransfer,
  { blockchain }: Wallet,
  token: Token | undefined,
): Decision | undefined {
  const named = command.token;
  const other = named.blockchain;
  if (other !== undefined && other !== blockchain) {
    return reject('CHAIN_MISMATCH', `the wallet is on ${blockchain}, the request names ${other}`);
  }
  if (token === undefined) return reject('TOKEN_NOT_NAMED');
  if (token.blockchain !== blockchain) {
    return reject(
      'TOKEN_ON_OTHER_CHAIN',
      `the wallet is on ${blockchain}, the token on ${token.blockchain}`,
    );
  }
  if (command.nftTokenIds !== undefined)
    return reject('TOKEN_UNFIT', `${labelOf(token)} has no NFTs`);
  if (!isAddress(chainOf(blockchain).family, command.destination))
    return reject('DESTINATION_INVALID');
  return undefined;
}

function unitsOf(amounts: readonly string[], token: Token): Result<bigint, WalletRejection> {
  const [amount] = amounts;
  if (amount === undefined || amounts.length > 1) {
    return reject('AMOUNTS_INVALID', 'a plain token has exactly one amount');
  }
  if (amount.startsWith('-')) return reject('AMOUNTS_INVALID', 'the amount is negative');
  const units = parseAmount(amount, token.decimals);
  if (units === undefined) {
    return reject('AMOUNT_NOT_DECIMAL', `a decimal number with at most ${token.decimals} decimals`);
  }
  if (units === 0n) return reject('AMOUNTS_INVALID', 'the amount is zero');
  return units > unitsMax(chainOf(token.blockchain).family)
    ? reject('AMOUNTS_INVALID', 'the amount is more than the chain can count')
    : ok(units);
}

/** The native units to hold back for gas; none if they are not there, which screening will find out. */
function gasToReserve(
  state: ReadonlyWalletState,
  wallet: Pick<Wallet, 'blockchain' | 'address'>,
  token: Token,
  units: bigint,
  fee: Pick<Fee, 'maxFee' | 'gasLimit'>,
): bigint {
  const native = nativeToken(wallet.blockchain)?.id ?? '';
  const held = available(state, wallet.blockchain, wallet.address, native);
  const needed = fee.maxFee * fee.gasLimit;
  return held - (token.id === native ? units : 0n) >= needed ? needed : 0n;
}

function initiated(
  { idempotencyKey, destination, refId }: InitiateTransfer,
  state: ReadonlyWalletState,
  context: Context,
  wallet: Wallet,
  token: Token,
  units: bigint,
  fee: Fee,
  gas: bigint,
): TransferInitiated {
  const made = { key: idempotencyKey, index: 0 };
  return {
    type: 'TransferInitiated',
    transactionId: context.id('transaction', state.transactions.inserted, made),
    walletId: wallet.id,
    tokenId: token.id,
    units: units.toString(),
    destination: normalAddress(chainOf(wallet.blockchain).family, destination),
    ...(refId === undefined ? {} : { refId }),
    ...(fee.level === undefined ? {} : { feeLevel: fee.level }),
    fee: {
      maxFee: fee.maxFee.toString(),
      priorityFee: fee.priorityFee.toString(),
      gasLimit: fee.gasLimit.toString(),
    },
    baseFee: fee.baseFee.toString(),
    gasReserved: gas.toString(),
    aside: { idempotencyKey },
  };
}
