// The turns of a conversation: what the user said, how the agent thought, which functions it called, what it replied, and the latency
// from the end of the user's turn to the first audio. Instants are virtual, in ms since 1970.

import type { Envelope, EventOf, EventType, WorldEvent } from '../../../../../core/index.ts';

export interface CallTurn {
  /** As events count them: texts of the user, and replies that the agent began by itself. */
  readonly number: number;
  readonly user?: UserPart;
  readonly thinking: readonly ThinkingPart[];
  readonly functions: readonly FunctionPart[];
  readonly replies: readonly ReplyPart[];
  readonly interruption?: Interruption;
  /** The first audio of the agent. */
  readonly firstAudioMs?: number;
  /** From the end of the user's turn to the first audio. */
  readonly latencyMs?: number;
}

export interface UserPart {
  readonly position: number;
  /** When its first word was known; absent for a text that the client sent. */
  readonly startMs?: number;
  readonly endMs: number;
  readonly text: string;
  readonly isInjected: boolean;
}

export interface ThinkingPart {
  readonly position: number;
  readonly startMs: number;
  /** When the next part of the turn began. */
  readonly endMs?: number;
  readonly round: number;
  readonly entry: number;
  /** What the agent shows of its thoughts. */
  readonly shown?: string;
}

export interface FunctionPart {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly isClientSide: boolean;
  readonly startMs: number;
  readonly endMs?: number;
  /** The answer, or why there is none. */
  readonly outcome?: string;
  readonly hasFailed?: boolean;
}

export interface ReplyPart {
  readonly position: number;
  readonly kind: 'answer' | 'greeting' | 'injected';
  readonly startMs: number;
  readonly firstAudioMs?: number;
  readonly endMs?: number;
  readonly sentences: readonly string[];
}

/** The reply was dropped, since the user spoke (barge-in), or the client sent a message in its place. */
export interface Interruption {
  readonly position: number;
  readonly atMs: number;
  readonly by: 'user' | 'client';
  /** The words that could have been played. */
  readonly heard: string;
  /** The rest of the reply; empty if the agent had not begun to speak. */
  readonly dropped: string;
}

type Mutable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

type OpenTurn = Mutable<Omit<CallTurn, 'thinking' | 'functions' | 'replies'>> & {
  readonly thinking: Mutable<ThinkingPart>[];
  readonly functions: Mutable<FunctionPart>[];
  readonly replies: Mutable<ReplyPart>[];
};

export function callTurns(events: readonly Envelope[]): readonly CallTurn[] {
  const log = new TurnLog();
  for (const [index, envelope] of events.entries()) log.apply(envelope, events[index + 1]);
  return log.turns;
}

type TurnRule<Event> = (log: TurnLog, event: Event, place: TurnPlace) => void;

/** Where an event is, and what follows it in its session. */
interface TurnPlace {
  readonly atMs: number;
  readonly position: number;
  readonly next: Envelope | undefined;
}

class TurnLog {
  readonly turns: OpenTurn[] = [];
  /** The first word of the user's turn in progress. */
  userStartMs: number | undefined;

  apply({ event, atMs, position }: Envelope, next: Envelope | undefined): void {
    const rule = turnRules[event.type] as TurnRule<WorldEvent> | undefined;
    rule?.(this, event, { atMs, position, next });
  }

  get current(): OpenTurn | undefined {
    return this.turns.at(-1);
  }

  get reply(): Mutable<ReplyPart> | undefined {
    return this.current?.replies.at(-1);
  }

  begin(number: number): OpenTurn {
    const turn: OpenTurn = { number, thinking: [], functions: [], replies: [] };
    this.turns.push(turn);
    return turn;
  }

  endThinking(atMs: number): void {
    const thinking = this.current?.thinking.at(-1);
    if (thinking !== undefined) thinking.endMs ??= atMs;
  }

