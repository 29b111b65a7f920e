// The wire forms of the control plane (design section 5).

import { z } from 'zod';
import {
  clockModes,
  clockRateMax,
  wallet,
  type ClockSetting,
  type WorldView,
} from '../../../core/index.ts';
import { worldConfigSchema } from '../../world-config.ts';
import { worldNamePattern } from '../app.ts';
import { instant } from '../instant.ts';

const rate = z.number().positive().max(clockRateMax);

const clockMode = z.enum(clockModes as [ClockSetting['mode']]);

/** How far time may be moved in one go: a thousand years. */
const advanceMsMax = 1_000 * 366 * 86_400_000;

/** Whole milliseconds, or a text with units. */
const duration = z.unknown().transform((value, context) => {
  const ms = typeof value === 'string' ? durationMs(value.slice(0, 64)) : value;
  if (typeof ms === 'number' && Number.isInteger(ms) && ms >= 0 && ms <= advanceMsMax) return ms;
  const message = 'is no duration such as "10m", "1h30m", "500ms" or whole milliseconds';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const createWorldBody = z.strictObject({
  name: z.string().regex(worldNamePattern, 'is 1 to 64 letters, digits, dots, dashes, underscores'),
  seed: z.string().max(1_024).exactOptional(),
  epoch: instant.exactOptional(),
  ids: z.enum(['ordinal', 'idempotency-key']).exactOptional(),
  clock: z
    .preprocess(
      (value) => (typeof value === 'string' ? { mode: value } : value),
      z.strictObject({ mode: clockMode, rate: rate.default(1) }),
    )
    .exactOptional(),
  config: worldConfigSchema.exactOptional(),
});

export const clockBody = z.strictObject({
  mode: clockMode.exactOptional(),
  rate: rate.exactOptional(),
});

export const advanceBody = z
  .strictObject({
    by: duration.exactOptional(),
    to: instant.exactOptional(),
    untilIdle: z.literal(true).exactOptional(),
    maxMs: z.int().min(0).max(advanceMsMax).exactOptional(),
  })
  .refine(
    ({ by, to, untilIdle }) => [by, to, untilIdle].filter((one) => one !== undefined).length === 1,
    'takes one of by, to, untilIdle',
  )
  .refine(
    ({ maxMs, untilIdle }) => maxMs === undefined || untilIdle !== undefined,
    'takes maxMs with untilIdle only',
  );

/** Events of one answer. */
const eventsPageMax = 1_000;

const whole = z
  .string()
  .regex(/^\d{1,15}$/, 'is a whole number')
  .transform(Number);

export const eventsQuery = z.strictObject({
  from: whole.default(1),
  limit: whole
    .refine((limit) => limit >= 1 && limit <= eventsPageMax, `is 1 to ${eventsPageMax}`)
    .default(100),
  type: z.string().max(100).exactOptional(),
  stream: z.string().max(300).exactOptional(),
});

/** A decimal as text or as a number. */
const decimal = z.unknown().transform((value, context) => {
  if (typeof value === 'string' && value.length <= wallet.amountDigitsMax) return value;
  if (typeof value === 'number' && value >= 0) return String(value);
  context.addIssue({ code: 'custom', message: 'is no decimal number such as 4 or "0.5"' });
  return z.NEVER;
});

export const fundBody = z.strictObject({
  native: z.string().max(wallet.amountDigitsMax).exactOptional(),
  usdc: z.string().max(wallet.amountDigitsMax).exactOptional(),
  tokens: z
    .record(z.string().max(100), z.string().max(wallet.amountDigitsMax))
    .refine((tokens) => Object.keys(tokens).length <= 50, 'names at most 50 tokens')
    .exactOptional(),
});

export const chainBody = z.strictObject({
  baseFeeGwei: decimal.exactOptional(),
  congestion: decimal.exactOptional(),
  paused: z.boolean().exactOptional(),
  blockTimeMs: z.int().min(1).max(wallet.blockTimeMsMax).exactOptional(),
});

export const emptyBody = z.strictObject({});

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration such as `10m`, `1h30m`, `1.5s`, `250`; undefined if it is none or no whole number of them. */
function durationMs(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (unitMs[unit ?? ''] ?? 0);
  }
  return Number.isSafeInteger(total) ? total : undefined;
}

export function printMs(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function printClock(view: WorldView) {
  const { nowMs, clock, nextDueMs } = view;
  const nextDue = nextDueMs === undefined ? null : printMs(nextDueMs);
  return { now: printMs(nowMs), mode: clock.mode, rate: clock.rate, nextDue };
}

export function printWorld(view: WorldView, counts: Readonly<Record<string, number>>) {
  const { name, record, position, inputs, digest, pendingDues } = view;
  return {
    name,
    seed: record.seed,
    epoch: printMs(record.epochMs),
    ids: record.ids,
    position,
    inputs,
    digest,
    clock: printClock(view),
    counts: { ...counts, pendingDues },
  };
}
