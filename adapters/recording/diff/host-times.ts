// Dates, and instants of the host's clock: they differ in each run of the same program. A client reads the clock and sends what it
// reads, as in `payout-1777629600000`; services repeat it in answers, frames and webhooks.

import { isRecord } from '../inspect/entry-filter.ts';
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
/** Seconds or milliseconds since 1970, between other characters than digits. */
const instants = new RegExp(String.raw`${start}\d{10}(?:\d{3})?(?:\.\d+)?(?!\d)`, 'g');

/** Replaces the times of one recording. Far from its time, those that a client sends count. */
export class HostTimes {
  readonly #recordedAtMs: number;
  /** Instants that the client sent as numbers. A number that only the service knows counts: it may be a virtual instant. */
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
    return mapped(
      value,
      (text) =>
        text
          .replace(dates, (date) => (this.#isNow(parsedDate(date)) ? '{now}' : date))
          .replace(instants, (number) => instant(number) ?? number),
      (number) => instant(String(number)) ?? number,
      isKeyName,
    ) as Value;
  }

  /** A received value without dates, and without the instants that the client has sent anywhere in the recording. */
  withoutDates<Value>(value: Value): Value {
    const isSent = (number: string) => this.#sent.has(number);
    return mapped(
      value,
      (text) =>
        text
          .replace(dates, '{date}')
          .replace(instants, (number) => (isSent(number) ? '{now}' : number)),
      (number) => (isSent(String(number)) ? '{now}' : number),
    ) as Value;
  }

  /** Seconds or milliseconds. */
  #isInstant(number: number): boolean {
    return this.#isNow(number) || this.#isNow(number * 1_000);
  }

  #isNow(ms: number): boolean {
    return Math.abs(ms - this.#recordedAtMs) <= nowMs;
  }
}

/** NaN for a date without a zone, such as the start of an event. */
function parsedDate(date: string): number {
  if (!zoned.test(date)) return Number.NaN;
  return Date.parse(date.replaceAll(/%(?:20|2B|2C|3A)/g, (escape) => decodeURIComponent(escape)));
}

/** The same value with other texts and numbers, except for members whose names are to be kept. */
function mapped(
  value: unknown,
  text: (value: string) => string,
  number: (value: number) => unknown,
  isKept: (name: string) => boolean = () => false,
): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, text, number, isKept));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      isKept(name) ? one : mapped(one, text, number, isKept),
    ]),
  );
}
