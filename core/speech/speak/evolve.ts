// Changes of a session on /v1/speak, by event.

import type { RulesByType } from '../session/rules.ts';
import { lastSentences, sentencesAt } from '../synthesis/sentences.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import type { SpeakingEvent } from './events.ts';
import { withinMinute } from './limits.ts';
import type { SpeakOpening, SpeakSessionRecord, SpeechItem } from './record.ts';

export function openSpeaking(
  { sessionId: id, path, parameters, limits, modelUuid }: SessionOpenedOf<SpeakOpening>,
  _ordinal: number,
  openedMs: number,
): SpeakSessionRecord {
  return {
    id,
    path,
    openedMs,
    parameters,
    limits,
    modelUuid,
    buffer: '',
    queue: [],
    sequenceId: 0,
    flushesMs: [],
    texts: [],
    isClosing: false,
  };
}

type Change = Partial<SpeakSessionRecord> | undefined;

/** Undefined: the session does not change. */
export const speakChanges: RulesByType<SpeakingEvent, [SpeakSessionRecord, number], Change> = {
  TextAdded: (event, session, atMs) => {
    const { sentences, rest } = sentencesAt(session.buffer + event.text, event.ends);
    return {
      buffer: rest,
      queue: [...session.queue, ...items(sentences)],
      ...counted(session, event, atMs),
    };
  },
  TextFlushed: (_, { buffer, queue, flushesMs }, atMs) => {
    const recent = flushesMs.filter((flushMs) => withinMinute(flushMs, atMs));
    const flushed: SpeechItem[] = [...items(lastSentences(buffer)), { kind: 'flush' }];
    return { buffer: '', queue: [...queue, ...flushed], flushesMs: [...recent, atMs] };
  },
  SessionClosing: (_, { buffer, queue }) => {
    return { buffer: '', queue: [...queue, ...items(lastSentences(buffer))], isClosing: true };
  },
  SentenceSpoken: (_, session) => withoutFirst(session),
  SentenceSkipped: (_, session) => withoutFirst(session),
  FlushConfirmed: ({ sequenceId }, { queue }) => {
    const flush = queue.findIndex(({ kind }) => kind === 'flush');
    return { queue: queue.toSpliced(flush, 1), sequenceId: sequenceId + 1 };
  },
  TextCleared: ({ sequenceId }) => ({ buffer: '', queue: [], sequenceId: sequenceId + 1 }),
  SessionWarned: () => undefined,
};

function withoutFirst({ queue }: SpeakSessionRecord): Change {
  return { queue: queue.slice(1) };
}

function items(sentences: readonly string[]): readonly SpeechItem[] {
  return sentences.map((text) => ({ kind: 'sentence', text }));
}

/** The texts of the last minute; none where characters are not limited. */
function counted(
  { limits, texts }: SpeakSessionRecord,
  { text }: { readonly text: string },
  atMs: number,
): Partial<SpeakSessionRecord> {
  if (limits.charactersPerMinute === null) return {};
  const recent = texts.filter((other) => withinMinute(other.atMs, atMs));
  return { texts: [...recent, { atMs, characters: text.length }] };
}
