// Building blocks of line schemas: numbers, hashes, and rules between members, for the reader and for the JSON Schema.

import { z } from 'zod';

export const count = z.int().min(0);
export const ordinal = z.int().min(1);
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const instant = z.iso.datetime({ precision: 3 });
/** Any value: lines are read from JSON. */
export const json = z.unknown();

/** A rule between members of a line, for the reader and as JSON Schema. */
export interface MemberRule {
  readonly message: string;
  readonly holds: (line: object) => boolean;
  readonly schema: object;
}

const has = (names: readonly string[], line: object) =>
  names.filter((name) => Object.hasOwn(line, name)).length;

/** Strict validators require that required members are declared, too. */
const required = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  required: names,
});

export const exactlyOne = (...names: readonly string[]): MemberRule => ({
  message: `it must have exactly one of ${names.join(', ')}`,
  holds: (line) => has(names, line) === 1,
  schema: { oneOf: names.map((name) => required(name)) },
});

export const atMostOne = (...names: readonly string[]): MemberRule => ({
  message: `it must not have more than one of ${names.join(', ')}`,
  holds: (line) => has(names, line) <= 1,
  schema: { not: required(...names) },
});

export const onlyWith = (name: string, other: string): MemberRule => ({
  message: `it must not have ${name} without ${other}`,
  holds: (line) => has([name], line) <= has([other], line),
  schema: { dependentRequired: { [name]: [other] } },
});

/** Members since version 2: the first is required, and all are absent in version 1. */
export const fromVersion2 = (always: string, ...more: readonly string[]): MemberRule => ({
  message: `it must have ${always} from version 2 on, and none of ${[always, ...more].join(', ')} in version 1`,
  holds: (line) =>
    'reprise' in line && line.reprise === 1
      ? has([always, ...more], line) === 0
      : has([always], line) === 1,
  schema: {
    anyOf: [
      {
        properties: { reprise: { const: 1 } },
        not: { anyOf: [always, ...more].map((name) => required(name)) },
      },
      {
        properties: { reprise: { not: { const: 1 } }, [always]: true },
        required: [always],
      },
    ],
  },
});

export function lineOf<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  description: string,
  rules: readonly MemberRule[] = [],
) {
  return rules
    .reduce(
      (schema, { holds, message }) => schema.refine(holds, { error: message }),
      z.strictObject(shape),
    )
    .meta({
      description,
      ...(rules.length === 0 ? {} : { allOf: rules.map(({ schema }) => schema) }),
    });
}
