// The wire form of a comparison of two worlds: where they part, and what led to it in each.

import { z } from 'zod';
import {
  omitUndefined,
  type Cause,
  type DifferingEvent,
  type Input,
  type JournalComparison,
} from '../../../core/index.ts';
import { eventAnswer } from './events.ts';
import { printedInstant, printMs } from './time.ts';
import { worldName } from './worlds.ts';

export const comparisonQuery = z.strictObject({
  with: worldName.meta({ description: 'The other world.' }),
});

const ordinal = z.int().min(1);

const inputAnswer = z
  .strictObject({
    n: ordinal.meta({ description: 'The number of the input in its world, from 1.' }),
    at: printedInstant,
    kind: z.string(),
    domain: z.string().exactOptional(),
    command: z.string().exactOptional().meta({ description: 'The type of its command.' }),
  })
  .meta({ id: 'ComparedInput' });

const causeAnswer = z
  .union([
    z.strictObject({
      position: ordinal,
      type: z.string(),
      stream: z.string(),
      at: printedInstant,
    }),
    z.strictObject({ input: inputAnswer }),
  ])
  .meta({ id: 'EventCause' });

const fieldValue = z
  .unknown()
  .exactOptional()
  .meta({ description: 'Any JSON; absent if the event has no such field.' });

const sideAnswer = z
  .strictObject({
    event: eventAnswer,
    input: inputAnswer.meta({ description: 'The input that decided it, or let it become due.' }),
    causes: z
      .array(causeAnswer)
      .meta({ description: 'What led to it, the nearest cause first, back to an input.' }),
  })
  .meta({ id: 'DifferingEvent' });

export const comparisonAnswer = z
  .strictObject({
    worlds: z.tuple([z.string(), z.string()]),
    position: z
      .int()
      .min(0)
      .meta({ description: 'The last position that both have alike; 0 if none.' }),
    difference: z
      .strictObject({
        position: ordinal,
        fields: z
          .array(
            z.strictObject({
              path: z.string().meta({ description: 'Such as `data.fee.maxFee`.' }),
              left: fieldValue,
              right: fieldValue,
            }),
          )
          .meta({ description: 'What differs, if both have an event at the position.' }),
        left: sideAnswer
          .exactOptional()
          .meta({ description: 'Absent if the world has no such event.' }),
        right: sideAnswer
          .exactOptional()
          .meta({ description: 'Absent if `with` has no such event.' }),
      })
      .nullable()
      .meta({ description: 'The first event that differs; null if there is none.' }),
  })
  .meta({ id: 'Comparison' });

export function printComparison(
  worlds: readonly [string, string],
  { position, difference }: JournalComparison,
): unknown {
  if (difference === undefined) return { worlds, position, difference: null };
  const { fields, sides } = difference;
  return {
    worlds,
    position,
    difference: {
      position: difference.position,
      fields: fields.map(({ path, expected, actual }) => ({
        path,
        ...(expected === undefined ? {} : { left: expected }),
        ...(actual === undefined ? {} : { right: actual }),
      })),
      ...omitUndefined({ left: printSide(sides[0]), right: printSide(sides[1]) }),
    },
  };
}

function printSide(side: DifferingEvent | undefined): object | undefined {
  if (side === undefined) return undefined;
  const { envelope, input, causes } = side;
  return {
    event: JSON.parse(envelope.text) as object,
    input: printInput(input),
    causes: causes.map((cause) => printCause(cause)),
  };
}

function printCause(cause: Cause): unknown {
  if ('input' in cause) return { input: printInput(cause.input) };
  const { position, type, stream, atMs } = cause;
  return { position, type, stream, at: printMs(atMs) };
}

function printInput(input: Input): unknown {
  const { n, atMs, kind } = input;
  const command =
    input.kind === 'command' ? { domain: input.domain, command: input.command.type } : {};
  return { n, at: printMs(atMs), kind, ...command };
}
