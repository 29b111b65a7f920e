// The first line of a recording: the versions of the format, and the data from which a replay creates the world, or the services
// that a proxy recorded.

import { z } from 'zod';
import { calendar, clockModes, unicodeVersion } from '../../../core/index.ts';
import { count, fromVersion2, hash, instant, lineOf } from './line-schema.ts';

/** The version that is written. Earlier ones are read, too. */
export const formatVersion = 3;
export const formatVersions = [1, 2, 3] as const;
/** Changes when the same inputs have another effect: then older recordings need not replay equal. 0 until version 1.0. */
export const behaviour = 0;
/** The editions of packaged data on which decisions depend. */
export const dataEditions: Readonly<Record<string, string>> = {
  unicode: unicodeVersion,
  zones: calendar.zoneDataVersion,
};

export const clock = z
  .strictObject({
    mode: z.enum(clockModes).meta({ description: 'How time moves.' }),
    rate: z.number().positive().meta({
      description: 'Virtual milliseconds for each one of the host, in mode real.',
    }),
    idle: z.literal(false).exactOptional().meta({
      description: 'Time in skip does not move while no request comes.',
    }),
  })
  .meta({ description: 'The clock before the first input.' });

const place = z.strictObject({
  inputs: count.meta({ description: 'The number of inputs so far.' }),
  position: count.meta({ description: 'The number of events so far.' }),
  digest: hash.meta({ description: 'Its digest.' }),
});

const firstMembers = {
  reprise: z.literal(formatVersions).meta({ description: 'The version of the format.' }),
  kind: z.literal('header'),
  h: hash.meta({ description: 'The chain hash up to and including this line.' }),
  engine: z.string().meta({ description: 'The program that wrote it, with its version.' }),
  behaviour: z.literal(behaviour).meta({
    description: 'The version of the behaviour: a recording of another one may replay differently.',
  }),
  recordedAt: instant.meta({ description: 'When it was recorded, by the clock of the host.' }),
};

const salt = z.string().meta({ description: 'The key of the HMAC that generates tokens.' });
const redaction = 'How secrets were replaced.';

export const worldHeaderSchema = lineOf(
  {
    ...firstMembers,
    redaction: z.strictObject({ salt }).meta({ description: redaction }),
    source: z.literal('world').meta({ description: 'What was recorded.' }),
    world: z
      .strictObject({
        name: z.string().meta({ description: 'Its name.' }),
        forkedFrom: z
          .strictObject({
            world: z.string().meta({ description: 'The name of its parent.' }),
            position: count.meta({ description: 'The position of the fork in its parent.' }),
          })
          .exactOptional()
          .meta({ description: 'The parent of a fork.' }),
        resets: count.exactOptional().meta({ description: 'How often it was reset.' }),
        outbound: z
          .boolean()
          .exactOptional()
          .meta({ description: 'Whether it sends webhooks, if that was set.' }),
      })
      .meta({ description: 'The world.' }),
    seed: z.string().meta({ description: 'The seed of the world.' }),
    epoch: instant.meta({ description: 'The instant at which its time began.' }),
    clock,
    config: z
      .looseObject({
        ids: z
          .enum(['ordinal', 'idempotency-key'])
          .meta({ description: 'The source of ids, besides the seed.' }),
      })
      .meta({ description: 'The settings before the first input, redacted.' }),
    fixture: z.looseObject({}).nullable().meta({
      description: 'The fixture of the world, redacted; its commands are the first inputs.',
    }),
    fixtureDigest: hash
      .nullable()
      .meta({ description: 'The hash of the fixture before it was redacted.' }),
    afterFixture: place.exactOptional().meta({
      description:
        'The place of the world after its fixture, whose inputs are not among the entries then.',
    }),
    base: place.meta({
      description:
        'The place of the world when the recording began; the inputs before it are the first entries.',
    }),
    data: z
      .record(z.string(), z.string())
      .exactOptional()
      .meta({ description: 'The editions of packaged data on which decisions depend, by name.' }),
    services: z.array(z.string()).meta({ description: 'The services of the server.' }),
    rsaBits: z.union([z.literal(2048), z.literal(4096)]).meta({
      description: 'The length of the entity key in bits.',
    }),
  },
  'The first line of the recording of a world: the data from which the world is created again.',
  [fromVersion2('data', 'afterFixture')],
);

export const proxyHeaderSchema = lineOf(
  {
    ...firstMembers,
    redaction: z
      .strictObject({
        salt,
        rules: z.array(z.string()).min(1).exactOptional().meta({
          description: 'What was replaced besides known secrets, such as header:x-tenant.',
        }),
      })
      .meta({ description: redaction }),
    source: z.literal('proxy').meta({ description: 'What was recorded.' }),
    upstreams: z.record(z.string(), z.url()).meta({
      description: 'The URL of each service that was recorded, by its name.',
    }),
  },
  'The first line of the recording of real services.',
);

export const headerSchema = z.discriminatedUnion('source', [worldHeaderSchema, proxyHeaderSchema]);

/** The header of the recording of a world. */
export type Header = z.infer<typeof worldHeaderSchema>;
/** The header of the recording of real services. */
export type ProxyHeader = z.infer<typeof proxyHeaderSchema>;
/** A place in the journal of a world. */
export type WorldPlace = Header['base'];
