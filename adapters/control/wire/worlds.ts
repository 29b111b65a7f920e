// The wire forms of worlds.

import { z } from 'zod';
import { omitUndefined, type WorldRecord, type WorldView } from '../../../core/index.ts';
import { packagedFixture, packagedFixtures } from '../../fixture/files.ts';
import { fixtureSchema } from '../../fixture/format.ts';
import { shownConfig, shownConfigSchema, worldConfigSchema } from '../../world-config.ts';
import { worldNamePattern } from '../../protocol/world-name.ts';
import { instant } from '../../protocol/instant.ts';
import { describedAs } from '../../protocol/json-schema.ts';
import { worldNameCharsMax, worldsPageMax } from '../../protocol/limits.ts';
import { clockAnswer, clockMode, idle, printClock, rate } from './clock.ts';
import { choices, listed } from '../../wording.ts';
import { printedInstant, printMs } from './time.ts';
import { pageLimit } from './whole-number.ts';

export const worldName = z
  .string()
  .regex(
    worldNamePattern,
    `must be 1 to ${worldNameCharsMax} letters, digits, dots, dashes or underscores, and start with a letter or digit`,
  );

const initialClock = z
  .strictObject({
    mode: clockMode,
    rate: rate.default(1),
    idle: idle.exactOptional(),
  })
  .meta({ id: 'InitialClock' });

const count = z.int().min(0);

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Length limit of seeds. */
export const seedCharsMax = 1_024;

/** Length limit of names of packaged fixtures. */
export const fixtureNameCharsMax = 200;
const fixtureName = z.string().max(fixtureNameCharsMax);

const namedFixture = fixtureSchema.meta({ id: 'Fixture' });

/** A fixture, or the name of a packaged one. */
const givenFixture = z
  .unknown()
  .transform((value, context) => {
    if (typeof value !== 'string') return value;
    const found = packagedFixture(value);
    if (found !== undefined) return found;
    context.addIssue({
      code: 'custom',
      message: `must be a fixture or the name of a packaged one: ${listed(packagedFixtures())}`,
    });
    return z.NEVER;
  })
  .pipe(fixtureSchema.nullable())
  .meta(
    describedAs(
      'The initial data of the world: a fixture, the name of a packaged one, or null for none.',
      z.union([fixtureName, namedFixture, z.null()]),
    ),
  );

export const createWorldBody = z
  .strictObject({
    name: worldName,
    seed: z.string().max(seedCharsMax).exactOptional(),
    epoch: instant.exactOptional(),
    clock: z
      .unknown()
      .transform((value, context) => {
        if (typeof value !== 'string') return value;
        if (clockMode.safeParse(value).success) return { mode: value };
        const message = `must be ${choices(clockMode.options, value)}`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .pipe(initialClock)
      .meta(
        describedAs(
          'A mode, or an object with mode, rate and idle.',
          z.union([clockMode, initialClock]),
        ),
      )
      .exactOptional(),
    config: worldConfigSchema.exactOptional(),
    fixture: givenFixture.exactOptional(),
  })
  .meta({ id: 'NewWorld' });

export const worldAnswer = z
  .strictObject({
    name: worldName,
    seed: z.string(),
    epoch: printedInstant,
    config: shownConfigSchema.meta({ description: 'The present settings.' }),
    outbound: z.boolean().meta({ description: 'Whether the world sends webhooks.' }),
    fixture: digest.exactOptional().meta({
      description: 'The hash of the fixture that the world was created from.',
    }),
    forkedFrom: z.strictObject({ world: z.string(), position: count }).nullable().meta({
      description:
        'The parent of a fork, and the position of the fork in it; the parent may be removed by now.',
    }),
    forkSeed: z.string().exactOptional().meta({
      description: 'The seed of ids and random numbers, in a fork that was given one.',
    }),
    position: count.meta({ description: 'The number of events in the log.' }),
    inputs: count.meta({ description: 'The number of inputs in the journal.' }),
    digest,
    clock: clockAnswer,
    counts: z
      .record(z.string(), count)
      .meta({ description: 'The number of records of each kind.' }),
  })
  .meta({ id: 'World' });

const sleepingWorld = worldAnswer
  .pick({ name: true, seed: true, epoch: true, outbound: true, fixture: true, forkedFrom: true })
  .extend({
    isLoaded: z.literal(false).meta({
      description: 'The world is not in the memory of this server; the next request wakes it.',
    }),
    node: z.string().exactOptional().meta({
      description:
        'The address of the other process of the store that serves the world, and may have it awake, or served it last; absent if there is none.',
    }),
  })
  .meta({ id: 'SleepingWorld' });

const brokenWorld = z
  .strictObject({
    name: worldName,
    error: z.string().meta({ description: 'The reason why the world is unusable.' }),
  })
  .meta({ id: 'BrokenWorld' });

export const worldsAnswer = z
  .strictObject({
    worlds: z.array(z.union([worldAnswer, sleepingWorld, brokenWorld])),
    next: worldName.nullable().meta({
      description: 'The last name of this page, `after` of the next one; null on the last page.',
    }),
  })
  .meta({ id: 'Worlds' });

export const worldsQuery = z.strictObject({
  after: worldName
    .exactOptional()
    .meta({ description: 'Only worlds whose names follow this one.' }),
  limit: pageLimit(worldsPageMax, 'The most worlds of the page.'),
});

/** Prints a world that is not awake here, from its record; `node`: see WorldListing. */
export function printAsleep(record: WorldRecord, node?: string): z.infer<typeof sleepingWorld> {
  return { ...printRecord(record), isLoaded: false, ...omitUndefined({ node }) };
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
    ...omitUndefined({ forkSeed: settings.forkSeed }),
    position,
    inputs,
    digest,
    clock: printClock(view),
    counts: { ...counts, pendingDues },
  };
}
