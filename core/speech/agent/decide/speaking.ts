// The rules of replies: sentences are spoken one after the other, and sent in frames at the pace of the session.

import { agentErrors, agentWarnings } from '../endings.ts';
import { isSent, nextFrame, nextSpeech, sentenceInProgress, textOf } from '../reply.ts';
import { isUserSpeaking } from '../user-turn.ts';
import type { InjectAgentMessage } from '../commands.ts';
import type { ReplyStarted } from '../events.ts';
import type { AgentSessionRecord, Reply } from '../record.ts';
import { soundId } from '../../recognition/sounds/known-sound.ts';
import { sentencesOf } from '../../synthesis/sentences.ts';
import { synthesisAnswer } from '../../synthesis/synthesis.ts';
import { atSpeed, voiceName, voiceOf } from '../../synthesis/voices.ts';
import type { AgentFlow } from './flow.ts';
import { callFunctions } from './functions.ts';
import { interrupt } from './interrupt.ts';
import { latencyIn } from './latency.ts';

type Words = Pick<ReplyStarted, 'sentences' | 'isOpen' | 'calls'>;

export function greet(flow: AgentFlow, text: string): void {
  speakOwn(flow, 'greeting', text);
}

/** Spoken at once between turns; else refused, or spoken after or instead of the reply, as `behavior` says. */
export function injectAgentMessage(
  flow: AgentFlow,
  { message, behavior }: InjectAgentMessage,
): void {
  const { id: sessionId } = flow.session;
  const refusal = refusalOf(flow.session);
  if (behavior === 'queue' && refusal !== undefined) return queueMessage(flow, message);
  if (behavior === 'interrupt') interrupt(flow);
  else if (refusal !== undefined) {
    return flow.emit({ type: 'InjectionRefused', sessionId, message: refusal });
  }
  const isSpoken = speakOwn(flow, 'injected', message);
  if (isSpoken || flow.session.phase !== 'idle') return;
  flow.emit({ type: 'ReplyEnded', sessionId, text: '' });
}

/** Adds a message after the sentences of the current or next reply. */
function queueMessage(flow: AgentFlow, message: string): void {
  const { id: sessionId, reply } = flow.session;
  const sentences = sentencesOf(message);
  if (sentences.length === 0) return;
  if (reply === null || reply.isOpen) {
    return flow.emit({ type: 'InjectionQueued', sessionId, sentences });
  }
  const { isOpen, calls } = reply;
  flow.emit({ type: 'ReplyExtended', sessionId, sentences, isOpen, calls });
}

/** The words, then those that the client has queued, unless a live thinker may add some before. */
function withQueued({ session: { queued = [] } }: AgentFlow, words: Words): Words {
  return words.isOpen ? words : { ...words, sentences: [...words.sentences, ...queued] };
}

function refusalOf({ phase, user }: AgentSessionRecord): string | undefined {
  if (phase === 'userTurn' || isUserSpeaking(user)) {
    return 'The message is not spoken: the user is speaking. Send it after the end of the turn.';
  }
  if (phase === 'idle') return undefined;
  return 'The message is not spoken: the agent has the turn. Send it after AgentAudioDone.';
}

/** Returns whether the text has a sentence. */
function speakOwn(flow: AgentFlow, kind: 'greeting' | 'injected', text: string): boolean {
  const sentences = sentencesOf(text);
  if (sentences.length === 0) return false;
  start(flow, kind, { sentences, isOpen: false, calls: [] }, 0);
  return true;
}

/** Speaks the words of a thought. */
export function startReply(flow: AgentFlow, words: Words): void {
  const heardMs = flow.session.thinking?.heardMs ?? flow.context.nowMs;
  start(flow, 'answer', words, flow.context.nowMs - heardMs);
}

