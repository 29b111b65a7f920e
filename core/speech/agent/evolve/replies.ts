// Changes of a conversation by the events of its replies.

import type { RulesByType } from '../../session/rules.ts';
import type {
  InjectionQueued,
  InjectionRefused,
  ReplyAudioSent,
  ReplyEnded,
  ReplyExtended,
  ReplyInterrupted,
  ReplyPaused,
  ReplySkipped,
  ReplySpoken,
  ReplyStarted,
} from '../events.ts';
import { withItem } from '../history.ts';
import type { AgentSessionRecord, Reply } from '../record.ts';
import type { HistoryItem } from '../settings.ts';

type ReplyEvent =
  | ReplyStarted
  | ReplyExtended
  | ReplySpoken
  | ReplySkipped
  | ReplyAudioSent
  | ReplyPaused
  | ReplyEnded
  | ReplyInterrupted
  | InjectionQueued
  | InjectionRefused;

export const replyChanges: RulesByType<
  ReplyEvent,
  [AgentSessionRecord, number],
  Partial<AgentSessionRecord>
> = {
  ReplyStarted: (event, session) => ({
    reply: started(event),
    lastReply: event.sentences.join(' '),
    turn: event.kind === 'answer' ? session.turn : session.turn + 1,
    ...(event.isOpen ? {} : withoutQueue(session)),
  }),
  ReplyExtended: ({ sentences, isOpen, calls }, session) => ({
    ...withReply(session, ({ queue }) => ({ queue: [...queue, ...sentences], isOpen, calls })),
    lastReply: [session.lastReply, ...sentences].join(' '),
    ...(isOpen ? {} : withoutQueue(session)),
  }),
  ReplySpoken: (event, session, atMs) => withReply(session, (open) => spoken(open, event, atMs)),
  ReplySkipped: (event, session) => withReply(session, (open) => skipped(open, event)),
  ReplyAudioSent: (event, session) => withReply(session, (open) => sent(open, event)),
  ReplyPaused: ({ text }, { history }) => ({
    history: withItem(history, saidBy(text)),
    reply: null,
  }),
  ReplyEnded: ({ text }, { history }) => ({
    history: withItem(history, saidBy(text)),
    thinking: null,
    reply: null,
  }),
  ReplyInterrupted: ({ heard }, session) => ({
    history: withItem(session.history, saidBy(heard)),
    thinking: null,
    reply: null,
    ...withoutQueue(session),
  }),
  InjectionQueued: ({ sentences }, { queued = [] }) => ({ queued: [...queued, ...sentences] }),
  InjectionRefused: () => ({}),
};

/** Queued messages became part of the reply, or are dropped with it. */
function withoutQueue({ queued }: AgentSessionRecord): Partial<AgentSessionRecord> {
  return queued === undefined ? {} : { queued: [] };
}

function started({ kind, sentences, isOpen, calls, voice, thinkMs, speakMs }: ReplyStarted): Reply {
  const queue = sentences;
  return { kind, queue, isOpen, calls, voice, thinkMs, speakMs, spoken: [], startedMs: null };
}

function withReply(
  { reply }: AgentSessionRecord,
  change: (reply: Reply) => Partial<Reply>,
): Partial<AgentSessionRecord> {
  return reply === null ? {} : { reply: { ...reply, ...change(reply) } };
}

function spoken(
  { queue, spoken: before, startedMs }: Reply,
  event: ReplySpoken,
  atMs: number,
): Partial<Reply> {
  const { speech, samples, sound } = event;
  const sentence = { speech, samples, sent: 0, words: sound?.words ?? [] };
  return {
    queue: queue.slice(1),
    spoken: [...before, sentence],
    startedMs: startedMs ?? atMs,
  };
}

function skipped({ queue, spoken: before }: Reply, { speech }: ReplySkipped): Partial<Reply> {
  const sentence = { speech, samples: 0, sent: 0, words: [] };
  return { queue: queue.slice(1), spoken: [...before, sentence] };
}

function sent({ spoken: sentences }: Reply, { from, samples }: ReplyAudioSent): Partial<Reply> {
  const last = sentences.at(-1);
  if (last === undefined) return {};
  return { spoken: [...sentences.slice(0, -1), { ...last, sent: from + samples }] };
}

function saidBy(content: string): HistoryItem {
  return { role: 'assistant', content };
}
