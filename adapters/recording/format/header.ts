// The first line of a recording: the versions that are written and read, and what a replay makes the world from.

import { z } from 'zod';
import { calendar, clockModes, unicodeVersion } from '../../../core/index.ts';
import { count, fromVersion2, hash, instant, lineOf } from './line-schema.ts';

/** The version of the format that is written; those before it are read, too. */
export const formatVersion = 2;
export const formatVersions = [1, 2] as const;
/** What the same inputs mean; a recording of another behaviour may replay differently. 0 until version 1.0. */
export const behaviour = 0;
/** The editions of the packaged data that decide something. */
export const dataEditions: Readonly<Record<string, string>> = {
  unicode: unicodeVersion,
  zones: calendar.zoneDataVersion,
};

export const clock = z
  .strictObject({
    mode: z.enum(clockModes).meta({ description: 'Who moves time.' }),
    rate: z.number().positive().meta({
      description: 'Virtual milliseconds for each one of the host, in mode real.',
    }),
    idle: z.literal(false).exactOptional().meta({
      description: 'Time in skip does not move while no request comes.',
    }),
  })
  .meta({ description: 'The clock before the first input.' });

const place = z.strictObject({
  inputs: count.meta({ description: 'How many inputs the world had had.' }),
  position: count.meta({ description: 'How many events.' }),
  digest: hash.meta({ description: 'Its digest.' }),
});

export const headerSchema = lineOf(
  {
    reprise: z.literal(formatVersions).meta({ description: 'The version of the format.' }),
    kind: z.literal('header'),
    h: hash.meta({ description: 'The chain hash up to and including this line.' }),
    engine: z.string().meta({ description: 'Who wrote it, with its version.' }),
    behaviour: z.literal(behaviour).meta({ description: 'What the same inputs mean.' }),
    source: z.literal('world').meta({ description: 'What was recorded.' }),
    world: z
      .strictObject({
        name: z.string().meta({ description: 'As it was named.' }),
        forkedFrom: z
          .strictObject({
            world: z.string().meta({ description: 'The name of its parent.' }),
            position: count.meta({ description: 'Where it parted from its parent.' }),
          })
          .exactOptional()
          .meta({ description: 'Where a fork came from.' }),
        resets: count.exactOptional().meta({ description: 'How often it was begun anew.' }),
        outbound: z
          .boolean()
          .exactOptional()
          .meta({ description: 'Whether it sends anything out, where that was said.' }),
      })
      .meta({ description: 'The world.' }),
    seed: z.string().meta({ description: 'The seed of the world.' }),
    epoch: instant.meta({ description: 'The instant at which its time began.' }),
    clock,
    config: z
      .looseObject({
        ids: z
          .enum(['ordinal', 'idempotency-key'])
          .meta({ description: 'What ids are made of, besides the seed.' }),
      })
      .meta({ description: 'The settings before the first input, redacted.' }),
    fixture: z
      .looseObject({})
      .nullable()
      .meta({ description: 'What the world began with, redacted; the first inputs came of it.' }),
    fixtureDigest: hash
      .nullable()
      .meta({ description: 'The hash of that, before it was redacted.' }),
    afterFixture: place.exactOptional().meta({
      description:
        'Where the fixture takes the world; its inputs are not among the entries. Without it they are.',
    }),
    base: place.meta({
      description:
        'Where the world was when the recording began; the inputs up to there are the first entries.',
    }),
    data: z
      .record(z.string(), z.string())
      .exactOptional()
      .meta({ description: 'The editions of packaged data that decide something, by name.' }),
    services: z.array(z.string()).meta({ description: 'The services that were there.' }),
    rsaBits: z.union([z.literal(2048), z.literal(4096)]).meta({
      description: 'The length of the entity key, of which clients see the public half.',
    }),
    redaction: z
      .strictObject({
        salt: z.string().meta({ description: 'The key of the HMAC that made the tokens.' }),
      })
      .meta({ description: 'How secrets were replaced.' }),
    recordedAt: instant.meta({ description: 'When it was recorded, by the clock of the host.' }),
  },
  'The first line: what is needed to make the world again.',
  [fromVersion2('data', 'afterFixture')],
);

export type Header = z.infer<typeof headerSchema>;
/** Where a world is in its journal. */
export type WorldPlace = Header['base'];
