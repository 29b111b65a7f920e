// Fits what a session has shown into an entry of a fixture: members that the format refuses, or that are redacted, become comments.

import type { z } from 'zod';
import type { JsonObject } from '../contracts/shown-session.ts';

export interface Fitted {
  readonly members: JsonObject;
  /** A sentence for each member that was left out. */
  readonly comments: readonly string[];
}

/** `given`: the members in the order in which they are written; undefined ones are absent. */
export function fittingMembers(
  shape: z.core.$ZodShape,
  given: JsonObject,
  isRedacted: (value: unknown) => boolean,
): Fitted {
  const members: Record<string, unknown> = {};
  const comments: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const schema = shape[name] as z.ZodType | undefined;
    if (isRedacted(value)) comments.push(`${name}: the recording has it redacted.`);
    else if (schema?.safeParse(value).success === true) members[name] = value;
    else comments.push(`${name}: the service had a value that fixtures do not take.`);
  }
  return { members, comments };
}
