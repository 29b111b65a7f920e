// The rules of thinking: the script answers first, then a live thinker, then the plain one.

import { agentErrors, agentWarnings, functionRoundsMax } from '../endings.ts';
import { questionIn } from '../question.ts';
import { plainThought } from '../thinking/plain.ts';
import { scriptedThought } from '../thinking/script.ts';
import type { ScriptedThought, ThinkQuestion, Thought } from '../thought.ts';
import type { ReportThought } from '../commands.ts';
import type { ThinkingStarted } from '../events.ts';
import type { Thinking } from '../record.ts';
import type { ThinkSettings } from '../settings.ts';
import { sentencesOf } from '../../synthesis/sentences.ts';
import type { AgentFlow } from './flow.ts';
import { callFunctions, hasUnknownFunction } from './functions.ts';
import { latencyIn } from './latency.ts';
import { extendReply, startReply } from './speaking.ts';

/** The numbers of a round of functions in this turn, and of a thinker in its list. */
type Attempt = Pick<ThinkingStarted, 'round' | 'entry'>;

/** Starts a thought with a thinker of the list. */
export function think(flow: AgentFlow, { round, entry }: Attempt): void {
  const { id: sessionId, turn } = flow.session;
  const settings = flow.settings.agent.think[entry];
  if (settings === undefined) {
    const description = 'All thinkers of the list have failed.';
    return flow.fail({ ...agentErrors.cannotThink, description });
  }
  if (round > functionRoundsMax) {
    const description = `Functions were called in ${functionRoundsMax} rounds without an answer to the user.`;
    return flow.fail({ ...agentErrors.cannotThink, description });
  }
  const question = questionIn(flow.session, settings);
  const scripted = scriptedThought(flow.script?.answers ?? [], question, flow.session.script);
  const started = { type: 'ThinkingStarted', sessionId, turn, round, entry } as const;
  flow.emit({ ...started, ...workOf(flow, { round, entry }, question, settings, scripted) });
}

function workOf(
  flow: AgentFlow,
  attempt: Attempt,
  question: ThinkQuestion,
  { endpoint }: ThinkSettings,
  scripted: ScriptedThought | undefined,
): Pick<ThinkingStarted, 'work' | 'latencyMs' | 'voice' | 'script'> {
  const voice = voiceOf(scripted);
  if (scripted === undefined) {
    if (endpoint?.isAllowed !== true) return plainWork(flow, attempt, question);
    return { work: { kind: 'live' }, latencyMs: 0, voice };
  }
  const latencyMs = scripted.rule.latency?.think ?? drawnMs(flow, attempt);
  const { rule, thought, progress: script } = scripted;
  const { fails } = rule;
  if (fails?.provider === 'think' && attempt.entry < (fails.times ?? 1)) {
    return { work: { kind: 'failure', reason: fails.reason ?? scriptedReason }, latencyMs, voice };
  }
  return { work: { kind: 'thought', thought }, latencyMs, voice, script };
}

function plainWork(
  flow: AgentFlow,
  attempt: Attempt,
  question: ThinkQuestion,
): Pick<ThinkingStarted, 'work' | 'latencyMs' | 'voice'> {
  const work = { kind: 'thought', thought: plainThought(question) } as const;
  return { work, latencyMs: drawnMs(flow, attempt), voice: voiceOf(undefined) };
}

const scriptedReason = 'The script lets it fail.';

function voiceOf(scripted: ScriptedThought | undefined): ThinkingStarted['voice'] {
  const { latency, fails } = scripted?.rule ?? {};
  const failures = fails?.provider === 'speak' ? (fails.times ?? 1) : 0;
  return { speakMs: latency?.speak ?? null, failures, reason: fails?.reason ?? scriptedReason };
}

function drawnMs({ session, context }: AgentFlow, { round, entry }: Attempt): number {
  const { id, turn, parameters } = session;
  return latencyIn(
    parameters.latency.think,
    context.rng(`agent think ${id} ${turn} ${round} ${entry}`),
  );
}

