// Rules of the voice agent: settings first, audio of replies only and as long as their text, functions, latencies.

import { finding, valueText, type RuleFinding } from '../../kernel/rule.ts';
import { speakRateDefault } from '../synthesis/synthesis.ts';
import type { AudioEncoding } from '../synthesis/synthesis.ts';
import type { MessageShown, ShownMessage } from './observations.ts';
import { sessionRule } from './session-rule.ts';
import { audioFormOf, spokenChars, type ShownAudioForm } from './shown-audio.ts';
import { lengthFindings } from './speaking.ts';

const life = 'spec/speech.md, Agent messages; reference/speech.md 6, Life of a connection';

interface ReplyState {
  isApplied: boolean;
  /** `cut`: interrupted, while its audio may still arrive. */
  reply: 'none' | 'open' | 'cut';
}

/** Settings come before all talk, and audio is that of a reply, whose text comes before it. */
export const agentOrder = sessionRule<ReplyState>({
  name: 'agent-order',
  spec: life,
  channels: ['agent'],
  start: () => ({ isApplied: false, reply: 'none' }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed' || observation.by === 'client') return [];
    const { n } = observation;
    if (observation.kind === 'audio') {
      return [
        finding(state.reply !== 'none', n, () => [
          'a ConversationText of the assistant before audio',
          `${observation.bytes} bytes`,
        ]),
      ];
    }
    const { type, role } = observation.message;
    const { isApplied } = state;
    if (type === 'SettingsApplied') state.isApplied = true;
    if (type === 'ConversationText' && role === 'assistant') state.reply = 'open';
    const isCut =
      type === 'UserStartedSpeaking' || (type === 'ConversationText' && role === 'user');
    if (isCut && state.reply === 'open') state.reply = 'cut';
    if (type === 'AgentAudioDone') state.reply = 'none';
    if (!talk.has(type)) return [];
    return [finding(isApplied, n, () => ['SettingsApplied first', valueText(type)])];
  },
});

const talk: ReadonlySet<unknown> = new Set([
  'ConversationText',
  'UserStartedSpeaking',
  'AgentThinking',
  'AgentStartedSpeaking',
  'AgentAudioDone',
  'FunctionCallRequest',
]);

interface ReplyAudio {
  form: ShownAudioForm | undefined;
  bytes: number;
  certain: number;
  possible: number;
  /** It was interrupted, or a part of it may be missing. */
  isOpen: boolean;
}

/** The audio of a whole reply has whole samples, and is as long as it takes to say its text. */
export const agentAudio = sessionRule<ReplyAudio>({
  name: 'agent-audio',
  spec: `${life}; Audio output defaults`,
  channels: ['agent'],
  start: () => ({ form: undefined, bytes: 0, certain: 0, possible: 0, isOpen: false }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed') return [];
    if (observation.kind === 'audio') {
      if (observation.by === 'server') state.bytes += observation.bytes;
      return [];
    }
    const { by, message } = observation;
    if (by === 'client') {
      if (message['type'] === 'Settings') state.form = outputFormOf(message);
      return [];
    }
    return replyFindings(state, observation);
  },
});

function replyFindings(state: ReplyAudio, { n, message }: MessageShown): readonly RuleFinding[] {
  const { type, role, content } = message;
  if (type === 'ConversationText' && role === 'assistant' && typeof content === 'string') {
    const { certain, possible } = spokenChars(content);
    state.certain += certain;
    state.possible += possible;
    return [];
  }
  const isInReply = state.bytes > 0 || state.possible > 0;
  const isCut = isInReply && (type === 'UserStartedSpeaking' || role === 'user');
  if (isCut || type === 'Warning') state.isOpen = true;
  if (type !== 'AgentAudioDone') return [];
  const { form, bytes, certain, possible, isOpen } = state;
  Object.assign(state, { bytes: 0, certain: 0, possible: 0, isOpen: false });
  if (form === undefined || isOpen) return [];
  return lengthFindings(n, { bytes, form, part: { certain, possible } });
}

function outputFormOf({ audio }: ShownMessage): ShownAudioForm | undefined {
  const output = memberOf(audio, 'output');
  const encoding = memberOf(output, 'encoding') ?? 'linear16';
  const rate = memberOf(output, 'sample_rate');
  if (typeof encoding !== 'string') return undefined;
  const usual = speakRateDefault(encoding as AudioEncoding);
  return audioFormOf(encoding, typeof rate === 'number' ? rate : usual);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as ShownMessage)[name] : undefined;
}

