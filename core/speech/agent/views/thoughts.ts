// The thoughts of agents, from the log of a world: which thinker answered the user, and by which rule of the script.

import type { Millis } from '../../../kernel/brand.ts';
import type { Envelope } from '../../../kernel/message.ts';
import type { InPieces } from '../../../kernel/pieces.ts';
import { agentWarnings } from '../endings.ts';
import { ruleQuestionIn } from '../question.ts';
import { explainedMatch, type RuleExplanation } from '../thinking/explanation.ts';
import type { RuleQuestion } from '../thinking/script.ts';
import type { PlannedCall, ScriptProgress, ThinkingWork } from '../thought.ts';
import type { ScriptSet } from '../../recognition/events.ts';
import type { AgentChannelEvent, AgentEvent, ReplyStarted, ThinkingStarted } from '../events.ts';
import { conversed, isConversationEvent, openConversation, withNewScript } from '../evolve.ts';
import type { AgentSessionRecord } from '../record.ts';
import type { AnswerRule } from '../../recognition/script/answers.ts';

/** A thought, or a reply without one: a greeting, or a message of the client. */
export interface LoggedThought {
  readonly sessionId: string;
  /** The position of the event that began it. */
  readonly position: number;
  readonly atMs: Millis;
  /** Of the agent, from 1. */
  readonly turn: number;
  /** The number of rounds of functions before it, in this turn. */
  readonly round: number;
  /** The number of the thinker in its list. */
  readonly entry: number;
  readonly origin: LoggedWork;
  /** So far. */
  readonly outcome: ThoughtOutcome;
}

type LoggedWork =
  | { readonly kind: 'greeting' | 'injected' }
  | { readonly kind: 'thinker'; readonly work: ThinkingWork; readonly asked: AskedScript };

/** The script when a thinker was asked, and the question that its rules are compared with. */
interface AskedScript {
  readonly rules: readonly AnswerRule[];
  readonly question: RuleQuestion;
  readonly progress: ScriptProgress;
}

/** The outcome of a thought. */
export interface ThoughtOutcome {
  /** The words of the agent; empty: none. */
  readonly says: string;
  readonly calls: readonly PlannedCall[];
  /** The failure of the thinker or of all voices; null: none. */
  readonly failure: string | null;
  readonly isInterrupted: boolean;
}

/** The kind of thinker that answered, or of a reply without a thought. */
export type ThoughtKind = 'rule' | 'live' | 'plain' | 'greeting' | 'injected';

export interface ThoughtExplanation extends RuleExplanation {
  readonly kind: ThoughtKind;
  /** The text of the user; null for a greeting or a message of the client. */
  readonly heard: string | null;
  /** The functions that were just answered or failed, for rules with `after`. */
  readonly after: readonly { readonly name: string; readonly hasFailed: boolean }[];
}

type LoggedEvent = Pick<Envelope, 'position' | 'atMs' | 'event'>;

type MutableThought = LoggedThought & { outcome: ThoughtOutcome };

interface OpenConversation {
  session: AgentSessionRecord;
  /** The last one, while it is in progress. */
  thought: MutableThought | undefined;
}

/** Finds thoughts in the log of a world. The caller applies every event, from the beginning on. */
export class ThoughtLog {
  readonly #conversations = new Map<string, OpenConversation>();
  #rules: readonly AnswerRule[] = [];

  /** The thought that an event begins, if any. Its outcome changes with later events. */
  apply({ position, atMs, event: given }: LoggedEvent): LoggedThought | undefined {
    const event = given as AgentChannelEvent | ScriptSet;
    if (event.type === 'ScriptSet') return this.#setRules(event.script.answers ?? []);
    if (event.type === 'SessionOpened') {
      if (!isConversation(event)) return undefined;
      const session = openConversation(event, 1, atMs);
      this.#conversations.set(session.id, { session, thought: undefined });
      return undefined;
    }
    if (!('sessionId' in event)) return undefined;
    const conversation = this.#conversations.get(event.sessionId);
    if (conversation === undefined) return undefined;
    if (event.type === 'SessionEnded') this.#conversations.delete(event.sessionId);
    if (event.type === 'SessionWarned' && isFailure(event.code)) {
      withOutcome(conversation, ({ failure }) => ({ failure: failure ?? event.description }));
    }
    if (!isConversationEvent(event)) return undefined;
    const begun = this.#begun(conversation, event, { position, atMs });
    if (begun === undefined) follow(conversation, event);
    else conversation.thought = begun;
    conversation.session = conversed(conversation.session, event, atMs);
    return begun;
  }

