// JSON messages of clients, as all channels read them.

import { z } from 'zod';
import { isTooDeep, jsonIn, jsonLevelsMax, type speech } from '../../../../core/index.ts';

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
  if (isTooDeep(text)) return { problem: tooDeep };
  const value = jsonIn(text);
  if (value === undefined) return { problem: 'The text frame is not JSON.' };
  // Not as zod copies it: without a member `__proto__`, which is unknown as any other.
  return isMessage(value) ? value : { problem: `The message has no type: it must be ${types}.` };
}

export function unknownType(type: string, types: string): string {
  return `The type ${type.slice(0, 40)} is unknown: it must be ${types}.`;
}

const tooDeep = `The text frame has more than ${jsonLevelsMax} levels of lists and objects.`;
