// Parses requests for the routes of every service: JSON bodies, queries, schemas and their error.

import type { z } from 'zod';
import { JsonLimitError, parseJson } from '../../core/index.ts';
import { boundedParse } from './bounded-parse.ts';

export interface Problem {
  readonly message: string;
  readonly location: string;
  readonly value: unknown;
}

/** The request does not match the schema of the route. Answered in the service's own form. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ location, message }) => `${location}: ${message}`).join('; '));
    this.problems = problems;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object in a body; an empty body is an empty object, whatever its Content-Type says. */
export function jsonBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return parseJson(utf8.decode(body));
  } catch (error) {
    const message = error instanceof JsonLimitError ? error.message : 'is not valid JSON';
    throw new ParseError([{ message, location: 'body', value: undefined }]);
  }
}

/** The query as an object: a repeated parameter is a list, an empty one counts as absent. */
export function queryObject(query: URLSearchParams): Record<string, string | readonly string[]> {
  const given = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    if (value === '') continue;
    const before = given.get(name);
    if (Array.isArray(before)) before.push(value);
    else given.set(name, before === undefined ? value : [before, value]);
  }
  return Object.fromEntries(given);
}

/**
 * Parses a value. Throws ParseError that lists each invalid field, or the first one of a large value, in the words of `wording` or else
 * of zod.
 */
export function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  part: 'body' | 'query' | 'headers' | 'path' | 'fixture',
  wording?: z.core.$ZodErrorMap,
): T {
  const parsed = boundedParse(schema, value, wording);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, problemsMax).map(({ path, message }) => {
    const found = at(value, path);
    const isRepeated = part === 'query' && path.length === 1 && Array.isArray(found);
    return {
      message: isRepeated ? 'is given more than once' : message.slice(0, messageCharsMax),
      location: [part, ...path.map(String)].join('.'),
      value: shown(found),
    };
  });
  throw new ParseError(problems);
}

/** The most problems in one error. */
export const problemsMax = 20;
const shownCharsMax = 200;
/** A message lists all unknown members, of which a body may have any number. */
const messageCharsMax = 1_000;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, shownCharsMax);
  return typeof value === 'object' && value !== null ? undefined : value;
}
