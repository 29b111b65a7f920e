import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, costTexts, type CostSite } from '../../../../core/calendar/text/cost.ts';
import { growthMax, growthOf, hostileText } from '../../../support/arbitraries/hostile-text.ts';

const site: CostSite = { currencySymbol: '$', currencyPosition: 'prefix', decimalMark: '.' };
const comma: CostSite = { ...site, decimalMark: ',' };

function costFor(input: unknown, at: CostSite = site) {
  const { text, currencySymbol, currencyPosition, values } = costOf(costTexts(input), at);
  return [text, currencySymbol, currencyPosition, values];
}

describe('costOf', () => {
  it.each([
    ['nothing', undefined, ['', '', '', []]],
    ['empty text', '', ['', '', '', []]],
    ['an empty list', [], ['', '', '', []]],
    ['a symbol behind', '20$', ['20$', '$', 'postfix', ['20']]],
    ['a symbol before', '$23', ['$23', '$', 'prefix', ['23']]],
    ['a symbol with a space', '23 €', ['23€', '€', 'postfix', ['23']]],
    ['no symbol', '20', ['$20', '', '', ['20']]],
    ['a number', 20.5, ['$20.5', '', '', ['20.5']]],
    ['a list', ['0$', '20$', '30$'], ['Free – 30$', '$', 'postfix', ['0', '20', '30']]],
    ['a list out of order', ['9', 100, '20'], ['$9 – $100', '', '', ['9', '20', '100']]],
    ['the same twice', ['5', '5.00'], ['$5.00', '', '', ['5']]],
    ['nothing to pay', '0', ['Free', '', '', ['0']]],
    ['nothing to pay, with cents', '0.00', ['Free', '', '', ['0']]],
    ['words', 'Donation', ['Donation', '', '', ['donation']]],
    ['many words', 'Pay what you want', ['Pay what you want', '', '', ['pay-what-you-want']]],
    ['words and a number', ['Donation', '20$'], ['20$', '$', 'postfix', ['donation', '20']]],
    ['only words in a list', ['Donation', 'Gift'], ['Free', '', '', ['donation', 'gift']]],
    ['symbols that differ', ['$5', '10€'], ['$5 – $10', '', '', ['5', '10']]],
    ['a symbol in two places', ['$5', '10$'], ['$5 – $10', '$', '', ['5', '10']]],
    ['prices parted by commas', '$5, $10', ['$5 – $10', '$', 'prefix', ['5', '10']]],
    ['a range', '20€ – 30€', ['20€ – 30€', '€', 'postfix', ['20', '30']]],
    ['a number within words', 'about 10 each', ['$10', '', '', ['10']]],
    ['numbers among words', 'Adults 10, kids 5', ['$5 – $10', '', '', ['5', '10']]],
    ['thousands', '$1,000.50', ['$1,000.50', '$', 'prefix', ['1000.5']]],
    ['millions', '1,000,000', ['$1,000,000', '', '', ['1000000']]],
    [
      'more digits than a float has',
      ['9007199254740993', '9007199254740992.5'],
      [
        '$9007199254740992.5 – $9007199254740993',
        '',
        '',
        ['9007199254740992.5', '9007199254740993'],
      ],
    ],
    ['markup', '5 <b>', ['5&lt;b&gt;', '<b>', 'postfix', ['5']]],
    ['what is no cost', { a: 1 }, ['', '', '', []]],
    ['a list with what is no cost', [null, true, '7'], ['$7', '', '', ['7']]],
  ])('reads %s', (_what, input, expected) => {
    expect(costFor(input)).toEqual(expected);
  });

  it.each([
    ['25,55', ['$25,55', '', '', ['25.55']]],
    ['5,50 7,50', ['$5,50 – $7,50', '', '', ['5.5', '7.5']]],
    ['€25,55', ['€25,55', '€', 'prefix', ['25.55']]],
    ['1.000,50 €', ['1.000,50€', '€', 'postfix', ['1000.5']]],
    ['1.000', ['$1.000', '', '', ['1000']]],
    ['1.000.000', ['$1.000.000', '', '', ['1000000']]],
  ])('reads %j where a comma is the decimal mark', (input, expected) => {
    expect(costFor(input, comma)).toEqual(expected);
  });

  it('uses symbol and position of the site for costs without a symbol', () => {
    const euro: CostSite = { ...comma, currencySymbol: ' €', currencyPosition: 'postfix' };
    expect(costFor(['3', '4'], euro)[0]).toBe('3 € – 4 €');
    expect(costFor(['$3', '$4'], euro)[0]).toBe('$3 – $4');
  });

  it('sorts prices by value', () => {
    const price = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.integer({ min: 0, max: 99 }),
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), (prices) => {
        const texts = prices.map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
        const inCents = prices.map(([whole, cents]) => whole * 100n + BigInt(cents));
        const sorted = [...new Set(inCents)].sort((one, other) => (one < other ? -1 : 1));
        const { values } = costOf(costTexts(texts), site);
        const read = values.map((value) => {
          const [whole = '', cents = ''] = value.split('.');
          return BigInt(whole + cents.padEnd(2, '0'));
        });
        expect(read).toEqual(sorted);
      }),
    );
  });

  it('is the same with and without its cache', () => {
    const price = fc.stringMatching(/^[$a ]?[0159][0159.,$ ]{0,3}$/);
    const sites = fc.constantFrom(site, comma, { ...site, currencySymbol: '€' });
    fc.assert(
      fc.property(fc.array(fc.tuple(price, sites)), (all) => {
        const read = (times: number) =>
          all.map(([text, at]) =>
            costFor(
              Array.from({ length: times }, () => text),
              { ...at },
            ),
          );
        expect(read(1)).toEqual(read(2));
        expect(read(1)).toEqual(read(2));
      }),
    );
  });

  it('accepts any text and returns no markup', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostileText, fc.string({ unit: fc.constantFrom(...Array.from('019.,$ €-<&–a')) })),
        (text) => {
          const cost = costOf(costTexts(text), site);
          expect(cost.text).not.toMatch(/[<>"']/);
          expect(cost.text === '').toBe(costTexts(text).length === 0);
        },
      ),
    );
  });

  it.each(['0', '1', '1,', '.', ' ', '$', '1,000', '- ', '1 ', '<'])(
    'takes linear time for texts of %j',
    (unit) => {
      expect(growthOf((text) => costOf(costTexts(text), site), unit)).toBeLessThan(growthMax);
    },
  );

  it('accepts long decimals', () => {
    const costOfDecimal = (zeros: string) => costOf([`0.${zeros}1`], site);
    expect(growthOf(costOfDecimal, '0')).toBeLessThan(growthMax);
  });
});
