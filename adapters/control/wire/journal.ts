// The wire form of a world's journal: its inputs with their events, from which its state at any moment can be folded.

import { z } from 'zod';
import { canonical, type JournalEntry, type WorldRecord } from '../../../core/index.ts';
import { journalPageMax } from '../../protocol/limits.ts';
import { printMs } from './time.ts';
import { positionText } from './events.ts';

const whole = z
  .string()
  .refine((text) => positionText.test(text), 'must be a whole number')
  .transform(Number);

export const journalQuery = z.strictObject({
  from: whole.default(1).meta({
    description: 'The first input to read; inputs are numbered from 1.',
    type: 'integer',
    minimum: 0,
    default: 1,
  }),
  limit: whole
    .refine((limit) => limit >= 1 && limit <= journalPageMax, `must be from 1 to ${journalPageMax}`)
    .default(journalPageMax)
    .meta({
      description: 'The most inputs of the JSON answer; streams ignore it.',
      type: 'integer',
      minimum: 1,
      maximum: journalPageMax,
      default: journalPageMax,
    }),
});

const ordinal = z.int().min(1);

const entryAnswer = z
  .strictObject({
    input: z.looseObject({ n: ordinal, atMs: z.int(), kind: z.string() }),
    events: z.array(z.string()).meta({
      description:
        'Canonical texts, over which the digest is computed; each is the JSON of an event.',
    }),
    asides: z
      .record(z.string(), z.record(z.string(), z.string()))
      .exactOptional()
      .meta({ description: 'By position: values of events that are no part of the digest.' }),
    digest: z.string().meta({ description: 'The digest of the world after these events.' }),
  })
  .meta({ id: 'JournalEntry' });

export const journalAnswer = z
  .strictObject({
    world: z.looseObject({ name: z.string(), seed: z.string(), epoch: z.string() }).meta({
      id: 'JournaledWorld',
      description: 'What the world began with: its state before the first input follows from it.',
    }),
    entries: z.array(entryAnswer),
    next: ordinal
      .nullable()
      .meta({ description: 'The first input of the next page; null on the last page.' }),
  })
  .meta({ id: 'Journal' });

/** Server-sent events. */
export const journalText = z.string().meta({
  description:
    'One message per input: its number as id, and as data an entry of a page in one line. The id to resume from comes first, without data. Comments are heartbeats.',
});

export function printEntry({ input, events, digest }: JournalEntry): string {
  const asides = events.flatMap(({ position, event: { aside } }) =>
    aside === undefined ? [] : [[`${position}`, aside] as const],
  );
  return canonical({
    input,
    events: events.map(({ text }) => text),
    ...(asides.length === 0 ? {} : { asides: Object.fromEntries(asides) as object }),
    digest,
  });
}

/** As canonical JSON, without the content of its fixture, which the first entries have brought. */
export function printRecord({ epochMs, fixture, ...record }: WorldRecord): string {
  return canonical({
    ...record,
    epoch: printMs(epochMs),
    ...(fixture === undefined ? {} : { fixture: fixture.digest }),
  });
}
