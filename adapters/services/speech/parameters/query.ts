// Reads the query of a connection by a table of parameters.

import { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import type { JsonSchema } from '../../../protocol/json-schema.ts';
import { queryObject } from '../../../protocol/parse.ts';
import { quoted } from '../../../wording.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import { badRequest, type ErrorForm } from '../errors.ts';

/** The most values of a repeated parameter (reference/speech.md section 5, `keyterm`). */
export const parameterValuesMax = 100;

export type Unknown = 'refused' | 'ignored';

/** `unknown`: the treatment of parameters outside the table, unless the world has a rule. */
export function readQuery<Shape extends z.ZodRawShape>(
  query: URLSearchParams,
  table: Shape,
  {
    path,
    unknown,
    rule,
  }: {
    readonly path: string;
    readonly unknown: Unknown;
    readonly rule?: UnknownMembersRule | undefined;
  },
): z.infer<z.ZodObject<Shape>> | ErrorForm {
  const names = Object.keys(table);
  const other = [...query.keys()].find((name) => !Object.hasOwn(table, name));
  const isRefused = rule === undefined ? unknown === 'refused' : rule === 'refuse';
  if (isRefused && other !== undefined) {
    const all = names.join(', ');
    return badRequest(`${other.slice(0, 100)} is no parameter of ${path}: it has ${all}.`);
  }
  const empty = names.find((name) => query.getAll(name).includes(''));
  if (empty !== undefined) {
    return badRequest(`${empty} must have a value, or be left out for its default, not ''.`);
  }
  const parsed = z.object(table).safeParse(queryObject(query));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return badRequest(`${String(issue?.path[0])} ${issue?.message}.`);
}

export function isError(read: object): read is ErrorForm {
  return 'status' in read;
}

/** The form of a value in documents: of its text, where a schema cannot say more. */
const anyForm: JsonSchema = { type: 'string' };

/** In place of the union of a text and a list of texts, which a parameter is read from. */
function shownAs(form: JsonSchema): JsonSchema {
  return { anyOf: undefined, ...form };
}

/**
 * A parameter that may appear once. `message`: the rule for its text. `read` returns undefined for an invalid text. `form`: the
 * parameter in documents.
 */
export function single<Value>(
  read: (text: string) => Value | undefined,
  message: string,
  form = anyForm,
) {
  return z
    .union([z.string(), z.array(z.string())])
    .meta(shownAs(form))
    .transform((given, context) => {
      const value = typeof given === 'string' ? read(given) : undefined;
      if (value !== undefined) return value;
      context.addIssue(
        typeof given === 'string' ? `${message}, not ${quoted(given)}` : 'may be given only once',
      );
      return z.NEVER;
    });
}

/** A parameter that may be repeated; an empty list by default. `form`: one of its values in documents. */
export function repeated<Value>(
  read: (text: string) => Value | undefined,
  message: string,
  form = anyForm,
) {
  return z
    .union([z.string(), z.array(z.string())])
    .meta(shownAs({ type: 'array', items: form, maxItems: parameterValuesMax }))
    .default([])
    .transform((given, context) => {
      const texts = typeof given === 'string' ? [given] : given;
      if (texts.length > parameterValuesMax) {
        context.addIssue(`may be given at most ${parameterValuesMax} times`);
        return z.NEVER;
      }
      const values: Value[] = [];
      for (const text of texts) {
        const value = read(text);
        if (value !== undefined) values.push(value);
        else context.addIssue(`${message}, not ${quoted(text)}`);
      }
      return values;
    });
}

export function repeatedText() {
  return repeated((text) => text, 'must be a text');
}

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return single(
    (text) => values.find((value) => value === text),
    `must be one of ${values.join(', ')}`,
    { type: 'string', enum: values },
  );
}

/** `true` or `false`, undefined by default. */
export function flag() {
  return single(
    (text) => (['true', 'false'] as const).find((value) => value === text),
    'must be one of true, false',
    { type: 'boolean' },
  )
    .transform((value) => value === 'true')
    .exactOptional();
}

/** Any text. */
export function anyText() {
  return single((text) => text, 'must be a text');
}

/** An integer in plain decimals. */
export function integer(least: number, most: number) {
  return single(
    (text) => integerOf(text, least, most),
    `must be an integer from ${least} to ${most}`,
    { type: 'integer', minimum: least, maximum: most },
  );
}

export function integerOf(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** A number in plain decimals. */
export function decimal(least: number, most: number) {
  return single(
    (text) => decimalOf(text, least, most),
    `must be a number from ${least} to ${most}`,
    { type: 'number', minimum: least, maximum: most },
  );
}

export function decimalOf(text: string, least: number, most: number): number | undefined {
  const value = /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** A sample rate in Hz, of those that can be measured. */
export function sampleRate() {
  return integer(speech.sampleRateMin, speech.sampleRateMax).exactOptional();
}

/** The texts before and after the first colon; undefined without a colon, or with no text before it. */
export function pairOf(text: string): readonly [string, string] | undefined {
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
}
