// The lines that `reprise converse` prints for people: one for each message, with its time in seconds.

import type { ExplainedThought } from '../../client/index.ts';
import type { CallMessage } from './conversation.ts';
import { thoughtText } from '../support/thought-text.ts';

/** Undefined for a message that says nothing to people. */
export function messageLine({ atMs, from, message }: CallMessage): string | undefined {
  const text = textOf(message);
  if (text === undefined) return undefined;
  const who = message.type === 'ConversationText' && message['role'] === 'user' ? 'heard' : from;
  return `${(atMs / 1_000).toFixed(2).padStart(7)}  ${who.padEnd(5)}  ${text}`;
}

/** Below the message that led to it. */
export function thoughtLines(thought: ExplainedThought): readonly string[] {
  return thoughtText(thought).map(([label, text]) => `${''.padEnd(9)}${label.padEnd(5)}  ${text}`);
}

function textOf(message: CallMessage['message']): string | undefined {
  const member = (name: string) => String(message[name]);
  switch (message.type) {
    case 'UserSpeech':
      return message['text'] === undefined ? '(a file)' : member('text');
    case 'ConversationText':
      return member('content');
    case 'AgentThinking':
      return `(thinks) ${member('content')}`;
    case 'UserStartedSpeaking':
      return '(hears the user)';
    case 'FunctionCallRequest': {
      const calls = message['functions'] as readonly { name: string; arguments: string }[];
      return calls.map(({ name, arguments: given }) => `${name}(${given})`).join(', ');
    }
    case 'FunctionCallResponse':
      return `${member('name')} answers ${member('content')}`;
    case 'InjectionRefused':
      return `InjectionRefused: ${member('message')}`;
    case 'Warning':
    case 'Error':
      return `${message.type} ${member('code')}: ${member('description')}`;
    default:
      return undefined;
  }
}
