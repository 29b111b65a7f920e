// Events of a session on /v1/speak.

import type { SpeakingEvent } from '../events.ts';
import type { SpeakSession, SpeechItem } from '../sessions.ts';
import { withinMinute } from './limits.ts';
import { lastSentences, sentencesAt } from '../synthesis/sentences.ts';

export function spoken(session: SpeakSession, event: SpeakingEvent, atMs: number): SpeakSession {
  return { ...session, ...changes(session, event, atMs) };
}

function changes(session: SpeakSession, event: SpeakingEvent, atMs: number): Partial<SpeakSession> {
  const { buffer, queue } = session;
  switch (event.type) {
    case 'TextAdded': {
      const { sentences, rest } = sentencesAt(buffer + event.text, event.ends);
      return {
        buffer: rest,
        queue: [...queue, ...items(sentences)],
        ...counted(session, event, atMs),
      };
    }
    case 'TextFlushed': {
      const recent = session.flushesMs.filter((flushMs) => withinMinute(flushMs, atMs));
      const flushed: SpeechItem[] = [...items(lastSentences(buffer)), { kind: 'flush' }];
      return { buffer: '', queue: [...queue, ...flushed], flushesMs: [...recent, atMs] };
    }
    case 'SessionClosing':
      return { buffer: '', queue: [...queue, ...items(lastSentences(buffer))], isClosing: true };
    case 'SentenceSpoken':
    case 'SentenceSkipped':
      return { queue: queue.slice(1) };
    case 'FlushConfirmed': {
      const flush = queue.findIndex(({ kind }) => kind === 'flush');
      return { queue: queue.toSpliced(flush, 1), sequenceId: event.sequenceId + 1 };
    }
    case 'TextCleared':
      return { buffer: '', queue: [], sequenceId: event.sequenceId + 1 };
    case 'SessionWarned':
      return {};
  }
}

function items(sentences: readonly string[]): readonly SpeechItem[] {
  return sentences.map((text) => ({ kind: 'sentence', text }));
}

/** The texts of the last minute; none where characters are not limited. */
function counted(
  { limits, texts }: SpeakSession,
  { text }: { readonly text: string },
  atMs: number,
): Partial<SpeakSession> {
  if (limits.charactersPerMinute === null) return {};
  const recent = texts.filter((other) => withinMinute(other.atMs, atMs));
  return { texts: [...recent, { atMs, characters: text.length }] };
}
