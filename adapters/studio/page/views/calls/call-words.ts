// The words of a call with their places on its axis, and the results in which they were recognized: interim ones may change, final ones stay.

import type { Envelope } from '../../../../../core/index.ts';
import type { CallAxis, SoundSide } from './call-axis.ts';
import type { CallTurn } from './call-turns.ts';
import { instantOfSample } from './placed-audio.ts';
import { hopMs } from './sound-levels.ts';

export interface CallWord {
  readonly side: 'user' | 'agent';
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** `dropped`: synthesized, but cut by an interruption. */
  readonly state: 'final' | 'dropped';
  /** Whether its place is a guess: only the turn has one. */
  readonly isAbout: boolean;
  /** From 0, where speakers are told apart. */
  readonly speaker?: number;
  /** The event that has it. */
  readonly position: number;
}

/** A result of recognition, as the client got it. */
export interface CallResult {
  readonly position: number;
  /** When it was known, on the axis. */
  readonly atMs: number;
  /** The audio that it is about. */
  readonly startMs: number;
  readonly endMs: number;
  readonly isFinal: boolean;
  /** Such as `speech final` or `EagerEndOfTurn`. */
  readonly note: string;
  readonly text: string;
  /** The words that no result before it had, and where the audio of that one ended. */
  readonly added: string;
  readonly addedFromMs: number;
}

/** Levels from this on are voice, for words without places. */
const voiceLevel = 56;

/** The first word of a turn began at most so long before it was known, in ms. */
const firstWordMsMax = 1_500;

/** Those of results of recognition have their places; those of a turn are spread over its voice. */
export function callWords(axis: CallAxis, turns: readonly CallTurn[]): readonly CallWord[] {
  const words = [...resultWords(axis), ...turnWords(axis, turns), ...spokenWords(axis)];
  return words.sort((left, right) => left.startMs - right.startMs);
}

function resultWords(axis: CallAxis): readonly CallWord[] {
  const words: CallWord[] = [];
  let reports: { readonly known: number; readonly end: number }[] = [];
  for (const { event, position } of axis.steps) {
    if (event.type === 'ResultProduced' && event.isFinal) {
      for (const { text, start, end, speaker } of event.words) {
        const [startMs, endMs] = [instantOfHop(axis.user, start), instantOfHop(axis.user, end)];
        const place = { side: 'user', state: 'final', isAbout: false, position } as const;
        words.push({ ...place, text, startMs, endMs, speaker });
      }
    }
    if (event.type !== 'TurnReported') continue;
    reports.push({ known: event.words.length, end: event.windowEnd });
    if (event.event !== 'EndOfTurn') continue;
    words.push(...reportedWords(event, reports, position, axis.user));
    reports = [];
  }
  return words;
}

/** Words of a turn are between the report that first has them and the one before it. */
function reportedWords(
  {
    words,
    windowStart,
  }: { readonly words: readonly { readonly text: string }[]; readonly windowStart: number },
  reports: readonly { readonly known: number; readonly end: number }[],
  position: number,
  user: SoundSide,
): readonly CallWord[] {
  let known = 0;
  let from = windowStart;
  const placed: CallWord[] = [];
  for (const report of reports) {
    const fresh = words.slice(known, report.known).map(({ text }) => text);
    placed.push(
      ...spread(fresh, instantOfHop(user, from), instantOfHop(user, report.end), 'user', position),
    );
    known = Math.max(known, report.known);
    from = report.end;
  }
  return placed;
}

