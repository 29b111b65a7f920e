// Messages of /v1/agent/converse (spec/speech.md, "Agent messages"). Times are in milliseconds.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { AgentChannelEvent } from './events.ts';
import type { AppliedSettings } from './record.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { closeMessage, type CloseMessage } from '../session/close-message.ts';

export type AgentMessage =
  | { readonly kind: 'welcome'; readonly requestId: string }
  | {
      readonly kind:
        | 'settingsApplied'
        | 'userStartedSpeaking'
        | 'agentAudioDone'
        | 'promptUpdated'
        | 'speakUpdated'
        | 'listenUpdated'
        | 'thinkUpdated';
    }
  | {
      readonly kind: 'text';
      readonly role: 'user' | 'assistant';
      readonly content: string;
      readonly languageHints?: readonly string[];
    }
  | { readonly kind: 'thinking'; readonly content: string }
  | { readonly kind: 'functionCallRequest'; readonly calls: readonly CalledFunction[] }
  | {
      readonly kind: 'functionCallResponse';
      readonly id: string;
      readonly name: string;
      readonly content: string;
    }
  | {
      readonly kind: 'agentStartedSpeaking';
      readonly totalMs: number;
      readonly thinkMs: number;
      readonly speakMs: number;
    }
  | {
      readonly kind: 'audio';
      readonly speech: SynthesisQuestion;
      /** The first sample, counted in the sentence. */
      readonly from: number;
      readonly samples: number;
      /** Whether a WAV header precedes it. */
      readonly hasHeader: boolean;
    }
  | { readonly kind: 'injectionRefused'; readonly message: string }
  | { readonly kind: 'error' | 'warning'; readonly code: string; readonly description: string }
  | CloseMessage;

export type CalledFunction = {
  readonly id: string;
  readonly name: string;
  /** A JSON object, as text. */
  readonly arguments: string;
  readonly isClientSide: boolean;
};

/** The settings that messages depend on; null before Settings. */
export type MessageSettings = Pick<AppliedSettings, 'audio' | 'isExperimental'> | null;

/** The messages of an event to the client of its session, in order. */
export function agentMessages(
  event: AgentChannelEvent,
  settings: MessageSettings,
): readonly AgentMessage[] {
  switch (event.type) {
    case 'SessionOpened':
      return [{ kind: 'welcome', requestId: event.sessionId }];
    case 'SettingsApplied':
      return [{ kind: 'settingsApplied' }];
    case 'SpeakUpdated':
      return [{ kind: 'speakUpdated' }];
    case 'ListenUpdated':
      return [{ kind: 'listenUpdated' }];
    case 'ThinkUpdated':
      return [{ kind: 'thinkUpdated' }];
    case 'PromptUpdated':
      return [{ kind: 'promptUpdated' }];
    case 'UserTurnStarted':
      return [{ kind: 'userStartedSpeaking' }];
    case 'UserTextReceived': {
      const { text: content, languageHints } = event;
      return [{ kind: 'text', role: 'user', content, ...omitUndefined({ languageHints }) }];
    }
    case 'ThoughtShown':
      return [{ kind: 'thinking', content: event.content }];
    case 'FunctionsCalled':
      return [{ kind: 'functionCallRequest', calls: event.calls }];
    case 'FunctionAnswered': {
      const { callId: id, name, by, outcome } = event;
      if (by === 'client' || outcome.kind === 'failed') return [];
      return [{ kind: 'functionCallResponse', id, name, content: outcome.content }];
    }
    case 'ReplySpoken': {
      const { speech, latency } = event;
      const text = { kind: 'text', role: 'assistant', content: speech.text } as const;
      if (latency === undefined || settings?.isExperimental !== true) return [text];
      const { total: totalMs, think: thinkMs, speak: speakMs } = latency;
      return [text, { kind: 'agentStartedSpeaking', totalMs, thinkMs, speakMs }];
    }
    case 'ReplySkipped':
      return [{ kind: 'text', role: 'assistant', content: event.speech.text }];
    case 'ReplyAudioSent': {
      const { speech, from, samples, isFirst } = event;
      const hasHeader = isFirst && settings?.audio.output.container === 'wav';
      return [{ kind: 'audio', speech, from, samples, hasHeader }];
    }
    case 'ReplyPaused':
    case 'ReplyEnded':
      return [{ kind: 'agentAudioDone' }];
    case 'InjectionRefused':
      return [{ kind: 'injectionRefused', message: event.message }];
    case 'AgentFailed':
      return [{ kind: 'error', code: event.code, description: event.description }];
    case 'SessionWarned':
      return [{ kind: 'warning', code: event.code, description: event.description }];
    case 'SessionEnded': {
      const close = closeMessage(event);
      return close === undefined ? [] : [close];
    }
    case 'AudioReceived':
    case 'KeepAliveReceived':
    case 'TurnForced':
    case 'InjectionQueued':
    case 'ThinkingStarted':
    case 'ReplyStarted':
    case 'ReplyExtended':
    case 'ReplyInterrupted':
      return [];
  }
}
