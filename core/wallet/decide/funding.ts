// Money from outside the simulator: the public faucet, and the operator's own. Both arrive as deposits in the newest block.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import { parseAmount } from '../amount.ts';
import { chainOf, unitsMax } from '../chains.ts';
import type { FundWallet, RequestDrip } from '../commands.ts';
import type { FundsDeposited } from '../events.ts';
import { heightAt } from '../fee-market.ts';
import {
  balanceId,
  walletNamed,
  type ReadonlyWalletState,
  type Token,
  type Wallet,
} from '../state.ts';
import { labelOf, tokenById } from '../token-registry.ts';
import { nativeToken, stablecoinOf } from '../tokens.ts';
import { blockAt, faucetAddress, outsideHash, runningChain } from './blocks.ts';
import { fits, nothing, reject, type Decision } from './decision.ts';

/** What one drip brings, in whole tokens (reference/wallet.md section 10). */
const drip = { native: 1n, usdc: 10n, eurc: 10n };

export function requestDrip(
  { address, blockchain, network, ...wanted }: RequestDrip,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  if (!fits(network, blockchain)) return reject('KEY_KIND_MISMATCH');
  if (chainOf(blockchain).network !== 'test')
    return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
  const wallet = walletNamed(state, { address, blockchain });
  if (wallet === undefined || chainOf(blockchain).rules === undefined) return nothing;
  const drops: readonly (readonly [Token | undefined, bigint])[] = [
    [wanted.native ? nativeToken(blockchain) : undefined, drip.native],
    [wanted.usdc ? stablecoinOf(blockchain, 'USDC') : undefined, drip.usdc],
    [wanted.eurc ? stablecoinOf(blockchain, 'EURC') : undefined, drip.eurc],
  ];
  const deposits: (readonly [Token, bigint])[] = [];
  for (const [token, whole] of drops) {
    if (token !== undefined) deposits.push([token, whole * 10n ** BigInt(token.decimals)]);
  }
  return ok(deposited(state, context, wallet, deposits));
}

export function fundWallet(
  { walletId, amounts }: FundWallet,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  if (chainOf(wallet.blockchain).rules === undefined) return reject('OPERATION_NOT_OFFERED');
  const deposits: (readonly [Token, bigint])[] = [];
  for (const [name, amount] of Object.entries(amounts).sort(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    const token = fundedToken(state, wallet, name);
    if (token === undefined) return reject('TOKEN_UNKNOWN', `no token '${name}'`);
    if (token.blockchain !== wallet.blockchain) return reject('TOKEN_ON_OTHER_CHAIN');
    const units = parseAmount(amount, token.decimals);
    if (units === undefined)
      return reject('AMOUNT_NOT_DECIMAL', `'${amount}' of ${labelOf(token)}`);
    if (units === 0n) return reject('AMOUNTS_INVALID', `the amount of ${labelOf(token)} is zero`);
    if (holds(state, wallet, token) + units > unitsMax(chainOf(wallet.blockchain).family)) {
      return reject('AMOUNTS_INVALID', `more ${labelOf(token)} than the chain can count`);
    }
    deposits.push([token, units]);
  }
  return ok(deposited(state, context, wallet, deposits));
}

function holds(state: ReadonlyWalletState, wallet: Wallet, token: Token): bigint {
  const id = balanceId(wallet.blockchain, wallet.address, token.id);
  return state.balances.get(id)?.units ?? 0n;
}

function fundedToken(state: ReadonlyWalletState, wallet: Wallet, name: string): Token | undefined {
  if (name === 'native') return nativeToken(wallet.blockchain);
  return name === 'usdc' ? stablecoinOf(wallet.blockchain, 'USDC') : tokenById(state, name);
}

function deposited(
  state: ReadonlyWalletState,
  context: Context,
  wallet: Wallet,
  deposits: readonly (readonly [Token, bigint])[],
): readonly FundsDeposited[] {
  const { blockchain } = wallet;
  const { chain } = runningChain(state, blockchain);
  const block = blockAt(context, blockchain, heightAt(chain, context.nowMs));
  return deposits.map(([token, units], index) => {
    const transactionId = context.id('transaction', state.transactions.inserted + index);
    return {
      type: 'FundsDeposited',
      transactionId,
      walletId: wallet.id,
      tokenId: token.id,
      units: units.toString(),
      source: faucetAddress(context, blockchain),
      block,
      txHash: outsideHash(context, blockchain, transactionId),
    };
  });
}
