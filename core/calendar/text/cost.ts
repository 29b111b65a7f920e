// The cost of an event: the texts that were sent, and their printed form (reference 2.8).

import { slugOf } from './slug.ts';
import { escapedForAttribute } from './title.ts';

/** How the site writes money. */
export interface CostSite {
  /** The symbol for numbers without one, e.g. `$`. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition;
  /** Decides whether the mark of a number with one kind of mark separates decimals. */
  readonly decimalMark: '.' | ',';
}

export type CurrencyPosition = 'prefix' | 'postfix';

/** The printed form of a cost. */
export interface Cost {
  /** `$20`, `Free – 30$`, `Donation`; empty without a cost. Escaped for HTML. */
  readonly text: string;
  /** The symbol that all numbers share, or empty. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition | '';
  /** Distinct numbers as decimals, ascending, behind the slugs of texts without a number. */
  readonly values: readonly string[];
}

/** A number as written, and its digits before and behind the decimal mark, without redundant zeros. */
interface Price {
  readonly written: string;
  readonly whole: string;
  readonly fraction: string;
}

/** Whole numbers and decimals, with a comma or a point for either thousands or decimals. */
const numberPattern =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+(?:,\d+|\.\d{3}(?!\d))|\d+(?:[.,]\d+)?/g;

/** The length limit of all texts of a cost together: they are parsed whenever their event is printed. */
export const costCharsMax = 1_000;

/** The stored texts of a cost: the members of a list, or one. Values other than texts and numbers are dropped. */
export function costTexts(input: unknown): readonly string[] {
  if (Array.isArray(input)) return input.map(costText).filter((text) => text !== '');
  const text = costText(input);
  return text === '' ? [] : [text];
}

function costText(member: unknown): string {
  return typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '';
}

/** Parses the texts of a cost. */
export function costOf(texts: readonly string[], site: CostSite): Cost {
  const [text, second] = texts;
  if (text === undefined) return noCost;
  if (second !== undefined) return readCost(texts, site);
  const place = placeOf(text);
  const known = knownCosts[place];
  if (known?.text === text && isSameSite(known.site, site)) return known.cost;
  const cost = readCost(texts, site);
  knownCosts[place] = { text, site, cost };
  return cost;
}

const noCost: Cost = { text: '', currencySymbol: '', currencyPosition: '', values: [] };

interface KnownCost {
  readonly text: string;
  readonly site: CostSite;
  readonly cost: Cost;
}

/** What single texts came to that were read last, each in a place of its own: events have few different costs. */
const knownCosts = Array.from({ length: 64 }, (): KnownCost | undefined => undefined);

function placeOf(text: string): number {
  const last = text.length - 1;
  return (
    (7 * text.length + 3 * text.charCodeAt(0) + text.charCodeAt(last)) & (knownCosts.length - 1)
  );
}

function isSameSite(one: CostSite, other: CostSite): boolean {
  return (
    one.currencySymbol === other.currencySymbol &&
    one.currencyPosition === other.currencyPosition &&
    one.decimalMark === other.decimalMark
  );
}

function readCost(texts: readonly string[], site: CostSite): Cost {
  const prices = distinctPrices(texts.flatMap((text) => pricesIn(text, site))).sort(byValue);
  const words = texts.filter((text) => text.search(numberPattern) < 0);
  const currency = currencyOf(texts.flatMap(partsOf), site);
  return {
    text: escapedForAttribute(textOf(prices, words, currency, site)),
    ...currency,
    values: [...new Set(words.map(slugOf)), ...prices.map(decimalOf)],
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
  const priced = (price: Price) => {
    if (decimalOf(price) === '0') return 'Free';
    return position === 'prefix' ? symbol + price.written : price.written + symbol;
  };
  return least === greatest ? priced(least) : `${priced(least)} – ${priced(greatest)}`;
}

type Currency = Pick<Cost, 'currencySymbol' | 'currencyPosition'>;

const noCurrency: Currency = { currencySymbol: '', currencyPosition: '' };

/** The symbol and its place, each if all parts that have a number agree in it. */
function currencyOf(parts: readonly string[], site: CostSite): Currency {
  const found = parts.flatMap((part) => {
    const prices = pricesIn(part, site);
    return prices.length === 0 ? [] : [currencyOfPart(part, prices)];
  });
  const first = found[0] ?? noCurrency;
  const isAgreed = (key: keyof Currency) => found.every((other) => other[key] === first[key]);
  if (!isAgreed('currencySymbol')) return noCurrency;
  return isAgreed('currencyPosition') ? first : { ...first, currencyPosition: '' };
}

/** What stands before the one number of a part, or behind it, is its symbol. */
function currencyOfPart(part: string, [price, second]: readonly Price[]): Currency {
  if (price === undefined || second !== undefined) return noCurrency;
  const place = part.indexOf(price.written);
  const before = part.slice(0, place).trim();
  const behind = part.slice(place + price.written.length).trim();
  if ((before === '') === (behind === '')) return noCurrency;
  return before === ''
    ? { currencySymbol: behind, currencyPosition: 'postfix' }
    : { currencySymbol: before, currencyPosition: 'prefix' };
}

/** The prices of a text are parted by commas that are in no number, and by dashes with space around. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?!\d)|(?<!\d),|\s[-–—]\s/).map((part) => part.trim());
}

function pricesIn(text: string, site: CostSite): readonly Price[] {
  return [...text.matchAll(numberPattern)].map(([written]) => priceOf(written, site));
}

/** Where both marks are used the last one is for decimals, one that is used twice is not, else the site decides. */
function priceOf(written: string, { decimalMark }: CostSite): Price {
  const marks = written.replace(/\d/g, '');
  const isDecimal = new Set(marks).size > 1 || marks === decimalMark;
  const groups = written.split(/[.,]/);
  const fraction = isDecimal ? withoutLastZeros(groups.pop() ?? '') : '';
  return { written, whole: groups.join('').replace(/^0+(?=\d)/, ''), fraction };
}

function withoutLastZeros(digits: string): string {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

function decimalOf({ whole, fraction }: Price): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Of prices with one value the last. */
function distinctPrices(prices: readonly Price[]): Price[] {
  return [...new Map(prices.map((price) => [decimalOf(price), price])).values()];
}

/** Without floating point: the longer whole part is the greater one. */
function byValue(one: Price, other: Price): number {
  return (
    one.whole.length - other.whole.length ||
    compareTexts(one.whole, other.whole) ||
    compareTexts(one.fraction, other.fraction)
  );
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
