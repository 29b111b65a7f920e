// Checks the options of functions of the package by a schema: callers in JavaScript get the messages of the control plane.

import { z } from 'zod';
import { plainProblem } from './protocol/plain-problems.ts';
import { quoted } from './wording.ts';

/** Options of a function that are not as its documentation says. */
export class OptionsError extends TypeError {
  override readonly name = 'OptionsError';
}

/** Parses the options of a function, named `of` in messages. Members that are undefined count as absent. */
export function checkedOptions<T>(schema: z.ZodType<T>, options: unknown, of: string): T {
  const parsed = schema.safeParse(withoutUndefined(options), { error: plainProblem });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, problemsMax).map(({ path, message }) => {
    const place = path.map(String).join('.');
    const isShown = message.startsWith('must be ') && !mayHoldSecrets.test(place);
    const given = isShown ? givenText(at(options, path)) : '';
    return `${place === '' ? 'it' : place} ${message.slice(0, messageCharsMax)}${given}`;
  });
  throw new OptionsError(`${of}: ${problems.join('; ')}.`);
}

/** The schema of a function that may be absent. */
export function callable() {
  return z.custom((value) => typeof value === 'function', 'must be a function').exactOptional();
}

const problemsMax = 20;
const messageCharsMax = 1_000;

/** Members whose values no message repeats. */
const mayHoldSecrets = /fixture|key|password|secret|store|token/i;

function givenText(value: unknown): string {
  const isPlain = value !== null && ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? `, not ${quoted(value)}` : '';
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

function withoutUndefined(options: unknown): unknown {
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
  if (!isObject) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
