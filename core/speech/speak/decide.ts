// The rules of /v1/speak, by command. Sentences are spoken one at a time, at the instant at which they are complete.

import type { Context } from '../../kernel/context.ts';
import type { Hash } from '../../kernel/digest.ts';
import { invariant } from '../../kernel/invariant.ts';
import { ok } from '../../kernel/result.ts';
import { soundId } from '../recognition/sounds/known-sound.ts';
import type { RejectFrame } from '../session/commands.ts';
import { endSessionBy, endedBy, type SpeechDecision } from '../session/decision.ts';
import type { RulesByType } from '../session/rules.ts';
import { lastSentences, sentenceEnds } from '../synthesis/sentences.ts';
import {
  synthesisAnswer,
  type SynthesisAnswer,
  type SynthesisQuestion,
} from '../synthesis/synthesis.ts';
import { voiceName } from '../synthesis/voices.ts';
import type { AddText, SpeakCommand } from './commands.ts';
import type { SpeakChannelEvent } from './events.ts';
import { endings, flushesPerMinuteMax, textCharsMax, warnings, withinMinute } from './limits.ts';
import { firstSpeech } from './queue.ts';
import type { SpeakSessionRecord } from './record.ts';

type Decision = SpeechDecision<SpeakChannelEvent>;

export const speakRules: RulesByType<SpeakCommand, [SpeakSessionRecord, Context], Decision> = {
  AddText: addText,
  FlushText: (_, session, context) => flushText(session, context),
  ClearText: (_, session) => clearText(session),
  SpeakSentence: (_, session, context) => speakSentence(session, context),
  CloseSession: (_, session) => closeSpeaking(session),
  RejectFrame: warnOfFrame,
  EndIdleSession: (_, session) => endSessionBy(session, endings.idle),
  EndOldSession: (_, session) => endSessionBy(session, endings.tooOld),
};

function addText({ text }: AddText, session: SpeakSessionRecord, { nowMs }: Context): Decision {
  if (session.isClosing) return ok([]);
  if (text.length > textCharsMax) return endSessionBy(session, endings.textTooLong);
  if (isTooFast(session, text, nowMs)) return endSessionBy(session, endings.textTooFast);
  const ends = sentenceEnds(session.buffer + text);
  return ok([{ type: 'TextAdded', sessionId: session.id, text, ends }]);
}

function isTooFast({ limits, texts }: SpeakSessionRecord, text: string, nowMs: number): boolean {
  const { charactersPerMinute } = limits;
  if (charactersPerMinute === null) return false;
  const before = texts.filter(({ atMs }) => withinMinute(atMs, nowMs));
  const characters = before.reduce((sum, { characters: count }) => sum + count, text.length);
  return characters > charactersPerMinute;
}

function flushText(session: SpeakSessionRecord, { nowMs }: Context): Decision {
  if (session.isClosing) return ok([]);
  const { id: sessionId, queue, buffer, sequenceId } = session;
  const flushes = session.flushesMs.filter((atMs) => withinMinute(atMs, nowMs)).length;
  if (flushes >= flushesPerMinuteMax) {
    const description = `At most ${flushesPerMinuteMax} Flush messages are carried out in 60 seconds. Send text, and flush less often.`;
    return ok([{ type: 'SessionWarned', sessionId, code: warnings.tooManyFlushes, description }]);
  }
  const flushed: SpeakChannelEvent = { type: 'TextFlushed', sessionId };
  const isDone = queue.length === 0 && lastSentences(buffer).length === 0;
  return ok(isDone ? [flushed, { type: 'FlushConfirmed', sessionId, sequenceId }] : [flushed]);
}

/** Waiting flushes are confirmed: their text is dropped, and the client must not wait for them. */
function clearText({ id, queue, sequenceId, isClosing }: SpeakSessionRecord): Decision {
  if (isClosing) return ok([]);
  const waiting = queue.filter(({ kind }) => kind === 'flush').length;
  return ok([
    ...confirmations(id, sequenceId, waiting),
    { type: 'TextCleared', sessionId: id, sequenceId: sequenceId + waiting },
  ]);
}

/** Decided with the oracle's answer. Confirms the flushes after the sentence. A closing session ends with its last sentence. */
function speakSentence(session: SpeakSessionRecord, { answer, hash }: Context): Decision {
  const { id, queue, sequenceId, isClosing } = session;
  const speech = firstSpeech(session);
  invariant(speech !== undefined, 'a sentence that is due is the first of its queue');
  const next = queue.findIndex(({ kind }, index) => index > 0 && kind === 'sentence');
  const flushes = (next === -1 ? queue.length : next) - 1;
  const isDone = isClosing && next === -1;
  return ok([
    spoken(id, speech, synthesisAnswer(answer), hash),
    ...confirmations(id, sequenceId, flushes),
    ...(isDone ? [endedBy(session, endings.done)] : []),
  ]);
}

function spoken(
  sessionId: string,
  speech: SynthesisQuestion,
  answer: SynthesisAnswer,
  hash: Hash,
): SpeakChannelEvent {
  switch (answer.kind) {
    case 'spoken': {
      const { samples, sha256, sound } = answer;
      const event = { type: 'SentenceSpoken', sessionId, speech, samples, sha256 } as const;
      if (sound === undefined) return event;
      const id = soundId(hash, voiceName(speech.voice), speech.text);
      return { ...event, sound: { id, ...sound } };
    }
    case 'unspeakable':
      return { type: 'SentenceSkipped', sessionId, speech, reason: answer.reason };
  }
}

function confirmations(
  sessionId: string,
  sequenceId: number,
  count: number,
): readonly SpeakChannelEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'FlushConfirmed',
    sessionId,
    sequenceId: sequenceId + index,
  }));
}

function closeSpeaking(session: SpeakSessionRecord): Decision {
  if (session.isClosing) return ok([]);
  const closing: SpeakChannelEvent = { type: 'SessionClosing', sessionId: session.id };
  const isDone = session.queue.length === 0 && lastSentences(session.buffer).length === 0;
  return ok(isDone ? [closing, endedBy(session, endings.done)] : [closing]);
}

function warnOfFrame({ description }: RejectFrame, session: SpeakSessionRecord): Decision {
  if (session.isClosing) return ok([]);
  const { id: sessionId } = session;
  return ok([{ type: 'SessionWarned', sessionId, code: warnings.unreadable, description }]);
}