  /** Whether the outcome of a thought may change. */
  isOpen(thought: LoggedThought): boolean {
    return this.#conversations.get(thought.sessionId)?.thought === thought;
  }

  /** As evolve does. */
  #setRules(rules: readonly AnswerRule[]): undefined {
    this.#rules = rules;
    for (const conversation of this.#conversations.values()) {
      conversation.session = withNewScript(conversation.session);
    }
  }

  #begun(
    { session, thought: before }: OpenConversation,
    event: AgentEvent,
    place: Pick<Envelope, 'position' | 'atMs'>,
  ): MutableThought | undefined {
    if (event.type === 'ReplyStarted' && event.kind !== 'answer') return spoken(event, place);
    if (event.type !== 'ThinkingStarted') return undefined;
    const { sessionId, turn, round, entry, work } = event;
    // The plain thinker answers in place of a live one that is not called; no rule is tried again.
    const asked = (before && askedInPlace(before, event)) ?? {
      rules: this.#rules,
      question: ruleQuestionIn(session),
      progress: session.script,
    };
    const origin = { kind: 'thinker', work, asked } as const;
    return { sessionId, ...place, turn, round, entry, origin, outcome: plannedBy(work) };
  }
}

function isConversation({ path }: { readonly path: string }): boolean {
  return path === '/v1/agent/converse';
}

function isFailure(code: string): boolean {
  return code === agentWarnings.thinkFailed || code === agentWarnings.speakFailed;
}

function spoken(
  { sessionId, turn, kind, sentences }: ReplyStarted,
  place: Pick<Envelope, 'position' | 'atMs'>,
): MutableThought {
  const origin = { kind: kind === 'greeting' ? 'greeting' : 'injected' } as const;
  const outcome = { ...nothing, says: sentences.join(' ') };
  return { sessionId, ...place, turn, round: 0, entry: 0, origin, outcome };
}

function askedInPlace(
  { origin, ...before }: LoggedThought,
  { turn, round, entry }: ThinkingStarted,
): AskedScript | undefined {
  if (origin.kind !== 'thinker' || origin.work.kind !== 'live') return undefined;
  const isInPlace = before.turn === turn && before.round === round && before.entry === entry;
  return isInPlace ? origin.asked : undefined;
}

const nothing: ThoughtOutcome = { says: '', calls: [], failure: null, isInterrupted: false };

function plannedBy(work: ThinkingWork): ThoughtOutcome {
  switch (work.kind) {
    case 'thought':
      return { ...nothing, says: work.thought.text, calls: work.thought.calls };
    case 'failure':
      return { ...nothing, failure: work.reason };
    case 'live':
      return nothing;
  }
}

function withOutcome(
  { thought }: OpenConversation,
  change: (outcome: ThoughtOutcome) => Partial<ThoughtOutcome>,
): void {
  if (thought !== undefined) thought.outcome = { ...thought.outcome, ...change(thought.outcome) };
}

/** Adds an event to the outcome of the thought in progress. */
function follow(conversation: OpenConversation, event: AgentEvent): void {
  const origin = conversation.thought?.origin;
  const isLive = origin?.kind === 'thinker' && origin.work.kind === 'live';
  if (event.type === 'ReplyInterrupted') withOutcome(conversation, () => ({ isInterrupted: true }));
  if (event.type === 'AgentFailed') {
    withOutcome(conversation, ({ failure }) => ({ failure: failure ?? event.description }));
  }
  if (isLive && (event.type === 'ReplyStarted' || event.type === 'ReplyExtended')) {
    const { sentences, calls } = event;
    withOutcome(conversation, ({ says }) => {
      return { says: [says, ...sentences].filter((text) => text !== '').join(' '), calls };
    });
  }
  if (isLive && event.type === 'FunctionsCalled') {
    const calls = event.calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
    withOutcome(conversation, () => ({ calls }));
  }
  const isEnd =
    event.type === 'ReplyEnded' ||
    event.type === 'ReplyInterrupted' ||
    event.type === 'UserTextReceived';
  if (isEnd) conversation.thought = undefined;
}

/** Explains the choice of a thought. */
export function* explainThought({ origin }: LoggedThought): InPieces<ThoughtExplanation> {
  if (origin.kind !== 'thinker') {
    return { kind: origin.kind, heard: null, after: [], rule: null, nearMisses: [] };
  }
  const { rules, question, progress } = origin.asked;
  const { rule, nearMisses } = yield* explainedMatch(rules, question, progress);
  return {
    kind: origin.work.kind === 'live' ? 'live' : rule === null ? 'plain' : 'rule',
    heard: question.heard,
    after: question.results.map(({ name, hasFailed }) => ({ name, hasFailed })),
    rule,
    nearMisses,
  };
}