/** After voices that the script lets fail, the next one of the list speaks. */
function start(flow: AgentFlow, kind: Reply['kind'], words: Words, thinkMs: number): void {
  const { id: sessionId, parameters, turn: turns, thinking } = flow.session;
  const { speak } = flow.settings.agent;
  const { failures, reason, speakMs } =
    kind === 'answer' && thinking !== null
      ? thinking.voice
      : { failures: 0, reason: '', speakMs: null };
  for (const { provider, name } of speak.slice(0, failures)) {
    flow.warn(agentWarnings.speakFailed, `${provider} ${name}: ${reason}`);
  }
  const voice = speak[failures];
  if (voice === undefined) {
    const description = 'All voices of the list have failed.';
    return flow.fail({ ...agentErrors.cannotSpeak, description });
  }
  const turn = kind === 'answer' ? turns : turns + 1;
  flow.emit({
    type: 'ReplyStarted',
    sessionId,
    turn,
    kind,
    ...withQueued(flow, words),
    voice: atSpeed(voiceOf(voice.name), voice.speed),
    thinkMs,
    speakMs:
      speakMs ??
      latencyIn(
        parameters.latency.speak,
        flow.context.rng(`agent speak ${sessionId} ${turn} ${thinking?.round ?? 0}`),
      ),
  });
}

/** Adds the words of a live thinker. */
export function extendReply(flow: AgentFlow, words: Words): void {
  const { id: sessionId } = flow.session;
  flow.emit({ type: 'ReplyExtended', sessionId, ...withQueued(flow, words) });
  endIfSent(flow);
}

/** Decided with the oracle's answer. */
export function speakReply(flow: AgentFlow): void {
  const { id: sessionId, reply } = flow.session;
  const speech = reply === null ? undefined : nextSpeech(reply, flow.settings.audio.output);
  if (reply === null || speech === undefined) return;
  const answer = synthesisAnswer(flow.context.answer);
  if (answer.kind === 'unspeakable') {
    flow.emit({ type: 'ReplySkipped', sessionId, speech, reason: answer.reason });
    flow.warn(
      agentWarnings.speakFailed,
      `No audio was made of "${speech.text.slice(0, 40)}": ${answer.reason}`,
    );
    return endIfSent(flow);
  }
  const { samples, sha256, sound } = answer;
  const { hash, nowMs } = flow.context;
  const known =
    sound === undefined
      ? {}
      : { sound: { id: soundId(hash, voiceName(speech.voice), speech.text), ...sound } };
  flow.emit({
    type: 'ReplySpoken',
    sessionId,
    speech,
    samples,
    sha256,
    ...known,
    ...(reply.startedMs === null ? { latency: latencyOf(flow.session, reply, nowMs) } : {}),
  });
  sendReplyAudio(flow);
}

function latencyOf(
  { thinking }: AgentSessionRecord,
  { kind, thinkMs: think, speakMs: speak }: Reply,
  nowMs: number,
) {
  const heardMs = kind === 'answer' ? thinking?.heardMs : undefined;
  return { total: heardMs === undefined ? speak : nowMs - heardMs, think, speak };
}

/** Sends the next frame of the sentence in progress. */
export function sendReplyAudio(flow: AgentFlow): void {
  const { id: sessionId, reply } = flow.session;
  if (reply === null) return;
  const sentence = sentenceInProgress(reply);
  if (sentence !== undefined) {
    const isFirst = reply.spoken.every(({ sent }) => sent === 0);
    const { speech } = sentence;
    flow.emit({ type: 'ReplyAudioSent', sessionId, speech, ...nextFrame(sentence), isFirst });
  }
  endIfSent(flow);
}

/** After the last frame, calls the functions of the thought, or ends the turn. */
function endIfSent(flow: AgentFlow): void {
  const { id: sessionId, reply } = flow.session;
  if (reply === null || !isSent(reply)) return;
  const { calls } = reply;
  const text = textOf(reply);
  if (calls.length === 0) return flow.emit({ type: 'ReplyEnded', sessionId, text });
  flow.emit({ type: 'ReplyPaused', sessionId, text });
  callFunctions(flow, calls);
}
