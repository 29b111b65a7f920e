// Problems of messages to the voice agent, each in one sentence with the member and the allowed values.

import type { z } from 'zod';
import { boundedParse } from '../../../protocol/bounded-parse.ts';
import { plainProblem } from '../../../protocol/plain-problems.ts';

/** A message of an unknown shape, or with values that are not allowed. */
export type ProblemCode = 'UNPARSABLE_CLIENT_MESSAGE' | 'INVALID_SETTINGS';

export class MessageProblem extends Error {
  override readonly name = 'MessageProblem';
  readonly code: ProblemCode;
  /** The path of the member, such as `agent.think.0.endpoint.url`; empty for the whole message. */
  readonly place: string;
  /** The rule of the member, such as `must be a text`. */
  readonly reason: string;

  constructor(code: ProblemCode, place: string, reason: string) {
    super(`${place} ${reason}`);
    this.code = code;
    this.place = place;
    this.reason = reason;
  }
}

/** The problem of a value of the right shape that is not allowed. */
export function invalid(place: string, reason: string): MessageProblem {
  return new MessageProblem('INVALID_SETTINGS', place, reason);
}

/** Parses a value by its schema. Throws MessageProblem, for the first wrong shape before other problems. */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = boundedParse(schema, value, plainProblem);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, issuesMax)
    .map((issue) => problemOf(branchOf(issue), value));
  const [first] = problems;
  throw problems.find(({ code }) => code === 'UNPARSABLE_CLIENT_MESSAGE') ?? first;
}

const issuesMax = 100;
const reasonCharsMax = 300;
const placeCharsMax = 200;

type Issue = z.core.$ZodIssue;

function problemOf(issue: Issue, value: unknown): MessageProblem {
  const place = issue.path.map(String).join('.').slice(0, placeCharsMax);
  const code = isOfShape(issue, value) ? 'UNPARSABLE_CLIENT_MESSAGE' : 'INVALID_SETTINGS';
  const { message } = issue;
  return new MessageProblem(
    code,
    place,
    message.length > reasonCharsMax ? `${message.slice(0, reasonCharsMax)}…` : message,
  );
}

/** The issue of a union's best matching member: one of the value's type, with the fewest problems. */
function branchOf(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const [fitting] = issue.errors
    .filter(([first]) => first !== undefined && !isOfType(first))
    .sort((one, other) => ownCount(one) - ownCount(other));
  const inner = fitting?.find(({ code }) => isShapeCode(code)) ?? fitting?.[0];
  if (inner === undefined) return issue;
  return branchOf({ ...inner, path: [...issue.path, ...inner.path] });
}

/** The number of its own members that are missing, unknown or of another type. */
function ownCount(issues: readonly Issue[]): number {
  return issues.filter(({ path }) => path.length <= 1).length;
}

function isOfType(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0 && !isOfIntegers(issue);
}

/** A number that is not an integer counts as the right type. */
function isOfIntegers(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'int';
}

function isShapeCode(code: Issue['code']): boolean {
  return code === 'invalid_type' || code === 'unrecognized_keys';
}

/** Whether the shape is wrong: another type, a missing or an unknown member. A text that is not allowed is a wrong value. */
function isOfShape(issue: Issue, value: unknown): boolean {
  if (isOfIntegers(issue)) return false;
  if (isShapeCode(issue.code)) return true;
  if (issue.code !== 'invalid_value' && issue.code !== 'invalid_union') return false;
  return typeof memberAt(value, issue.path) !== 'string';
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
