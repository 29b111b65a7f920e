// The schemas of the messages that /v1/agent/converse sends (spec/speech.md, "Agent messages").

import { z } from 'zod';
import type { MessageSchemas } from './sent-message.ts';

const second = z.number().min(0).meta({ description: 'In seconds.' });

function plain<const Type extends string>(type: Type, description: string) {
  return z.strictObject({ type: z.literal(type) }).meta({ description });
}

const calledFunction = z
  .strictObject({
    id: z.string().meta({ description: 'Of the call: its answer has the same.' }),
    name: z.string(),
    arguments: z.string().meta({ description: 'A JSON object, as text.' }),
    client_side: z.boolean().meta({ description: 'Whether the client carries it out.' }),
  })
  .meta({ id: 'CalledFunction', description: 'A call of a function.' });

const problem = { description: z.string(), code: z.string() };

export const sentByAgent = {
  Welcome: z
    .strictObject({
      type: z.literal('Welcome'),
      request_id: z.uuid().meta({ description: 'The id of the session.' }),
    })
    .meta({ description: 'The first message: the client sends Settings now.' }),
  SettingsApplied: plain('SettingsApplied', 'The conversation begins.'),
  UserStartedSpeaking: plain('UserStartedSpeaking', 'The user speaks: stop playing audio.'),
  AgentAudioDone: plain('AgentAudioDone', 'All audio of a reply was sent.'),
  PromptUpdated: plain('PromptUpdated', 'Answers UpdatePrompt.'),
  SpeakUpdated: plain('SpeakUpdated', 'Answers UpdateSpeak.'),
  ListenUpdated: plain('ListenUpdated', 'Answers UpdateListen.'),
  ThinkUpdated: plain('ThinkUpdated', 'Answers UpdateThink.'),
  ConversationText: z
    .strictObject({
      type: z.literal('ConversationText'),
      role: z.enum(['user', 'assistant']),
      content: z.string(),
      languages_hinted: z.array(z.string()).exactOptional(),
    })
    .meta({ description: 'What the user or the agent said.' }),
  AgentThinking: z
    .strictObject({ type: z.literal('AgentThinking'), content: z.string() })
    .meta({ description: 'What the agent thinks.' }),
  FunctionCallRequest: z
    .strictObject({ type: z.literal('FunctionCallRequest'), functions: z.array(calledFunction) })
    .meta({ description: 'The agent calls functions: the client answers those of its side.' }),
  FunctionCallResponse: z
    .strictObject({
      type: z.literal('FunctionCallResponse'),
      id: z.string(),
      name: z.string(),
      content: z.string(),
    })
    .meta({ description: 'What a function with an endpoint has answered.' }),
  AgentStartedSpeaking: z
    .strictObject({
      type: z.literal('AgentStartedSpeaking'),
      total_latency: second,
      tts_latency: second,
      ttt_latency: second,
    })
    .meta({ description: 'The latency of a reply. With `experimental` in Settings.' }),
  InjectionRefused: z
    .strictObject({ type: z.literal('InjectionRefused'), message: z.string() })
    .meta({ description: 'An InjectAgentMessage was refused.' }),
  Error: z
    .strictObject({ type: z.literal('Error'), ...problem })
    .meta({ description: 'A message was refused, or the conversation cannot go on.' }),
  Warning: z
    .strictObject({ type: z.literal('Warning'), ...problem })
    .meta({ description: 'Something was done otherwise than requested.' }),
} satisfies MessageSchemas;
