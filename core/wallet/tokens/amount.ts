// Exact money: decimal text on the wire, bigint in the smallest unit inside. No floating point anywhere.

import { trimEndOf } from '../../kernel/trim-end.ts';

const decimalPattern = /^(\d*)(?:\.(\d*))?$/;

/** The most digits that a decimal may have; longer text is no amount of anything. */
export const amountDigitsMax = 80;

/**
 * The smallest units of a decimal text such as `1.25` or `.01`; undefined if it is no plain decimal number, is
 * negative, or has more decimals than the token.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  if (text.length > amountDigitsMax) return undefined;
  const match = decimalPattern.exec(text);
  const whole = match?.[1] ?? '';
  const fraction = trimEndOf(match?.[2] ?? '', '0');
  if (match === null || (whole === '' && (match[2] ?? '') === '')) return undefined;
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0') || '0');
}

/** The shortest plain decimal text of an amount: `0.01`, never `.01` or an exponent. */
export function formatAmount(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = trimEndOf(digits.slice(digits.length - decimals), '0');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}