/** Completes a thought after its latency. */
export function finishThinking(flow: AgentFlow): void {
  const { thinking } = flow.session;
  if (thinking === null || thinking.work.kind === 'live') return;
  if (thinking.work.kind === 'failure') return thinkerFailed(flow, thinking, thinking.work.reason);
  take(flow, thinking.work.thought);
}

function take(flow: AgentFlow, { text, calls, thinking: content }: Thought): void {
  const { id: sessionId } = flow.session;
  if (hasUnknownFunction(flow, calls)) return;
  if (content !== undefined) flow.emit({ type: 'ThoughtShown', sessionId, content });
  const sentences = sentencesOf(text);
  const isQueueSaid = calls.length === 0 && (flow.session.queued ?? []).length > 0;
  if (sentences.length > 0 || isQueueSaid) {
    return startReply(flow, { sentences, isOpen: false, calls });
  }
  if (calls.length > 0) return callFunctions(flow, calls);
  flow.emit({ type: 'ReplyEnded', sessionId, text: '' });
}

/** An outdated part of the answer of a live thinker is ignored. */
export function reportThought(flow: AgentFlow, { turn, round, entry, part }: ReportThought): void {
  const { id: sessionId, phase, thinking, reply } = flow.session;
  if (thinking?.work.kind !== 'live' || flow.session.turn !== turn) return;
  if (thinking.round !== round || thinking.entry !== entry) return;
  if (phase !== 'thinking' && reply?.isOpen !== true) return;
  switch (part.kind) {
    case 'thinking':
      return flow.emit({ type: 'ThoughtShown', sessionId, content: part.content });
    case 'sentence': {
      const sentences = sentencesOf(part.text);
      if (sentences.length === 0) return;
      if (phase === 'thinking') return startReply(flow, { sentences, isOpen: true, calls: [] });
      return extendReply(flow, { sentences, isOpen: true, calls: [] });
    }
    case 'done': {
      const { calls } = part;
      if (hasUnknownFunction(flow, calls)) return;
      if (phase === 'thinking') return take(flow, { text: '', calls });
      return extendReply(flow, { sentences: [], isOpen: false, calls });
    }
    case 'failed':
      if (phase === 'thinking') return thinkerFailed(flow, thinking, part.reason);
      break;
    case 'refused':
      if (phase === 'thinking') return thinkerRefused(flow, thinking, part.reason);
  }
  warnOfFailure(flow, thinking, part.reason);
  extendReply(flow, { sentences: [], isOpen: false, calls: [] });
}

/** Continues with the next thinker of the list. */
function thinkerFailed(flow: AgentFlow, thinking: Thinking, reason: string): void {
  const { round, entry } = thinking;
  warnOfFailure(flow, thinking, reason);
  think(flow, { round, entry: entry + 1 });
}

/** The plain thinker answers in place of one that is not called, such as one on a host that is not allowed. */
function thinkerRefused(flow: AgentFlow, thinking: Thinking, reason: string): void {
  const { round, entry, asked } = thinking;
  warnOfFailure(flow, thinking, reason);
  if (asked === null) return;
  const { id: sessionId, turn } = flow.session;
  const work = plainWork(flow, { round, entry }, questionIn(flow.session, asked));
  flow.emit({ type: 'ThinkingStarted', sessionId, turn, round, entry, ...work });
}

function warnOfFailure(flow: AgentFlow, thinking: Thinking, reason: string): void {
  flow.warn(agentWarnings.thinkFailed, `${nameOf(thinking)}: ${reason}`);
}

function nameOf({ asked }: Thinking): string {
  return asked === null ? 'The thinker' : `${asked.provider} ${asked.model}`;
}

export function warnOfSlowThinking(flow: AgentFlow): void {
  const { phase, thinking } = flow.session;
  if (phase !== 'thinking' || thinking === null) return;
  const seconds = Math.round((flow.context.nowMs - thinking.askedMs) / 1_000);
  flow.warn(
    agentWarnings.slowThinking,
    `${nameOf(thinking)} has not answered for ${seconds} seconds.`,
  );
}
