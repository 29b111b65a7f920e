// What an event costs: the texts that were sent, and what is made of them for readers (reference 2.8).

import { slugOf } from './slug.ts';
import { escapedForAttribute } from './title.ts';

/** How the site writes money. */
export interface CostSite {
  /** Put to numbers that came without a symbol, e.g. `$`. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition;
  /** What parts units from cents where a number has only one kind of mark. */
  readonly decimalMark: '.' | ',';
}

export type CurrencyPosition = 'prefix' | 'postfix';

/** The cost of an event as its readers get it. */
export interface Cost {
  /** `$20`, `Free – 30$`, `Donation`; empty where the event names no cost. Safe in HTML. */
  readonly text: string;
  /** The symbol that came with all the numbers, empty if there is none or not one. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition | '';
  /** All numbers as decimals, ascending, none twice; of words without a number their slug, first. */
  readonly values: readonly string[];
}

/** A number as it was written, and its decimal form with a point. */
interface Price {
  readonly written: string;
  readonly decimal: string;
}

/** Whole numbers and decimals, with a comma or a point for either thousands or decimals. */
const numberPattern =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+(?:,\d+|\.\d{3}(?!\d))|\d+(?:[.,]\d+)?/g;

/** The texts of a cost as a client sent it, to be kept: of a list its members; what is no text or number costs nothing. */
export function costTexts(input: unknown): readonly string[] {
  const members: readonly unknown[] = Array.isArray(input) ? input : [input];
  return members
    .filter((member) => typeof member === 'string' || typeof member === 'number')
    .map((member) => String(member).trim())
    .filter((text) => text !== '');
}

/** What readers get for the texts of a cost. */
export function costOf(texts: readonly string[], site: CostSite): Cost {
  const prices = texts.flatMap((text) => pricesIn(text, site)).sort(byDecimal);
  const words = texts.filter((text) => pricesIn(text, site).length === 0);
  const currency = currencyOf(texts.flatMap(partsOf), site);
  return {
    text: escapedForAttribute(textOf(prices, words, currency, site)),
    ...currency,
    values: distinct([...words.map(slugOf), ...prices.map(({ decimal }) => decimal)]),
  };
}

/** Words alone stand as they are; of numbers the least and the greatest, nothing being `Free`. */
function textOf(
  prices: readonly Price[],
  words: readonly string[],
  currency: Currency,
  site: CostSite,
): string {
  const [least, greatest] = [prices[0], prices.at(-1)];
  if (least === undefined || greatest === undefined) {
    return words.length > 1 ? 'Free' : (words[0] ?? '');
  }
  const symbol = currency.currencySymbol || site.currencySymbol;
  const position = currency.currencyPosition || site.currencyPosition;
  const [from, to] = [least, greatest].map(({ written, decimal }) => {
    if (decimal === '0') return 'Free';
    return position === 'prefix' ? symbol + written : written + symbol;
  });
  return from === to ? `${from}` : `${from} – ${to}`;
}

type Currency = Pick<Cost, 'currencySymbol' | 'currencyPosition'>;

/** The symbol and its place, if all parts with a number agree in it. */
function currencyOf(parts: readonly string[], site: CostSite): Currency {
  const found = parts.flatMap((part): Currency[] => {
    const [price, second] = pricesIn(part, site);
    if (price === undefined) return [];
    const currencySymbol = second === undefined ? part.replace(price.written, '').trim() : '';
    if (currencySymbol === '') return [{ currencySymbol, currencyPosition: '' }];
    return [
      { currencySymbol, currencyPosition: part.startsWith(currencySymbol) ? 'prefix' : 'postfix' },
    ];
  });
  const first = found[0];
  const none: Currency = { currencySymbol: '', currencyPosition: '' };
  if (first === undefined || found.some((other) => other.currencySymbol !== first.currencySymbol)) {
    return none;
  }
  const isOnePlace = found.every((other) => other.currencyPosition === first.currencyPosition);
  return isOnePlace ? first : { ...first, currencyPosition: '' };
}

/** The prices of a text are parted by commas that are in no number, and by dashes with space around. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?!\d)|(?<!\d),|\s[-–—]\s/).map((part) => part.trim());
}

function pricesIn(text: string, site: CostSite): readonly Price[] {
  return [...text.matchAll(numberPattern)].map(([written]) => ({
    written,
    decimal: decimalOf(written, site),
  }));
}

/** Where both marks are used the last one is for decimals, one that is used twice is not, else the site decides. */
function decimalOf(written: string, { decimalMark }: CostSite): string {
  const marks = written.replace(/\d/g, '');
  const last = marks.at(-1);
  const isDecimal = new Set(marks).size > 1 || (marks.length === 1 && last === decimalMark);
  const [fraction = '', ...wholes] = written.split(/[.,]/).reverse();
  const digits = isDecimal ? wholes.reverse().join('') : written.replace(/[.,]/g, '');
  const whole = digits.replace(/^0+(?=\d)/, '');
  const cents = isDecimal ? withoutLastZeros(fraction) : '';
  return cents === '' ? whole : `${whole}.${cents}`;
}

function withoutLastZeros(digits: string): string {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

/** By value, without floating point: the longer whole part is the greater one. */
function byDecimal(one: Price, other: Price): number {
  const [whole = '', fraction = ''] = one.decimal.split('.');
  const [otherWhole = '', otherFraction = ''] = other.decimal.split('.');
  return (
    whole.length - otherWhole.length ||
    compareTexts(whole, otherWhole) ||
    compareTexts(fraction, otherFraction)
  );
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
