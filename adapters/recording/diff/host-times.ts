// Dates, and instants of the host's clock: they differ in each run of the same program. A client reads the clock and sends what it
// reads, as in `payout-1777629600000`; services repeat it in answers, frames and webhooks.

import { isRecord } from '../format/json-values.ts';
import { isKeyName } from './volatile.ts';

/** Readings of the clock are this near to the time of the recording. */
const nowMs = 3_600_000;

/** No digit before, unless it belongs to an escape of a URL, such as `%20`. */
const start = String.raw`(?<!(?<!%\d)\d|\d\.)`;
const [space, colon, comma, sign] = ['(?:[ +]|%20)', '(?::|%3A)', '(?:,|%2C)', '(?:[+-]|%2B)'];
const time = String.raw`\d\d${colon}\d\d(?:${colon}\d\d(?:\.\d+)?)?`;
const isoZone = String.raw`Z|${sign}\d\d${colon}?\d\d`;
const isoDate = String.raw`${start}\d{4}-\d\d-\d\d(?:T|${space})${time}(?:${isoZone})?`;
const month = '[A-Z][a-z]{2}';
const zone = String.raw`(?:(?:GMT|UTC)(?:${sign}\d{4}(?:${space}\([^)]*\))?)?|${sign}\d{4})`;
/** Of RFC 1123 and 5322, and as JavaScript prints dates. */
const wordyDate =
  String.raw`(?<![A-Za-z])[A-Z][a-z]{2}${comma}?${space}` +
  String.raw`(?:\d\d?${space}${month}|${month}${space}\d\d?)${space}\d{4}${space}${time}${space}${zone}`;

const dates = new RegExp(`${isoDate}|${wordyDate}`, 'g');
const zoned = new RegExp(`(?:${isoZone}|${zone})$`);
/** The same dates in slugs, as of the title of an event. */
const slugDates =
  /(?<![a-z\d])(?:\d{4}-\d\d-\d\d[t-]\d{4}(?:\d\d)?(?:-\d{3,9})?(?:z|-?\d{4})?|[a-z]{3}-(?:\d\d?-[a-z]{3}|[a-z]{3}-\d\d?)-\d{4}-\d{6}-(?:gmt|utc|\d{4})(?:-?\d{4})?(?:(?:-[a-z]+)*-time)?)(?![a-z\d])/g;
/** Seconds or milliseconds since 1970, between other characters than digits. */
const instants = new RegExp(String.raw`${start}\d{10}(?:\d{3})?(?:\.\d+)?(?!\d)`, 'g');

/** Replaces the times of one recording. Far from its time, those that a client sends count. */
export class HostTimes {
  readonly #recordedAtMs: number;
  /**
   * Instants that the client sent as numbers, and the slugs of those that it sent as dates. A number that only the service knows
   * counts: it may be a virtual instant.
   */
  readonly #sent = new Set<string>();

  constructor(recordedAtMs: number) {
    this.#recordedAtMs = recordedAtMs;
  }

  /** A sent value without instants of the host's clock. Idempotency keys stay: they count by where they are used again. */
  withoutNow<Value>(value: Value): Value {
    const instant = (text: string) => {
      if (!this.#isInstant(Number(text))) return undefined;
      this.#sent.add(text);
      return '{now}';
    };
    const date = (text: string) => {
      if (!this.#isNow(parsedDate(text))) return text;
      this.#sent.add(slugOf(text));
      return '{now}';
    };
    return mapped(value, {
      text: (text) =>
        text
          .replace(dates, date)
          .replace(slugDates, (slug) => (this.#sent.has(slug) ? '{now}' : slug))
          .replace(instants, (number) => instant(number) ?? number),
      number: (number) => instant(String(number)) ?? number,
      record: () => undefined,
      isKept: isKeyName,
    }) as Value;
  }

  /** A received value without dates, and without the instants that the client has sent anywhere in the recording. */
  withoutDates<Value>(value: Value): Value {
    const isSent = (number: string) => this.#sent.has(number);
    return mapped(value, {
      text: (text) =>
        text
          .replace(dates, '{date}')
          .replace(slugDates, '{date}')
          .replace(instants, (number) => (isSent(number) ? '{now}' : number)),
      number: (number) => (isSent(String(number)) ? '{now}' : number),
      record: (record) => (isDateInParts(record) ? '{date}' : undefined),
      isKept: () => false,
    }) as Value;
  }

  /** Seconds or milliseconds. */
  #isInstant(number: number): boolean {
    return this.#isNow(number) || this.#isNow(number * 1_000);
  }

  #isNow(ms: number): boolean {
    return Math.abs(ms - this.#recordedAtMs) <= nowMs;
  }
}

/** A date without a zone is one of UTC; NaN for none. */
function parsedDate(date: string): number {
  const plain = date.replaceAll(/%(?:20|2B|2C|3A)/g, (escape) => decodeURIComponent(escape));
  return Date.parse(zoned.test(date) ? plain : `${plain}Z`);
}

function slugOf(date: string): string {
  return date
    .toLowerCase()
    .replaceAll(/[:,+()]/g, '')
    .replaceAll(/[ .]/g, '-');
}

/** Such as the details of an event's start. */
function isDateInParts(record: Readonly<Record<string, unknown>>): boolean {
  return ['year', 'month', 'day', 'hour', 'minutes'].every((name) => name in record);
}

interface Replacements {
  readonly text: (value: string) => string;
  readonly number: (value: number) => unknown;
  /** Undefined to replace its members. */
  readonly record: (value: Readonly<Record<string, unknown>>) => unknown;
  /** Whether the member of this name stays as it is. */
  readonly isKept: (name: string) => boolean;
}

function mapped(value: unknown, by: Replacements): unknown {
  if (typeof value === 'string') return by.text(value);
  if (typeof value === 'number') return by.number(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, by));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name,
    by.isKept(name) ? one : mapped(one, by),
  ]);
  return by.record(value) ?? Object.fromEntries(members);
}
