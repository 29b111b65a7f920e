// Resolves the fee fields of a request, in the order of their error codes (reference/wallet.md section 6), to an offer in
// the chain's smallest unit.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { formatAmount, parseAmount } from '../tokens/amount.ts';
import { chainOf, type ChainRules } from '../chain/blockchains.ts';
import type { FeeFields } from '../commands/parts.ts';
import {
  baseFeeAt,
  feeDecimals,
  feeLevels,
  heightAt,
  l1FeeOf,
  type ChainState,
  type FeeTerms,
} from '../chain/fee-market.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { Fee } from '../records/transaction.ts';

/** The gas of a whole block: no transaction can have more. */
const gasLimitMax = 30_000_000n;

/** The fee at the present base fee, or the first rejection of the fields, in the order of their codes. */
export function resolveFee(
  fields: FeeFields,
  gasNeeded: bigint,
  accountType: 'EOA' | 'SCA',
  chain: ChainState,
  rules: ChainRules,
  nowMs: number,
): Result<Fee, WalletRejection> {
  const { feeLevel, gasLimit: gasText } = fields;
  const isSmart = accountType === 'SCA';
  if (feeLevel === undefined && gasText === undefined) return reject('FEE_MISSING');
  if (feeLevel === undefined && isSmart) return reject('FEE_LEVEL_MISSING');
  const gasLimit = gasText === undefined ? gasNeeded : parseAmount(gasText, 0);
  if (gasLimit !== undefined && gasLimit < gasNeeded) {
    return reject('GAS_LIMIT_TOO_LOW', `at least ${gasNeeded} is needed`);
  }
  const absolute = [fields.gasPrice, fields.maxFee, fields.priorityFee];
  if (feeLevel !== undefined && absolute.some((text) => text !== undefined)) {
    return reject('FEE_LEVEL_EXCLUSIVE');
  }
  if (isSmart && gasText !== undefined) {
    return reject('FEE_LEVEL_EXCLUSIVE', 'an SCA wallet takes no gasLimit either');
  }
  if (feeLevel === undefined && lacksTerms(fields, chain)) return reject('FEE_TERMS_MISSING');
  if (namesForeignTerms(fields, chain)) return reject('FEE_TERMS_NOT_OFFERED');
  if (gasLimit === undefined) return reject('FEE_NOT_DECIMAL', 'gasLimit is no whole number');
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const offer =
    feeLevel === undefined
      ? absoluteTerms(fields, chain, baseFee)
      : ok(feeLevels(chain, baseFee)[feeLevel]);
  if (!offer.ok) return offer;
  if (gasLimit > gasLimitMax) return reject('FEE_ABOVE_CAP', `gasLimit is at most ${gasLimitMax}`);
  if (offer.value.maxFee * gasLimit > rules.feeCap) {
    const cap = formatAmount(rules.feeCap, chainOf(chain.blockchain).nativeDecimals);
    return reject('FEE_ABOVE_CAP', `at most ${cap} of the native token`);
  }
  const level = omitUndefined({ level: feeLevel });
  const l1Fee = l1FeeOf(chain, gasNeeded, baseFee);
  return ok({ gasLimit, baseFee, ...offer.value, ...l1Fee, ...level });
}

/** Chains with EIP-1559 require both maxFee and priorityFee. */
function lacksTerms({ maxFee, priorityFee }: FeeFields, { blockchain }: ChainState): boolean {
  if (chainOf(blockchain).family !== 'evm') return false;
  return maxFee === undefined || priorityFee === undefined;
}

/** Chains without EIP-1559 have gasPrice only. */
function namesForeignTerms(
  { maxFee, priorityFee }: FeeFields,
  { blockchain }: ChainState,
): boolean {
  if (chainOf(blockchain).family === 'evm') return false;
  return maxFee !== undefined || priorityFee !== undefined;
}

/** maxFee and priorityFee on chains with EIP-1559, gasPrice on the others. */
function absoluteTerms(
  fields: FeeFields,
  chain: ChainState,
  baseFee: bigint,
): Result<FeeTerms, WalletRejection> {
  const { family } = chainOf(chain.blockchain);
  const { gasPrice, maxFee, priorityFee } = fields;
  const given = Object.entries({ gasPrice, maxFee, priorityFee }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, parseAmount(text, feeDecimals(chain.blockchain))] as const],
  );
  const odd = given.find(([, fee]) => fee === undefined);
  if (odd !== undefined)
    return reject('FEE_NOT_DECIMAL', `${odd[0]} is no decimal number of the chain`);
  const { gasPrice: price, maxFee: most = 0n, priorityFee: tip = 0n } = Object.fromEntries(given);
  if (tip > most && maxFee !== undefined) return reject('PRIORITY_FEE_ABOVE_MAX');
  if (family === 'evm') return ok({ maxFee: most, priorityFee: tip });
  if (price === undefined) return reject('GAS_PRICE_MISSING');
  return ok({ maxFee: price, priorityFee: price > baseFee ? price - baseFee : 0n });
}
