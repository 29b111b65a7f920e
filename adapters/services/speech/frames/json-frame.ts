// JSON messages of clients, as all channels read them.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';

/** A command without its session. */
export type FrameCommand = speech.SessionCommand extends infer Command
  ? Command extends speech.SessionCommand
    ? Omit<Command, 'sessionId'>
    : never
  : never;

const message = z.looseObject({ type: z.string() });

function isMessage(value: unknown): value is z.infer<typeof message> {
  return message.safeParse(value).success;
}

/** A text frame: its JSON object with a type, or what is wrong with it. */
export function messageIn(
  text: string,
  types: string,
): { readonly type: string } | { readonly problem: string } {
  const value = jsonOf(text);
  if (value === undefined) return { problem: 'The text frame is not JSON.' };
  // Not as zod copies it: without a member `__proto__`, which is unknown as any other.
  return isMessage(value) ? value : { problem: `The message has no type: it must be ${types}.` };
}

export function unknownType(type: string, types: string): string {
  return `The type ${type.slice(0, 40)} is unknown: it must be ${types}.`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
