import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountDigitsMax,
  formatAmount,
  parseAmount,
} from '../../../../core/wallet/tokens/amount.ts';

describe('parseAmount', () => {
  it.each([
    ['1.25', 6, 1_250_000n],
    ['.01', 6, 10_000n],
    ['0.01', 6, 10_000n],
    ['7', 0, 7n],
    ['7.', 2, 700n],
    ['007', 0, 7n],
    ['1.500000000', 2, 150n],
    ['0', 18, 0n],
    ['0.000000000000000001', 18, 1n],
  ])('reads %s with %d decimals', (text, decimals, units) => {
    expect(parseAmount(text, decimals)).toBe(units);
  });

  it.each([
    ['more decimals than the token has', '0.0000001'],
    ['an exponent', '1e3'],
    ['a negative number', '-1'],
    ['a plus sign', '+1'],
    ['hexadecimal digits', '0x10'],
    ['a lone point', '.'],
    ['nothing', ''],
    ['two points', '1.2.3'],
    ['a thousands separator', '1,000'],
    ['space around', ' 1'],
    ['a line break behind', '1\n'],
    ['digits of another script', '١'],
    ['a word', 'Infinity'],
  ])('refuses %s', (_what, text) => {
    expect(parseAmount(text, 6)).toBeUndefined();
  });

  it('reads text of the greatest length and refuses any longer', () => {
    expect(parseAmount('9'.repeat(amountDigitsMax), 0)).toBe(10n ** BigInt(amountDigitsMax) - 1n);
    expect(parseAmount('0'.repeat(amountDigitsMax + 1), 0)).toBeUndefined();
  });
});

describe('formatAmount', () => {
  it.each([
    [10_000n, 6, '0.01'],
    [1_250_000n, 6, '1.25'],
    [5_000_000n, 6, '5'],
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [-15n, 1, '-1.5'],
    [10n ** 30n, 0, '1000000000000000000000000000000'],
  ])('prints %d with %d decimals', (units, decimals, text) => {
    expect(formatAmount(units, decimals)).toBe(text);
  });

  it('prints amounts that parseAmount reads back', () => {
    const decimals = fc.integer({ min: 0, max: 24 });
    const units = fc.bigInt({ min: 0n, max: 10n ** 50n });
    fc.assert(
      fc.property(units, decimals, (units, decimals) => {
        expect(parseAmount(formatAmount(units, decimals), decimals)).toBe(units);
      }),
    );
  });

  it('prints the shortest text of the amount', () => {
    const digits = fc.stringMatching(/^\d{0,12}$/);
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const text = `${whole}.${fraction}`;
        const units = parseAmount(text, 12);
        if (units === undefined) return;
        const printed = formatAmount(units, 12);
        expect(printed).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(printed.length).toBeLessThanOrEqual(`0${text}`.length);
      }),
    );
  });
});
