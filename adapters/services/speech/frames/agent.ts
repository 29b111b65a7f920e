// The messages of the voice agent on the wire (spec/speech.md, "Agent messages"): messages to text.

import type { speech } from '../../../../core/index.ts';
import type { sentByAgent } from './sent/agent.ts';
import type { SentMessage } from './sent/sent-message.ts';

/** A message that is sent as a text frame. */
type TextMessage = Exclude<speech.AgentMessage, speech.CloseMessage | { readonly kind: 'audio' }>;

export function agentTextOf(message: TextMessage): string {
  return JSON.stringify(printed(message));
}

const plainTypes = {
  settingsApplied: 'SettingsApplied',
  userStartedSpeaking: 'UserStartedSpeaking',
  agentAudioDone: 'AgentAudioDone',
  promptUpdated: 'PromptUpdated',
  speakUpdated: 'SpeakUpdated',
  listenUpdated: 'ListenUpdated',
  thinkUpdated: 'ThinkUpdated',
} as const;

type Sent = SentMessage<typeof sentByAgent>;

function printed(message: TextMessage): Sent {
  switch (message.kind) {
    case 'welcome':
      return { type: 'Welcome', request_id: message.requestId };
    case 'settingsApplied':
    case 'userStartedSpeaking':
    case 'agentAudioDone':
    case 'promptUpdated':
    case 'speakUpdated':
    case 'listenUpdated':
    case 'thinkUpdated':
      return { type: plainTypes[message.kind] };
    case 'text': {
      const { role, content, languageHints } = message;
      const own = languageHints === undefined ? {} : { languages_hinted: languageHints };
      return { type: 'ConversationText', role, content, ...own };
    }
    case 'thinking':
      return { type: 'AgentThinking', content: message.content };
    case 'functionCallRequest':
      return { type: 'FunctionCallRequest', functions: message.calls.map(printedCall) };
    case 'functionCallResponse': {
      const { id, name, content } = message;
      return { type: 'FunctionCallResponse', id, name, content };
    }
    case 'agentStartedSpeaking':
      return {
        type: 'AgentStartedSpeaking',
        total_latency: message.totalMs / 1_000,
        tts_latency: message.speakMs / 1_000,
        ttt_latency: message.thinkMs / 1_000,
      };
    case 'injectionRefused':
      return { type: 'InjectionRefused', message: message.message };
    case 'error':
      return { type: 'Error', description: message.description, code: message.code };
    case 'warning':
      return { type: 'Warning', description: message.description, code: message.code };
  }
}

type SentCall = Extract<Sent, { readonly type: 'FunctionCallRequest' }>['functions'][number];

function printedCall({
  id,
  name,
  arguments: given,
  isClientSide,
}: speech.CalledFunction): SentCall {
  return { id, name, arguments: given, client_side: isClientSide };
}
