// The lines that `reprise hear` prints for people, with their times.

import { speech } from '../../../core/index.ts';

export function transcriptLines(
  file: string,
  events: readonly speech.SessionEvent[],
  session: speech.HearingSession,
): readonly string[] {
  const { samples, sampleRate, channels } = session.audio;
  const audio = `${(samples / Math.max(sampleRate, 1)).toFixed(2)} s at ${sampleRate} Hz, ${channels === 1 ? 'one channel' : `${channels} channels`}`;
  const lines =
    session.path === '/v1/listen'
      ? events.flatMap((event) => resultLines(event, session))
      : turnLines(events);
  return [`${file}: ${audio}${lines.length === 0 ? ', no voice.' : '.'}`, ...lines];
}

/** Whether some words are placeholders. */
export function hasPlaceholders(events: readonly speech.SessionEvent[]): boolean {
  return events.some((event) => {
    const isHeard = event.type === 'ResultProduced' || event.type === 'TurnReported';
    return isHeard && event.words.some(speech.isPlaceholder);
  });
}

function resultLines(
  event: speech.SessionEvent,
  session: Extract<speech.HearingSession, { readonly path: '/v1/listen' }>,
): readonly string[] {
  if (!speech.isOfChannel(event, session.path)) return [];
  const message = speech.listenMessage(event, session);
  if (message?.kind !== 'results') return [];
  const { alternative, isFinal, start, duration } = message;
  const [channel, count] = message.channel;
  const words = alternative.words;
  if (words.length === 0) return [];
  const marks = [
    ...(count > 1 ? [`channel ${channel}`] : []),
    ...speakersOf(words),
    ...(isFinal ? [] : ['interim']),
  ];
  const from = words[0]?.start ?? start;
  const to = words.at(-1)?.end ?? start + duration;
  return [line(from, to, alternative.transcript, marks)];
}

function speakersOf(words: readonly { readonly speaker?: number }[]): readonly string[] {
  const speakers = [...new Set(words.flatMap(({ speaker }) => speaker ?? []))];
  return speakers.length === 0 ? [] : [`speaker ${speakers.join(', ')}`];
}

/** A turn that did not end has its last update. */
function turnLines(events: readonly speech.SessionEvent[]): readonly string[] {
  const turns = events.flatMap((event) => (event.type === 'TurnReported' ? [event] : []));
  return turns.flatMap((turn, index) => {
    const isEnd = turn.event === 'EndOfTurn';
    const isLast = index === turns.length - 1;
    const isShown =
      isEnd || isLast || turn.event === 'EagerEndOfTurn' || turn.event === 'TurnResumed';
    if (!isShown || turn.words.length === 0) return [];
    const text = turn.words.map((word) => word.text).join(' ');
    const state = isEnd ? '' : isLast ? ', not ended' : `, ${turn.event}`;
    const mark = `turn ${turn.turnIndex}${state}`;
    return [line(turn.windowStart, turn.windowEnd, text, [mark])];
  });
}

/** Times are in hops, 10 ms each. */
function line(start: number, end: number, text: string, marks: readonly string[]): string {
  const seconds = (hops: number) => (hops / 100).toFixed(2).padStart(6);
  return `${seconds(start)} ${seconds(end)}  ${text}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`;
}