  endReply(atMs: number): void {
    this.endThinking(atMs);
    const { reply } = this;
    if (reply !== undefined) reply.endMs ??= atMs;
  }
}

const turnRules: { readonly [Type in EventType]?: TurnRule<EventOf<Type>> } = {
  UserTurnStarted(log, _event, { atMs }) {
    log.userStartMs = atMs;
  },
  UserTextReceived(log, { text, isInjected }, { atMs, position }) {
    const { userStartMs: startMs } = log;
    const user = { position, endMs: atMs, text, isInjected };
    const turn = log.begin((log.current?.number ?? 0) + 1);
    turn.user = startMs === undefined ? user : { ...user, startMs };
    log.userStartMs = undefined;
  },
  ThinkingStarted(log, { round, entry }, { atMs, position }) {
    log.endThinking(atMs);
    log.current?.thinking.push({ position, startMs: atMs, round, entry });
  },
  ThoughtShown(log, { content }) {
    const thinking = log.current?.thinking.at(-1);
    if (thinking !== undefined) thinking.shown = content;
  },
  FunctionsCalled(log, { calls }, { atMs, position }) {
    log.endThinking(atMs);
    for (const call of calls) log.current?.functions.push({ position, startMs: atMs, ...call });
  },
  FunctionAnswered(log, { callId, outcome }, { atMs }) {
    const calls = log.turns.flatMap(({ functions }) => functions);
    const call = calls.find(({ id }) => id === callId);
    if (call === undefined) return;
    call.endMs = atMs;
    call.hasFailed = outcome.kind === 'failed';
    call.outcome = outcome.kind === 'failed' ? outcome.reason : outcome.content;
  },
  ReplyStarted(log, { turn: number, kind, sentences }, { atMs, position }) {
    log.endThinking(atMs);
    const turn = log.current?.number === number ? log.current : log.begin(number);
    turn.replies.push({ position, kind, startMs: atMs, sentences });
  },
  ReplyExtended({ reply }, { sentences }) {
    if (reply !== undefined) reply.sentences = [...reply.sentences, ...sentences];
  },
  ReplyAudioSent({ current: turn, reply }, _event, { atMs }) {
    if (turn === undefined || reply === undefined) return;
    reply.firstAudioMs ??= atMs;
    turn.firstAudioMs ??= atMs;
    if (turn.user !== undefined) turn.latencyMs ??= atMs - turn.user.endMs;
  },
  ReplyPaused: (log, _event, { atMs }) => log.endReply(atMs),
  ReplyEnded: (log, _event, { atMs }) => log.endReply(atMs),
  ReplyInterrupted(log, { heard }, { atMs, position, next }) {
    log.endReply(atMs);
    const turn = log.current;
    if (turn === undefined) return;
    const by = next?.event.type === 'UserTurnStarted' ? 'user' : 'client';
    const dropped = droppedText(log.reply?.sentences ?? [], heard);
    turn.interruption = { position, atMs, by, heard, dropped };
  },
};

/** The words of a reply after those that were heard. */
function droppedText(sentences: readonly string[], heard: string): string {
  const words = wordsOf(sentences.join(' '));
  return words.slice(wordsOf(heard).length).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** How long the user waited, over all turns that were answered. */
export interface LatencySummary {
  readonly count: number;
  readonly leastMs: number;
  readonly medianMs: number;
  readonly mostMs: number;
}

export function latencySummary(turns: readonly CallTurn[]): LatencySummary | undefined {
  const latencies = turns
    .flatMap(({ latencyMs }) => (latencyMs === undefined ? [] : [latencyMs]))
    .sort((left, right) => left - right);
  const [leastMs] = latencies;
  const mostMs = latencies.at(-1);
  const medianMs = latencies[Math.floor((latencies.length - 1) / 2)];
  if (leastMs === undefined || mostMs === undefined || medianMs === undefined) return undefined;
  return { count: latencies.length, leastMs, medianMs, mostMs };
}
