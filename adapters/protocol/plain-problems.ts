// What zod finds wrong in input of operators, in words: each message says what the value must be.

import type { z } from 'zod';
import { choices, listed } from '../wording.ts';

type Issue = z.core.$ZodRawIssue;

/** The error map of schemas; messages of a schema's own have precedence. Undefined where zod's own words stay. */
export function plainProblem(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(typeWords[issue.expected] ?? `of type ${issue.expected}`, issue.input);
    case 'invalid_value':
      return mustBe(allowedIn(issue), issue.input);
    case 'too_small':
    case 'too_big':
      return bound(issue);
    case 'unrecognized_keys':
      return `must not have ${unknownKeys(issue.keys)}; allowed: ${listed(membersOf(issue))}`;
    case 'invalid_union':
      return unionProblem(issue);
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
      return undefined;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function mustBe(allowed: string, given: unknown): string {
  if (given === undefined) return `is missing; it must be ${allowed}`;
  if (Array.isArray(given)) return `must be ${allowed}, not a list`;
  if (typeof given === 'object' && given !== null) return `must be ${allowed}, not an object`;
  return `must be ${allowed}`;
}

function allowedIn({ values, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>): string {
  const [only] = values;
  if (values.length === 1) return typeof only === 'string' ? `'${only}'` : String(only);
  return choices(values.map(String), input);
}

function bound(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
): string {
  const [limit, adverb, sign] =
    issue.code === 'too_small'
      ? [issue.minimum, 'at least', 'above']
      : [issue.maximum, 'at most', 'below'];
  const units = { string: 'characters', array: 'items' }[issue.origin as string];
  if (units !== undefined && issue.code === 'too_small' && limit === 1) return 'must not be empty';
  if (units !== undefined) return `must have ${adverb} ${limit} ${units}`;
  return `must be ${issue.inclusive === false ? sign : adverb} ${limit}`;
}

const keysMax = 20;
const keyCharsMax = 100;

function unknownKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, keysMax).map((key) => JSON.stringify(key.slice(0, keyCharsMax)));
  return listed([...shown, ...keys.slice(keysMax)], keysMax);
}

/** The members that the object with unknown ones may have. */
function membersOf({ inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>) {
  const schema = inst as Partial<z.ZodObject> | undefined;
  return Object.keys(schema?.def?.shape ?? {});
}

/** Of several forms, the problem of each; of forms with a type, the allowed types. */
function unionProblem(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) {
  const { input } = issue;
  if (issue.inclusive !== false && issue.options !== undefined && issue.options !== null) {
    const given = (input as Readonly<Record<string, unknown>>)[issue.discriminator ?? ''];
    return mustBe(choices(issue.options.map(String), given), given);
  }
  if (input === undefined) return 'is missing';
  const problems = issue.errors.map(([first]) =>
    [...(first?.path ?? []), first?.message].map(String).join(' '),
  );
  const all = [...new Set(problems)].map((problem, index) =>
    index === 0 ? problem : problem.replace(/^must be /, ''),
  );
  return all.length === 0 ? undefined : all.join(' or ');
}