interface Calls {
  /** Whether each function is called by the client, by the ids of the calls. */
  readonly byId: Map<unknown, boolean>;
  /** Calls of the client without an answer. */
  readonly open: Set<unknown>;
  /** Whether a text is being spoken, which may go on while the agent waits. */
  isSpeaking: boolean;
}

/**
 * Each call has an id of its own; the agent waits for the client's answers before it goes on, unless the user speaks, a warning comes or
 * something is injected meanwhile; it reports the answers of its own calls only.
 */
export const functionCalls = sessionRule<Calls>({
  name: 'function-calls',
  spec: 'spec/speech.md, Agent messages; reference/speech.md 6, Rules, Client-side function',
  channels: ['agent'],
  start: () => ({ byId: new Map(), open: new Set(), isSpeaking: false }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed') return [];
    const { n, by } = observation;
    if (observation.kind === 'audio') {
      const isOfReply = by === 'client' || state.isSpeaking;
      return isOfReply ? [] : waitingFinding(state, n, 'audio');
    }
    const { type, id, role } = observation.message;
    if (by === 'client') {
      if (type === 'FunctionCallResponse') state.open.delete(id);
      else if (type !== 'KeepAlive') state.open.clear(); // what it causes is another matter
      return [];
    }
    if (type === 'FunctionCallRequest') return calledFindings(state, observation);
    if (type === 'FunctionCallResponse') {
      const isOwn =
        id === undefined // which is left out at will
          ? [...state.byId.values()].includes(false)
          : state.byId.get(id) === false;
      return [finding(isOwn, n, () => ['the id of a call that is not client_side', valueText(id)])];
    }
    if (type === 'ConversationText' && role === 'assistant') {
      state.isSpeaking = true;
      return waitingFinding(state, n, 'ConversationText');
    }
    if (type === 'AgentAudioDone') state.isSpeaking = false;
    if (type === 'UserStartedSpeaking' || type === 'Warning' || role === 'user') state.open.clear();
    return [];
  },
});

function waitingFinding({ open }: Calls, n: number, found: string): readonly RuleFinding[] {
  if (open.size === 0) return [];
  return [{ n, expected: `the answer to ${[...open].map(valueText).join(', ')} first`, found }];
}

function calledFindings(
  { byId, open }: Calls,
  { n, message }: MessageShown,
): readonly RuleFinding[] {
  const { functions } = message;
  const calls: readonly unknown[] = Array.isArray(functions) ? functions : [];
  return calls.map((call): RuleFinding => {
    const [id, isOfClient] = [memberOf(call, 'id'), memberOf(call, 'client_side')];
    const isNew = typeof id === 'string' && !byId.has(id);
    byId.set(id, isOfClient === true);
    if (isOfClient === true) open.add(id);
    return finding(isNew && typeof isOfClient === 'boolean', n, () => [
      'a new id, and client_side',
      valueText(call),
    ]);
  });
}

/** The parts of a latency are no longer than the whole, and it is told only where the experimental flag is set. */
export const agentLatencies = sessionRule({
  name: 'agent-latencies',
  spec: 'spec/speech.md, Agent messages, AgentStartedSpeaking',
  channels: ['agent'],
  start: () => ({ isExperimental: false }),
  observe(state, observation) {
    if (observation.kind !== 'message') return [];
    const { n, by, message } = observation;
    const { type, total_latency: whole, tts_latency: speaking, ttt_latency: thinking } = message;
    if (by === 'client' && type === 'Settings')
      state.isExperimental = message['experimental'] === true;
    if (by === 'client' || type !== 'AgentStartedSpeaking') return [];
    const all = [whole, speaking, thinking].map((part) => (typeof part === 'number' ? part : NaN));
    const [total = 0, tts = 0, ttt = 0] = all;
    const isKept = all.every((part) => part >= 0) && total >= Math.max(tts, ttt);
    return [
      finding(state.isExperimental && isKept, n, () => [
        'latencies with experimental only, and no part above the whole',
        valueText([whole, speaking, thinking]),
      ]),
    ];
  },
});
