// The messages of clients to the voice agent (spec/speech.md, "Agent messages"): text frames to commands.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import type { HttpRequest } from '../../../protocol/messages.ts';
import { unknownMembers, withoutMembers } from '../../../protocol/unknown-members.ts';
import type { FrameCommand } from '../frame-command.ts';
import { messageIn, unknownMembersNote, unknownType } from '../frames/json-frame.ts';
import { listenOf, listenUpdateSchema } from './listen.ts';
import { spokenCharsMax, userTextCharsMax } from './limits.ts';
import { checkMessageSize } from './message-size.ts';
import { MessageProblem, read } from './problem.ts';
import { recordedRules, type AgentRules } from './rules.ts';
import type { EndpointSecrets } from './secrets.ts';
import { settingsOf, settingsSchema } from './settings.ts';
import { thinkOf, thinkSchema } from './think.ts';
import { speakSchema, voicesOf } from './voices.ts';

export interface AgentFrameCommand {
  readonly command: FrameCommand;
  /** Secrets of the endpoints in the command, which replace earlier ones; absent without endpoints. */
  readonly secrets?: EndpointSecrets;
}

/**
 * The command of a text frame, also of an unreadable one. Never throws. `request`: the connection's; its facts are recorded for the
 * frame that is being handled.
 */
export function agentCommandOf(
  text: string,
  rules: AgentRules,
  request: Pick<HttpRequest, 'facts'> = {},
): AgentFrameCommand {
  const message = messageIn(text, types);
  if ('problem' in message) return rejected('UNPARSABLE_CLIENT_MESSAGE', message.problem);
  const { type } = message;
  try {
    const found = Object.hasOwn(readers, type) ? readers[type as AgentMessageType] : undefined;
    if (found === undefined) {
      return rejected('UNPARSABLE_CLIENT_MESSAGE', unknownType(type, types));
    }
    checkMessageSize(message);
    return noted(message, found, recordedRules(request, message, rules));
  } catch (error) {
    if (!(error instanceof MessageProblem)) throw error;
    const { code, place, reason } = error;
    return rejected(code, `${place === '' ? type : place} ${reason}.`);
  }
}

/** The command of a message, with a note for each member that is ignored. Throws MessageProblem. */
function noted(
  message: { readonly type: string },
  { schema, command }: Reader<z.ZodType>,
  rules: AgentRules,
): AgentFrameCommand {
  const notes: speech.MessageNote[] = [];
  const ignored = areIgnored(message.type, rules) ? unknownMembers(schema, message) : [];
  if (ignored.length > 0) notes.push(unknownMembersNote(message.type, ignored));
  const onNote = (place: string, reason: string) => {
    notes.push({
      code: 'MEMBER_WITHOUT_EFFECT',
      description: `${place} has no effect: ${reason}.`,
    });
  };
  const known = read(schema, withoutMembers(message, ignored));
  const given = command(known, { ...rules, onNote });
  if (notes.length === 0) return given;
  return { ...given, command: { ...given.command, notes } as FrameCommand };
}

/** A message that needs no members but its type: unknown ones are never misspellings. */
function areIgnored(type: string, { unknownMembers: rule }: AgentRules): boolean {
  return rule === 'warn' || (rule === undefined && type === 'KeepAlive');
}

function rejected(code: MessageProblem['code'], description: string): AgentFrameCommand {
  return { command: { type: 'RejectMessage', code, description } };
}

/** A type of messages: its schema, and its command. */
interface Reader<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly command: (message: z.infer<Schema>, rules: AgentRules) => AgentFrameCommand;
}

function reader<Schema extends z.ZodType>(
  schema: Schema,
  command: Reader<Schema>['command'],
): Reader<z.ZodType> {
  return { schema, command: command as Reader<z.ZodType>['command'] };
}

const type = z.string();

const injectAgent = z.strictObject({
  type,
  message: z.string().max(spokenCharsMax).exactOptional(),
  /** Older clients send it. */
  content: z.string().max(spokenCharsMax).exactOptional(),
  behavior: z.enum(['default', 'queue', 'interrupt']).exactOptional(),
});

const functionResponse = z.strictObject({
  type,
  id: z.string(),
  name: z.string(),
  content: z.string(),
});

const readers = {
  Settings: reader(settingsSchema, (message, rules) => {
    const { settings, secrets } = settingsOf(message, rules);
    return { command: { type: 'ApplySettings', settings }, secrets };
  }),
  UpdateSpeak: reader(z.strictObject({ type, speak: speakSchema }), ({ speak }, rules) => ({
    command: { type: 'UpdateSpeak', speak: voicesOf(speak, 'speak', rules) },
  })),
  UpdateListen: reader(
    z.strictObject({ type, listen: listenUpdateSchema }),
    ({ listen }, rules) => ({
      command: { type: 'UpdateListen', listen: listenOf(listen, undefined, 'listen', rules) },
    }),
  ),
  UpdateThink: reader(z.strictObject({ type, think: thinkSchema }), ({ think: given }, rules) => {
    const secrets = new Map();
    const think = thinkOf(given, 'think', { ...rules, secrets });
    return { command: { type: 'UpdateThink', think }, secrets };
  }),
  UpdatePrompt: reader(z.strictObject({ type, prompt: z.string() }), ({ prompt }) => ({
    command: { type: 'UpdatePrompt', prompt },
  })),
  InjectUserMessage: reader(
    z.strictObject({ type, content: z.string().max(userTextCharsMax) }),
    ({ content }) => ({ command: { type: 'InjectUserMessage', content } }),
  ),
  InjectAgentMessage: reader(injectAgent, ({ message: text, content, behavior = 'default' }) => {
    const message = text ?? content;
    if (message === undefined) {
      const reason = 'is missing; it must be a text';
      throw new MessageProblem('UNPARSABLE_CLIENT_MESSAGE', 'message', reason);
    }
    const own = behavior === 'default' ? {} : { behavior };
    return { command: { type: 'InjectAgentMessage', message, ...own } };
  }),
  FunctionCallResponse: reader(functionResponse, ({ id: callId, name, content }) => ({
    command: { type: 'AnswerFunction', callId, name, content },
  })),
  KeepAlive: reader(z.strictObject({ type }), () => ({ command: { type: 'KeepAlive' } })),
  ForceEndTurn: reader(z.strictObject({ type }), () => ({ command: { type: 'ForceEndTurn' } })),
} as const;

export type AgentMessageType = keyof typeof readers;

/** The schemas of the messages of clients. */
export const agentFrames = Object.fromEntries(
  Object.entries(readers).map(([name, { schema }]) => [name, schema]),
) as Readonly<Record<AgentMessageType, z.ZodType>>;

const types = listedTypes(Object.keys(readers));

function listedTypes(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
