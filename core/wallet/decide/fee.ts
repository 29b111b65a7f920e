// What a transaction offers for its gas: the fee fields of a request, checked in the order of their codes
// (reference/wallet.md section 6), as terms in the chain's smallest unit.

import { err, ok, type Result } from '../../kernel/result.ts';
import { formatAmount, parseAmount } from '../amount.ts';
import { chainOf, type ChainRules } from '../chains.ts';
import type { FeeFields } from '../commands.ts';
import { baseFeeAt, feeDecimals, feeLevels, heightAt, type ChainState } from '../fee-market.ts';
import type { WalletRejection } from '../rejections.ts';
import type { Fee } from '../state.ts';
import { reject } from './decision.ts';

/** The gas of a whole block: no transaction can have more. */
const gasLimitMax = 30_000_000n;

/** The terms at the present base fee, or the first thing that is wrong with the fields. */
export function termsOf(
  fields: FeeFields,
  gasNeeded: bigint,
  chain: ChainState,
  rules: ChainRules,
  nowMs: number,
): Result<Fee, WalletRejection> {
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const { feeLevel, gasLimit: gasText } = fields;
  const absolute = [fields.gasPrice, fields.maxFee, fields.priorityFee].some(
    (text) => text !== undefined,
  );
  if (feeLevel !== undefined && absolute) return reject('FEE_LEVEL_EXCLUSIVE');
  if (feeLevel === undefined && gasText === undefined) return reject('FEE_MISSING');
  const gasLimit = gasText === undefined ? gasNeeded : parseAmount(gasText, 0);
  if (gasLimit === undefined) return reject('FEE_NOT_DECIMAL', 'gasLimit is no whole number');
  const offer =
    feeLevel === undefined
      ? absoluteTerms(fields, chain, baseFee)
      : ok(feeLevels(chain, baseFee)[feeLevel]);
  if (!offer.ok) return offer;
  if (gasLimit < gasNeeded) return reject('GAS_LIMIT_TOO_LOW', `at least ${gasNeeded} is needed`);
  if (gasLimit > gasLimitMax) return reject('FEE_ABOVE_CAP', `gasLimit is at most ${gasLimitMax}`);
  if (offer.value.maxFee * gasLimit > rules.feeCap) {
    const cap = formatAmount(rules.feeCap, chainOf(chain.blockchain).nativeDecimals);
    return reject('FEE_ABOVE_CAP', `at most ${cap} of the native token`);
  }
  const terms = { ...offer.value, gasLimit, baseFee };
  return ok(feeLevel === undefined ? terms : { ...terms, level: feeLevel });
}

/** maxFee and priorityFee on chains with EIP-1559, gasPrice on the others. */
function absoluteTerms(
  { gasPrice, maxFee, priorityFee }: FeeFields,
  chain: ChainState,
  baseFee: bigint,
): Result<{ readonly maxFee: bigint; readonly priorityFee: bigint }, WalletRejection> {
  const decimals = feeDecimals(chain.blockchain);
  if (chainOf(chain.blockchain).family !== 'evm') {
    if (maxFee !== undefined || priorityFee !== undefined) return reject('FEE_TERMS_NOT_OFFERED');
    if (gasPrice === undefined) return reject('GAS_PRICE_MISSING');
    const price = parseAmount(gasPrice, decimals);
    if (price === undefined)
      return err({ code: 'FEE_NOT_DECIMAL', detail: 'gasPrice is no decimal number' });
    return ok({ maxFee: price, priorityFee: price > baseFee ? price - baseFee : 0n });
  }
  if (maxFee === undefined || priorityFee === undefined) return reject('FEE_TERMS_MISSING');
  const most = parseAmount(maxFee, decimals);
  const tip = parseAmount(priorityFee, decimals);
  if (most === undefined || tip === undefined) {
    return reject('FEE_NOT_DECIMAL', 'maxFee and priorityFee are decimal numbers in gwei');
  }
  return tip > most ? reject('PRIORITY_FEE_ABOVE_MAX') : ok({ maxFee: most, priorityFee: tip });
}
