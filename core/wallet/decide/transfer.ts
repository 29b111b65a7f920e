// A transfer as it is asked for: wallet and token found, amount and fee checked, the money reserved.

import type { Context } from '../../kernel/context.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { parseAmount } from '../amount.ts';
import { chainOf } from '../chains.ts';
import type { InitiateTransfer, WalletName } from '../commands.ts';
import type { TransferInitiated } from '../events.ts';
import { isAddress, normalAddress } from '../keys.ts';
import type { WalletRejection } from '../rejections.ts';
import { available, holderOf, type Fee, type ReadonlyWalletState, type Wallet } from '../state.ts';
import { nativeToken, tokenByAddress, tokenById, type Token } from '../tokens.ts';
import { fits, making, reject, type Decision } from './decision.ts';
import { gasOf, termsOf } from './fee.ts';

export function initiateTransfer(
  command: InitiateTransfer,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return making(state, command, command.type, () => {
    const wallet = walletNamed(state, command.wallet);
    if (wallet === undefined) return reject('WALLET_UNKNOWN');
    const token = tokenNamed(command, wallet);
    if (!token.ok) return token;
    const refusal = unfit(command, wallet, token.value);
    if (refusal !== undefined) return refusal;
    const units = unitsOf(command.amounts, token.value);
    if (!units.ok) return units;
    const chain = state.chains.get(wallet.blockchain);
    const rules = chainOf(wallet.blockchain).rules;
    if (chain === undefined || rules === undefined) return reject('OPERATION_NOT_OFFERED');
    const fee = termsOf(command.fee, gasOf(token.value), chain, rules, context.nowMs);
    if (!fee.ok) return fee;
    const funds = available(state, wallet.blockchain, wallet.address, token.value.id);
    if (units.value > funds) return reject('BALANCE_TOO_LOW');
    const gas = gasToReserve(state, wallet, token.value, units.value, fee.value);
    return ok([
      initiated(command, state, context, wallet, token.value, units.value, fee.value, gas),
    ]);
  });
}

/** The wallet of an id, or of an address on a chain. */
export function walletNamed(state: ReadonlyWalletState, name: WalletName): Wallet | undefined {
  if ('walletId' in name) return state.wallets.get(name.walletId);
  const address = normalAddress(chainOf(name.blockchain).family, name.address);
  const by = { place: holderOf(name.blockchain, address) };
  return state.wallets.list({ by, order: 'ascending', limit: 1 })[0];
}

/** The token that a request means; with an address and a chain and no token, the native one. */
function tokenNamed(
  { token, wallet: walletName }: InitiateTransfer,
  wallet: Wallet,
): Result<Token, WalletRejection> {
  if ('tokenId' in token) {
    const known = tokenById(token.tokenId);
    return known === undefined ? reject('TOKEN_UNKNOWN') : ok(known);
  }
  const isNamed = 'tokenAddress' in token;
  if (!isNamed && 'walletId' in walletName) return reject('TOKEN_NOT_NAMED');
  const blockchain = token.blockchain ?? wallet.blockchain;
  const known = isNamed ? tokenByAddress(blockchain, token.tokenAddress) : nativeToken(blockchain);
  if (known !== undefined) return ok(known);
  return isNamed && token.tokenAddress !== ''
    ? reject('TOKEN_UNKNOWN')
    : reject('OPERATION_NOT_OFFERED');
}

/** The rules on state and chain, in their order. */
function unfit(command: InitiateTransfer, wallet: Wallet, token: Token): Decision | undefined {
  const { family } = chainOf(wallet.blockchain);
  if (!fits(command.network, wallet.blockchain)) return reject('KEY_KIND_MISMATCH');
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');
  if (chainOf(wallet.blockchain).rules === undefined) return reject('OPERATION_NOT_OFFERED');
  if (token.blockchain !== wallet.blockchain) {
    const named = 'tokenId' in command.token ? 'TOKEN_ON_OTHER_CHAIN' : 'CHAIN_MISMATCH';
    return reject(named, `the wallet is on ${wallet.blockchain}, the token on ${token.blockchain}`);
  }
  if (command.nftTokenIds !== undefined)
    return reject('TOKEN_UNFIT', `${token.symbol} has no NFTs`);
  if (!isAddress(family, command.destination)) return reject('DESTINATION_INVALID');
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
  return units === 0n ? reject('AMOUNTS_INVALID', 'the amount is zero') : ok(units);
}

/** The native units to hold back for gas; none if they are not there, which screening will find out. */
export function gasToReserve(
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
