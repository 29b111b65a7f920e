// The cost of an event: parses the sent texts and formats them (reference/calendar.md section 2.8).

import { slugOf } from './slug.ts';
import { escapeAttribute } from './title.ts';

/** The currency settings of a site. */
export interface CostSite {
  /** The symbol for prices without one, such as `$`. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition;
  /** The decimal mark where a number is ambiguous: `1.500` may be 1500 or 1.5. */
  readonly decimalMark: '.' | ',';
}

export type CurrencyPosition = 'prefix' | 'postfix';

/** A formatted cost. */
export interface Cost {
  /** `$20`, `Free – 30$`, `Donation`; empty without a cost. Escaped for HTML. */
  readonly text: string;
  /** The common symbol of all prices, or empty. */
  readonly currencySymbol: string;
  readonly currencyPosition: CurrencyPosition | '';
  /** The slugs of texts without a number, then the distinct prices as decimals in ascending order. */
  readonly values: readonly string[];
}

/** A price as written, and its digits before and after the decimal mark, without redundant zeros. */
interface Price {
  readonly written: string;
  readonly whole: string;
  readonly fraction: string;
}

/** Integers and decimals, with a comma or a point as thousands separator or decimal mark. */
const numberPattern =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+(?:,\d+|\.\d{3}(?!\d))|\d+(?:[.,]\d+)?/g;

/** The length limit of all texts of a cost together: they are parsed each time their event is printed. */
export const costCharsMax = 1_000;

/** The texts of a cost to store, from a list or a single value. Values other than texts and numbers are dropped. */
export function costTexts(input: unknown): readonly string[] {
  if (Array.isArray(input)) return input.map(costText).filter((text) => text !== '');
  const text = costText(input);
  return text === '' ? [] : [text];
}

function costText(member: unknown): string {
  return typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '';
}

/** Formats the texts of a cost. */
export function costOf(texts: readonly string[], site: CostSite): Cost {
  const [text, second] = texts;
  if (text === undefined) return noCost;
  if (second !== undefined) return formatCost(texts, site);
  const slot = slotOf(text);
  const cached = cachedCosts[slot];
  if (cached?.text === text && isSameSite(cached.site, site)) return cached.cost;
  const cost = formatCost(texts, site);
  cachedCosts[slot] = { text, site, cost };
  return cost;
}

const noCost: Cost = { text: '', currencySymbol: '', currencyPosition: '', values: [] };

interface CachedCost {
  readonly text: string;
  readonly site: CostSite;
  readonly cost: Cost;
}

/** A cache of single texts by hash: a site has few different prices, and parsing one takes longer than the rest of a view. */
const cachedCosts = Array.from({ length: 64 }, (): CachedCost | undefined => undefined);

function slotOf(text: string): number {
  const last = text.length - 1;
  return (
    (7 * text.length + 3 * text.charCodeAt(0) + text.charCodeAt(last)) & (cachedCosts.length - 1)
  );
}

function isSameSite(one: CostSite, other: CostSite): boolean {
  return (
    one.currencySymbol === other.currencySymbol &&
    one.currencyPosition === other.currencyPosition &&
    one.decimalMark === other.decimalMark
  );
}

function formatCost(texts: readonly string[], site: CostSite): Cost {
  const prices = distinctPrices(texts.flatMap((text) => pricesIn(text, site))).sort(byValue);
  const words = texts.filter((text) => text.search(numberPattern) < 0);
  const currency = currencyOf(texts.flatMap(partsOf), site);
  return {
    text: escapeAttribute(textOf(prices, words, currency, site)),
    ...currency,
    values: [...new Set(words.map(slugOf)), ...prices.map(decimalOf)],
  };
}

/** The range from the lowest to the highest price, 0 being `Free`; without prices the text itself. */
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

/** The symbol and its position, each if it is the same in all parts with a number. */
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

/** The text before or after the only number of a part is its symbol. */
function currencyOfPart(part: string, [price, second]: readonly Price[]): Currency {
  if (price === undefined || second !== undefined) return noCurrency;
  const start = part.indexOf(price.written);
  const before = part.slice(0, start).trim();
  const after = part.slice(start + price.written.length).trim();
  if ((before === '') === (after === '')) return noCurrency;
  return before === ''
    ? { currencySymbol: after, currencyPosition: 'postfix' }
    : { currencySymbol: before, currencyPosition: 'prefix' };
}

/** Splits a text at commas outside numbers, and at dashes between spaces. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?!\d)|(?<!\d),|\s[-–—]\s/).map((part) => part.trim());
}

function pricesIn(text: string, site: CostSite): readonly Price[] {
  return [...text.matchAll(numberPattern)].map(([written]) => priceOf(written, site));
}

/** Of two different marks the last one is the decimal mark; a repeated mark separates thousands; otherwise the site decides. */
function priceOf(written: string, { decimalMark }: CostSite): Price {
  const marks = written.replace(/\d/g, '');
  const isDecimal = new Set(marks).size > 1 || marks === decimalMark;
  const groups = written.split(/[.,]/);
  const fraction = isDecimal ? withoutTrailingZeros(groups.pop() ?? '') : '';
  return { written, whole: groups.join('').replace(/^0+(?=\d)/, ''), fraction };
}

function withoutTrailingZeros(digits: string): string {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

function decimalOf({ whole, fraction }: Price): string {
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The last of prices with the same value. */
function distinctPrices(prices: readonly Price[]): Price[] {
  return [...new Map(prices.map((price) => [decimalOf(price), price])).values()];
}

/** Compares decimals without floating point: the longer whole part is greater. */
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
