// The messages of clients to the voice agent (spec/speech.md, "Agent messages"): text frames to commands.

import { z } from 'zod';
import type { HttpRequest } from '../../../http/messages.ts';
import { messageIn, unknownType, type FrameCommand } from '../frames/json-frame.ts';
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
  /** Of the endpoints that the command names, in place of those before; absent if it names none. */
  readonly secrets?: EndpointSecrets;
}

/**
 * The command of a text frame; a frame that cannot be read has a command, too. Never throws. `request`: that of the connection, whose
 * facts are those of the frame while it is handled.
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
    const reader = Object.hasOwn(readers, type) ? readers[type as AgentMessageType] : undefined;
    if (reader === undefined) {
      return rejected('UNPARSABLE_CLIENT_MESSAGE', unknownType(type, types));
    }
    checkMessageSize(message);
    return reader(message, recordedRules(request, message, rules));
  } catch (error) {
    if (!(error instanceof MessageProblem)) throw error;
    const { code, place, reason } = error;
    return rejected(code, `${place === '' ? type : place} ${reason}.`);
  }
}

type Reader = (message: object, rules: AgentRules) => AgentFrameCommand;

function rejected(code: MessageProblem['code'], description: string): AgentFrameCommand {
  return { command: { type: 'RejectMessage', code, description } };
}

const updateSpeak = z.strictObject({ type: z.string(), speak: speakSchema });
const updateThink = z.strictObject({ type: z.string(), think: thinkSchema });
const updatePrompt = z.strictObject({ type: z.string(), prompt: z.string() });
const injectUser = z.strictObject({ type: z.string(), content: z.string().max(userTextCharsMax) });
/** Older clients write `content`. */
const injectAgent = z.strictObject({
  type: z.string(),
  message: z.string().max(spokenCharsMax).exactOptional(),
  content: z.string().max(spokenCharsMax).exactOptional(),
});
const functionResponse = z.strictObject({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  content: z.string(),
});
const keepAlive = z.strictObject({ type: z.string() });

const readers = {
  Settings(message, rules) {
    const { settings, secrets } = settingsOf(read(settingsSchema, message), rules);
    return { command: { type: 'ApplySettings', settings }, secrets };
  },
  UpdateSpeak(message, rules) {
    const { speak } = read(updateSpeak, message);
    return { command: { type: 'UpdateSpeak', speak: voicesOf(speak, 'speak', rules) } };
  },
  UpdateThink(message, rules) {
    const secrets = new Map();
    const { think: given } = read(updateThink, message);
    const think = thinkOf(given, 'think', { ...rules, secrets });
    return { command: { type: 'UpdateThink', think }, secrets };
  },
  UpdatePrompt(message) {
    const { prompt } = read(updatePrompt, message);
    return { command: { type: 'UpdatePrompt', prompt } };
  },
  InjectUserMessage(message) {
    const { content } = read(injectUser, message);
    return { command: { type: 'InjectUserMessage', content } };
  },
  InjectAgentMessage(message) {
    const { message: text, content } = read(injectAgent, message);
    const spoken = text ?? content;
    if (spoken === undefined) {
      throw new MessageProblem(
        'UNPARSABLE_CLIENT_MESSAGE',
        'message',
        'is missing; it must be a text',
      );
    }
    return { command: { type: 'InjectAgentMessage', message: spoken } };
  },
  FunctionCallResponse(message) {
    const { id: callId, name, content } = read(functionResponse, message);
    return { command: { type: 'AnswerFunction', callId, name, content } };
  },
  KeepAlive(message) {
    read(keepAlive, message);
    return { command: { type: 'KeepAlive' } };
  },
} satisfies Readonly<Record<string, Reader>>;

type AgentMessageType = keyof typeof readers;

const types = listedTypes(Object.keys(readers));

function listedTypes(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
