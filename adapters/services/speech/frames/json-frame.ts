// JSON messages of clients, as all channels read them.

import { z } from 'zod';
import { JsonLimitError, parseJson, type speech } from '../../../../core/index.ts';
import {
  unknownMembers,
  withoutMembers,
  type MemberPath,
} from '../../../protocol/unknown-members.ts';
import { namesOf, type UnknownMembersRule } from '../../unknown-members.ts';

/** Not checked by a schema, which would parse every member. */
function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as { readonly type?: unknown }).type === 'string'
  );
}

/** The JSON object with a type in a text frame, or the problem of the frame. */
export function messageIn(
  text: string,
  types: string,
): { readonly type: string } | { readonly problem: string } {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const problem = error instanceof JsonLimitError ? error.message : 'is not JSON';
    return { problem: `The text frame ${problem}.` };
  }
  return isMessage(value) ? value : { problem: `The message has no type: it must be ${types}.` };
}

export function unknownType(type: string, types: string): string {
  return `The type ${type.slice(0, 40)} is unknown: it must be ${types}.`;
}

/** The note on a message whose unknown members are ignored. */
export function unknownMembersNote(
  type: string,
  unknown: readonly MemberPath[],
): speech.MessageNote {
  const description = `${type} has unknown members, which are ignored: ${namesOf(unknown).join(', ')}.`;
  return { code: 'UNKNOWN_MEMBER', description };
}

type Message = { readonly type: string };

/** A message with its known members, and notes about unknown ones; or the reason to refuse it. */
export function knownMembers(
  message: Message,
  schema: z.ZodType,
  rule: UnknownMembersRule | undefined,
):
  | { readonly known: Message; readonly notes?: readonly speech.MessageNote[] }
  | { readonly problem: string } {
  const unknown = rule === undefined ? [] : unknownMembers(schema, message);
  if (unknown.length === 0) return { known: message };
  const { type } = message;
  if (rule === 'refuse') {
    return { problem: `${type} has unknown members: ${namesOf(unknown).join(', ')}.` };
  }
  const known = withoutMembers(message, unknown) as Message;
  return { known, notes: [unknownMembersNote(type, unknown)] };
}

/** The schema of a message with a type only. */
export const plainMessage = z.object({ type: z.string() });
