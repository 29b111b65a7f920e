// The spoken audio in a recording: a replay compares with it and need not compute it again. Audio counts only if it has the
// hash that its event has.

import { createHash } from 'node:crypto';
import { canonical, speech } from '../../../core/index.ts';
import type { RecordedTraffic } from '../module.ts';

export interface RecordedSpeech {
  readonly answer: speech.SynthesisAnswer;
  readonly audio: Buffer;
}

/** By question, as canonical JSON. */
export type RecordedSpeeches = ReadonlyMap<string, RecordedSpeech>;

const noAudio = Buffer.alloc(0);

export function recordedSpeeches({ events, sentFrames }: RecordedTraffic): RecordedSpeeches {
  const speeches = new Map<string, RecordedSpeech>();
  const audioOf = audioBySession(sentFrames);
  /** The bytes of each session that earlier sentences have. */
  const used = new Map<string, number>();
  for (const { type, data } of events) {
    const event = { type, ...data } as speech.SpeechEvent;
    if (event.type === 'SentenceSkipped') {
      const answer = { kind: 'unspeakable', reason: event.reason } as const;
      speeches.set(canonical(event.speech), { answer, audio: noAudio });
    }
    if (event.type !== 'SentenceSpoken') continue;
    const { sessionId, speech: question, samples, sha256, sound } = event;
    const start = used.get(sessionId) ?? 0;
    const end = start + speech.audioBytes(question.encoding, samples);
    used.set(sessionId, end);
    const audio = audioOf.get(sessionId)?.subarray(start, end) ?? noAudio;
    if (createHash('sha256').update(audio).digest('hex') !== sha256) continue;
    const answer = { kind: 'spoken', samples, sha256 } as const;
    speeches.set(canonical(question), {
      answer: sound === undefined ? answer : { ...answer, sound: printOf(sound) },
      audio,
    });
  }
  return speeches;
}

function printOf({ id: _id, ...print }: NonNullable<speech.SentenceSpoken['sound']>) {
  return print;
}

/** Older recordings have no sounds of sentences: what is spoken in their replay has none either. */
export function asRecorded(
  answer: speech.SynthesisAnswer,
  recorded: RecordedTraffic | undefined,
): speech.SynthesisAnswer {
  const isOld = recorded?.events.every(({ data }) => !('sound' in data)) ?? false;
  if (!isOld || answer.kind !== 'spoken') return answer;
  const { kind, samples, sha256 } = answer;
  return { kind, samples, sha256 };
}

/** The binary frames of each session, joined. The first frame of a connection names its session. */
function audioBySession(sentFrames: RecordedTraffic['sentFrames']): ReadonlyMap<string, Buffer> {
  const audio = new Map<string, Buffer>();
  for (const frames of sentFrames.values()) {
    const sessionId = sessionIn(frames[0]?.text);
    if (sessionId === undefined) continue;
    const binary = frames.flatMap(({ base64 }) =>
      base64 === undefined ? [] : [Buffer.from(base64, 'base64')],
    );
    audio.set(sessionId, Buffer.concat(binary));
  }
  return audio;
}

function sessionIn(text = ''): string | undefined {
  try {
    const { request_id: id } = JSON.parse(text) as { readonly request_id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
