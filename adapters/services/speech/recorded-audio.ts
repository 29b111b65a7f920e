// The synthesised audio in a recording, so that a replay does not compute it again. Audio is used only if its hash is the one in the
// event.

import { createHash } from 'node:crypto';
import { canonical, parseJson, speech } from '../../../core/index.ts';
import { streamedWavHeader } from '../../audio/wav.ts';
import type { RecordedTraffic } from '../module.ts';

export interface RecordedSpeech {
  readonly answer: speech.SynthesisAnswer;
  readonly audio: Buffer;
}

/** By question, as canonical JSON. */
export type RecordedSpeeches = ReadonlyMap<string, RecordedSpeech>;

const noAudio = Buffer.alloc(0);

type SpokenEvent = Extract<speech.SpeechEvent, { readonly type: 'SentenceSpoken' | 'ReplySpoken' }>;

type AudioEvent = Extract<speech.SpeechEvent, { readonly type: 'ReplyAudioSent' }>;

export function recordedSpeeches({ events, sentFrames }: RecordedTraffic): RecordedSpeeches {
  const speeches = new Map<string, RecordedSpeech>();
  const streams = audioBySession(sentFrames);
  const take = (sessionId: string, bytes: number) => streams.get(sessionId)?.take(bytes) ?? noAudio;
  /** Agent sessions that send a WAV header before each reply. */
  const withHeaders = new Set<string>();
  /** By agent session: the current sentence with its frames so far. */
  const replies = new Map<string, { readonly spoken: SpokenEvent; readonly frames: Buffer[] }>();
  for (const { type, data } of events) {
    const event = { type, ...data } as speech.SpeechEvent;
    if (event.type === 'SentenceSkipped' || event.type === 'ReplySkipped') {
      const answer = { kind: 'unspeakable', reason: event.reason } as const;
      speeches.set(canonical(event.speech), { answer, audio: noAudio });
    }
    if (event.type === 'SentenceSpoken') {
      const { encoding } = event.speech;
      addSpeech(event, take(event.sessionId, speech.audioBytes(encoding, event.samples)));
    }
    if (event.type === 'SettingsApplied' && event.settings.audio.output.container === 'wav') {
      withHeaders.add(event.sessionId);
    }
    if (event.type === 'ReplySpoken') replies.set(event.sessionId, { spoken: event, frames: [] });
    if (event.type === 'ReplyAudioSent') addFrame(event);
  }
  return speeches;

  /** Completes a sentence with its last frame. An interrupted sentence has none, and is computed again. */
  function addFrame({ sessionId, speech: question, from, samples, isFirst }: AudioEvent): void {
    if (isFirst && withHeaders.has(sessionId)) {
      take(sessionId, streamedWavHeader({ ...question, channels: 1 }).length);
    }
    const frame = take(sessionId, speech.audioBytes(question.encoding, samples));
    const reply = replies.get(sessionId);
    reply?.frames.push(frame);
    if (reply === undefined || from + samples < reply.spoken.samples) return;
    addSpeech(reply.spoken, Buffer.concat(reply.frames));
  }

  function addSpeech(
    { speech: question, samples, sha256, sound }: SpokenEvent,
    audio: Buffer,
  ): void {
    if (createHash('sha256').update(audio).digest('hex') !== sha256) return;
    const answer = { kind: 'spoken', samples, sha256 } as const;
    speeches.set(canonical(question), {
      answer: sound === undefined ? answer : { ...answer, sound: printOf(sound) },
      audio,
    });
  }
}

function printOf({ id: _id, ...print }: NonNullable<speech.SentenceSpoken['sound']>) {
  return print;
}

/**
 * Removes the sounds of sentences in replays of older recordings, which have none. A recording without any sentence does not show its
 * age.
 */
export function asRecorded(
  answer: speech.SynthesisAnswer,
  recorded: RecordedTraffic | undefined,
): speech.SynthesisAnswer {
  const spoken = recorded?.events.filter(isSpoken) ?? [];
  const isOld = spoken.length > 0 && spoken.every(({ data }) => !('sound' in data));
  if (!isOld || answer.kind !== 'spoken') return answer;
  const { kind, samples, sha256 } = answer;
  return { kind, samples, sha256 };
}

const isSpoken = ({ type }: { readonly type: string }): boolean =>
  type === 'SentenceSpoken' || type === 'ReplySpoken';

/** The joined binary frames of a session, from the first unused byte on. */
class AudioStream {
  readonly #audio: Buffer;
  #taken = 0;

  constructor(frames: readonly Buffer[]) {
    this.#audio = Buffer.concat(frames);
  }

  take(bytes: number): Buffer {
    const start = this.#taken;
    this.#taken += bytes;
    return this.#audio.subarray(start, this.#taken);
  }
}

/** Reads the id of the session from the first frame of a connection. */
function audioBySession(
  sentFrames: RecordedTraffic['sentFrames'],
): ReadonlyMap<string, AudioStream> {
  const audio = new Map<string, AudioStream>();
  for (const frames of sentFrames.values()) {
    const sessionId = sessionIn(frames[0]?.text);
    if (sessionId === undefined) continue;
    const binary = frames.flatMap(({ base64 }) =>
      base64 === undefined ? [] : [Buffer.from(base64, 'base64')],
    );
    audio.set(sessionId, new AudioStream(binary));
  }
  return audio;
}

function sessionIn(text = ''): string | undefined {
  try {
    const { request_id: id } = parseJson(text) as { readonly request_id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
