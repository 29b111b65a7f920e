// The wire forms of worlds.

import { z } from 'zod';
import type { WorldRecord, WorldView } from '../../../core/index.ts';
import { packagedFixture, packagedFixtures } from '../../fixture/files.ts';
import { fixtureSchema } from '../../fixture/format.ts';
import { shownConfig, shownConfigSchema, worldConfigSchema } from '../../world-config.ts';
import { worldNamePattern } from '../../http/app.ts';
import { instant } from '../../http/instant.ts';
import { describedAs } from '../../http/json-schema.ts';
import { worldNameCharsMax } from '../../http/limits.ts';
import { clockAnswer, clockMode, idle, printClock, rate } from './clock.ts';
import { printedInstant, printMs } from './time.ts';

export const worldName = z
  .string()
  .regex(
    worldNamePattern,
    `is 1 to ${worldNameCharsMax} letters, digits, dots, dashes, underscores, the first a letter or digit`,
  );

const clockChange = z.strictObject({
  mode: clockMode,
  rate: rate.default(1),
  idle: idle.exactOptional(),
});

const count = z.int().min(0);

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The longest seed of a world. */
export const seedCharsMax = 1_024;

/** The longest name of a packaged fixture. */
export const fixtureNameCharsMax = 200;
const fixtureName = z.string().max(fixtureNameCharsMax);

/** A fixture, or the name of one that comes with the package. */
const givenFixture = z
  .unknown()
  .transform((value, context) => {
    if (typeof value !== 'string') return value;
    const found = packagedFixture(value);
    if (found !== undefined) return found;
    const names = packagedFixtures().join(', ');
    context.addIssue({ code: 'custom', message: `is no packaged fixture; there are: ${names}` });
    return z.NEVER;
  })
  .pipe(fixtureSchema)
  .meta(
    describedAs(
      'What the world begins with: a fixture, or the name of one in the package.',
      z.union([fixtureName, fixtureSchema]),
    ),
  );

export const createWorldBody = z.strictObject({
  name: worldName,
  seed: z.string().max(seedCharsMax).exactOptional(),
  epoch: instant.exactOptional(),
  clock: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? { mode: value } : value))
    .pipe(clockChange)
    .meta(
      describedAs('A mode alone, or with its rate and idle.', z.union([clockMode, clockChange])),
    )
    .exactOptional(),
  config: worldConfigSchema.exactOptional(),
  fixture: givenFixture.nullable().exactOptional(),
});

export const worldAnswer = z
  .strictObject({
    name: worldName,
    seed: z.string(),
    epoch: printedInstant,
    config: shownConfigSchema.meta({ description: 'Its settings at present.' }),
    outbound: z.boolean().meta({ description: 'Whether it may send anything out.' }),
    fixture: digest.exactOptional().meta({
      description: 'The hash of the fixture that it began with, if it did.',
    }),
    forkedFrom: z
      .strictObject({ world: z.string(), position: count })
      .nullable()
      .meta({ description: 'Where a fork left its parent, which may be gone since.' }),
    position: count.meta({ description: 'How many events it has had.' }),
    inputs: count.meta({ description: 'How many inputs are in its journal.' }),
    digest,
    clock: clockAnswer,
    counts: z.record(z.string(), count).meta({ description: 'How much of everything there is.' }),
  })
  .meta({ id: 'World' });

const sleepingWorld = worldAnswer
  .pick({ name: true, seed: true, epoch: true, outbound: true, fixture: true, forkedFrom: true })
  .extend({
    isLoaded: z.literal(false).meta({
      description:
        'Nobody has asked for the world since the server started; asking for it loads it.',
    }),
  });

const brokenWorld = z.strictObject({
  name: worldName,
  error: z.string().meta({ description: 'Why the world answers no more.' }),
});

export const worldsAnswer = z.strictObject({
  worlds: z.array(z.union([worldAnswer, sleepingWorld, brokenWorld])),
});

/** A world that is not loaded, by its record alone. */
export function printAsleep(record: WorldRecord): z.infer<typeof sleepingWorld> {
  return { ...printRecord(record), isLoaded: false };
}

function printRecord({ name, seed, epochMs, outbound, fixture, forkedFrom }: WorldRecord) {
  return {
    name,
    seed,
    epoch: printMs(epochMs),
    outbound: outbound ?? true,
    ...(fixture === undefined ? {} : { fixture: fixture.digest }),
    forkedFrom:
      forkedFrom === undefined ? null : { world: forkedFrom.world, position: forkedFrom.position },
  };
}

export function printWorld(
  view: WorldView,
  counts: Readonly<Record<string, number>>,
): z.infer<typeof worldAnswer> {
  const { record, settings, position, inputs, digest, pendingDues } = view;
  const { name, seed, epoch, ...rest } = printRecord(record);
  return {
    name,
    seed,
    epoch,
    config: shownConfig(settings),
    ...rest,
    position,
    inputs,
    digest,
    clock: printClock(view),
    counts: { ...counts, pendingDues },
  };
}