/** The events of a conversation have the text of a turn, but no places: its words are spread over its voice. */
function turnWords(axis: CallAxis, turns: readonly CallTurn[]): readonly CallWord[] {
  let fromMs = -Infinity;
  return turns.flatMap(({ user }) => {
    if (user?.startMs === undefined) return [];
    const earliestMs = Math.max(fromMs, user.startMs - firstWordMsMax);
    const voice = voiceWithin(axis.user, earliestMs, user.endMs);
    const [startMs, endMs] = voice ?? [user.startMs, user.endMs];
    fromMs = user.endMs;
    return spread(wordsIn(user.text), startMs, endMs, 'user', user.position);
  });
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The first and the last instant with voice in a stretch of time. */
function voiceWithin(
  { levels, placed, sampleRate }: SoundSide,
  fromMs: number,
  toMs: number,
): readonly [number, number] | undefined {
  let first: number | undefined;
  let last: number | undefined;
  for (const part of placed) {
    if (part.endMs <= fromMs || part.startMs >= toMs) continue;
    const firstHop = (part.fromSample * 1_000) / sampleRate / hopMs;
    const hops = (part.endMs - part.startMs) / hopMs;
    for (let hop = 0; hop < hops; hop += 1) {
      const atMs = part.startMs + hop * hopMs;
      const level = levels?.[Math.floor(firstHop + hop)] ?? 0;
      if (atMs < fromMs || atMs >= toMs || level < voiceLevel) continue;
      first ??= atMs;
      last = atMs + hopMs;
    }
  }
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** By the lengths of the words. */
function spread(
  texts: readonly string[],
  startMs: number,
  endMs: number,
  side: CallWord['side'],
  position: number,
): readonly CallWord[] {
  const total = texts.reduce((sum, text) => sum + text.length + 1, 0);
  let before = 0;
  return texts.map((text) => {
    const from = before;
    before += text.length + 1;
    const at = (chars: number) => startMs + (chars / total) * (endMs - startMs);
    const place = { side, state: 'final', isAbout: true, position } as const;
    return { ...place, text, startMs: at(from), endMs: at(before) };
  });
}

/** Words of the agent, by the sentences that were synthesized. */
function spokenWords({ agent, steps }: CallAxis): readonly CallWord[] {
  const words: CallWord[] = [];
  let sentFrom = 0;
  let sent = 0;
  for (const { event, atMs, position } of steps) {
    if (event.type === 'SentenceSpoken' || event.type === 'ReplySpoken') {
      sentFrom = sent;
      const startMs = instantOfSample(agent.placed, sentFrom);
      for (const { text, start, end } of event.sound?.words ?? []) {
        const [wordMs, untilMs] = [startMs + start * hopMs, startMs + end * hopMs];
        const place = { side: 'agent', state: 'final', isAbout: false, position } as const;
        words.push({ ...place, text, startMs: wordMs, endMs: untilMs });
      }
    }
    if (event.type === 'SentenceSpoken' || event.type === 'ReplyAudioSent') sent += event.samples;
    if (event.type !== 'ReplyInterrupted') continue;
    for (const [index, word] of words.entries()) {
      if (word.endMs > atMs) words[index] = { ...word, state: 'dropped' };
    }
  }
  return words;
}

/** Interim and final results of recognition, in their order. */
export function callResults(axis: CallAxis): readonly CallResult[] {
  const results: CallResult[] = [];
  let before: { text: string; end: number } | undefined;
  for (const { event, atMs, position } of axis.steps) {
    if (event.type !== 'ResultProduced' && event.type !== 'TurnReported') continue;
    const [start, end] =
      event.type === 'ResultProduced'
        ? [event.start, event.end]
        : [event.windowStart, event.windowEnd];
    const isFinal = event.type === 'ResultProduced' ? event.isFinal : event.event === 'EndOfTurn';
    const text = event.words.map((word) => word.text).join(' ');
    const isMore = before !== undefined && text.startsWith(before.text);
    results.push({
      position,
      atMs,
      startMs: instantOfHop(axis.user, start),
      endMs: instantOfHop(axis.user, end),
      isFinal,
      note: noteOf(event),
      text,
      added: (isMore ? text.slice(before?.text.length) : text).trim(),
      addedFromMs: instantOfHop(axis.user, isMore ? (before?.end ?? start) : start),
    });
    before = isFinal ? undefined : { text, end };
  }
  return results;
}

function noteOf(
  event: Extract<Envelope['event'], { readonly type: 'ResultProduced' | 'TurnReported' }>,
): string {
  if (event.type === 'TurnReported') return event.event;
  if (event.fromFinalize) return 'finalized';
  return event.speechFinal ? 'speech final' : '';
}

function instantOfHop({ placed, sampleRate }: SoundSide, hop: number): number {
  return instantOfSample(placed, (hop * hopMs * sampleRate) / 1_000);
}
