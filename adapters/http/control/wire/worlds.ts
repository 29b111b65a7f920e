// The wire forms of worlds.

import { z } from 'zod';
import type { WorldView } from '../../../../core/index.ts';
import { worldConfigSchema } from '../../../world-config.ts';
import { worldNamePattern } from '../../app.ts';
import { instant } from '../../instant.ts';
import { formOf } from '../../json-form.ts';
import { clockAnswer, clockMode, printClock, rate } from './clock.ts';
import { printedInstant, printMs } from './time.ts';

const worldName = z
  .string()
  .regex(worldNamePattern, 'is 1 to 64 letters, digits, dots, dashes, underscores');

const idSource = z.enum(['ordinal', 'idempotency-key']);

const clockWish = z.strictObject({ mode: clockMode, rate: rate.default(1) });

export const createWorldBody = z.strictObject({
  name: worldName,
  seed: z.string().max(1_024).exactOptional(),
  epoch: instant.exactOptional(),
  ids: idSource.exactOptional(),
  clock: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? { mode: value } : value))
    .pipe(clockWish)
    .meta({
      description: 'A mode alone, or with its rate.',
      ...formOf(z.union([clockMode, clockWish])),
    })
    .exactOptional(),
  config: worldConfigSchema.exactOptional(),
});

const count = z.int().min(0);

export const worldAnswer = z.strictObject({
  name: worldName,
  seed: z.string(),
  epoch: printedInstant,
  ids: idSource,
  position: count.meta({ description: 'How many events it has had.' }),
  inputs: count.meta({ description: 'How many inputs are in its journal.' }),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  clock: clockAnswer,
  counts: z.record(z.string(), count).meta({ description: 'How much of everything there is.' }),
});

export const worldsAnswer = z.strictObject({ worlds: z.array(worldAnswer) });

export function printWorld(
  view: WorldView,
  counts: Readonly<Record<string, number>>,
): z.infer<typeof worldAnswer> {
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
