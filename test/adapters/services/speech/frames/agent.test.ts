import { expect, it } from 'vitest';
import { agentTextOf } from '../../../../../adapters/services/speech/frames/agent.ts';

type Message = Parameters<typeof agentTextOf>[0];

const messages: readonly (readonly [Message, object])[] = [
  [
    { kind: 'welcome', requestId: 'id' },
    { type: 'Welcome', request_id: 'id' },
  ],
  [{ kind: 'settingsApplied' }, { type: 'SettingsApplied' }],
  [{ kind: 'userStartedSpeaking' }, { type: 'UserStartedSpeaking' }],
  [{ kind: 'agentAudioDone' }, { type: 'AgentAudioDone' }],
  [{ kind: 'promptUpdated' }, { type: 'PromptUpdated' }],
  [{ kind: 'speakUpdated' }, { type: 'SpeakUpdated' }],
  [{ kind: 'thinkUpdated' }, { type: 'ThinkUpdated' }],
  [
    { kind: 'text', role: 'assistant', content: 'Hi.' },
    { type: 'ConversationText', role: 'assistant', content: 'Hi.' },
  ],
  [
    { kind: 'thinking', content: 'Hm.' },
    { type: 'AgentThinking', content: 'Hm.' },
  ],
  [
    {
      kind: 'functionCallRequest',
      calls: [{ id: 'fc_1', name: 'f', arguments: '{"a":1}', isClientSide: true }],
    },
    {
      type: 'FunctionCallRequest',
      functions: [{ id: 'fc_1', name: 'f', arguments: '{"a":1}', client_side: true }],
    },
  ],
  [
    { kind: 'functionCallResponse', id: 'fc_1', name: 'f', content: 'ok' },
    { type: 'FunctionCallResponse', id: 'fc_1', name: 'f', content: 'ok' },
  ],
  [
    { kind: 'agentStartedSpeaking', totalMs: 1234, thinkMs: 1000, speakMs: 7 },
    { type: 'AgentStartedSpeaking', total_latency: 1.234, tts_latency: 0.007, ttt_latency: 1 },
  ],
  [
    { kind: 'injectionRefused', message: 'Why.' },
    { type: 'InjectionRefused', message: 'Why.' },
  ],
  [
    { kind: 'error', code: 'C', description: 'D.' },
    { type: 'Error', description: 'D.', code: 'C' },
  ],
  [
    { kind: 'warning', code: 'C', description: 'D.' },
    { type: 'Warning', description: 'D.', code: 'C' },
  ],
];

it.each(messages)('prints %j', (message, text) => {
  expect(agentTextOf(message)).toBe(JSON.stringify(text));
});
