// Applies events to the state. Total: every recorded event applies.

import type { SessionOpened, SpeechEvent } from './events.ts';
import type { SpeechSession, SpeechItem } from './records/session.ts';
import { withinMinute } from './speaking/limits.ts';
import { lastSentences, sentencesAt } from './speaking/sentences.ts';
import type { SpeechState } from './state.ts';

export function evolve({ sessions }: SpeechState, event: SpeechEvent, atMs: number): void {
  if (event.type === 'SessionOpened') return sessions.insert(opened(event, atMs));
  if (event.type === 'SessionEnded') return sessions.remove(event.sessionId);
  const session = sessions.get(event.sessionId);
  if (session !== undefined) sessions.replace({ ...session, ...changes(session, event, atMs) });
}

function opened(
  { sessionId, path, parameters, limits }: SessionOpened,
  atMs: number,
): SpeechSession {
  return {
    id: sessionId,
    path,
    openedMs: atMs,
    parameters,
    limits,
    buffer: '',
    queue: [],
    sequenceId: 0,
    flushesMs: [],
    texts: [],
    isClosing: false,
  };
}

type SessionChange = Exclude<SpeechEvent, { readonly type: 'SessionOpened' | 'SessionEnded' }>;

function changes(
  session: SpeechSession,
  event: SessionChange,
  atMs: number,
): Partial<SpeechSession> {
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
  { limits, texts }: SpeechSession,
  { text }: { readonly text: string },
  atMs: number,
): Partial<SpeechSession> {
  if (limits.charactersPerMinute === null) return {};
  const recent = texts.filter((other) => withinMinute(other.atMs, atMs));
  return { texts: [...recent, { atMs, characters: text.length }] };
}
