// Speech synthesis: the oracle `synthesis`, and the audio of its answers. Every text gets an answer, even if its thread fails.

import { createHash } from 'node:crypto';
import { canonical, type Oracle, type speech } from '../../core/index.ts';
import { sampleBytes } from '../audio/encoding.ts';
import { siblingModule } from '../hosts/worker/start-worker.ts';
import { createWorkerPool } from '../hosts/worker/worker-pool.ts';
import { createAudioCache } from './audio-cache.ts';
import { piecesOf } from './pieces.ts';
import { joined, type SpokenPiece } from './speak-piece.ts';
import type { ThreadAnswer, ThreadQuestion } from './synthesis-thread.ts';

export interface Synthesiser {
  /** Answers a speech.SynthesisQuestion with a speech.SynthesisAnswer. Rejects only when closed. */
  readonly oracle: Oracle;
  /** Starts the thread in advance, to answer the first question sooner. */
  readonly start: () => void;
  /** The encoded audio of a question, at once if it is cached. Rejects if the text is unspeakable, or on close. */
  readonly audioOf: (question: speech.SynthesisQuestion) => Buffer | Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export interface SynthesiserOptions {
  /** The module of the thread. Default: synthesis-thread beside this file. */
  readonly module?: URL;
  /** The time limit of a piece of text. */
  readonly pieceMsMax?: number;
}

interface Speech {
  readonly answer: speech.SynthesisAnswer;
  /** Empty if the text is unspeakable. */
  readonly audio: Buffer;
}

const pieceMsMaxDefault = 10_000;
/** Cached answers, about 2 kB each. */
const printsMax = 1_000;

/** Creates a synthesiser with a separate thread. */
export function createSynthesiser({
  module = siblingModule('synthesis-thread', import.meta.url),
  pieceMsMax = pieceMsMaxDefault,
}: SynthesiserOptions = {}): Synthesiser {
  const pool = createWorkerPool<ThreadQuestion, ThreadAnswer>({
    module,
    attemptsMax: 1,
    answerMsMax: pieceMsMax,
  });
  const spoken = createAudioCache<Speech>();
  /** By text and voice. */
  const prints = new Map<string, speech.SoundPrint>();
  const pending = new Map<string, Promise<Speech>>();
  let isClosed = false;

  function speechOf(question: speech.SynthesisQuestion): Speech | Promise<Speech> {
    const key = canonical(question);
    const known = spoken.get(key) ?? pending.get(key);
    if (known !== undefined) return known;
    const speech = speak(question)
      .then((value) => {
        if (value.answer.kind === 'spoken') spoken.set(key, value);
        return value;
      })
      .finally(() => pending.delete(key));
    pending.set(key, speech);
    return speech;
  }

  async function speak({ text, ...manner }: speech.SynthesisQuestion): Promise<Speech> {
    const pieces: SpokenPiece[] = [];
    let sound: speech.SoundPrint;
    try {
      // One piece at a time, so that a long text does not block others.
      for (const piece of piecesOf(text)) {
        pieces.push((await pool.ask({ ...manner, piece })) as SpokenPiece);
      }
      sound = await printOf(text, manner.voice, pieces);
    } catch (error) {
      if (isClosed) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return { answer: { kind: 'unspeakable', reason }, audio: Buffer.alloc(0) };
    }
    return spokenSpeech(Buffer.concat(pieces.map(({ audio }) => audio)), manner.encoding, sound);
  }

  /** The print does not depend on the encoding. */
  async function printOf(
    text: string,
    voice: speech.Voice,
    pieces: readonly SpokenPiece[],
  ): Promise<speech.SoundPrint> {
    const key = canonical({ text, voice });
    const known = prints.get(key);
    if (known !== undefined) return known;
    const samples = joined(pieces.map((piece) => piece.samples));
    const print = (await pool.ask({ text, voice, samples })) as speech.SoundPrint;
    if (prints.size >= printsMax) prints.delete(prints.keys().next().value ?? '');
    prints.set(key, print);
    return print;
  }

  return {
    oracle: async (question) =>
      (await speechOf(question as unknown as speech.SynthesisQuestion)).answer,
    start: pool.start,
    audioOf(question) {
      const speech = speechOf(question);
      return speech instanceof Promise ? speech.then(audioIn) : audioIn(speech);
    },
    async close() {
      isClosed = true;
      await pool.close();
    },
  };
}

function spokenSpeech(
  audio: Buffer,
  encoding: speech.SynthesisQuestion['encoding'],
  sound: speech.SoundPrint,
): Speech {
  const samples = audio.length / sampleBytes[encoding];
  const sha256 = createHash('sha256').update(audio).digest('hex');
  const answer = { kind: 'spoken', samples, sha256 } as const;
  return { answer: sound.words.length > 0 ? { ...answer, sound } : answer, audio };
}

function audioIn({ answer, audio }: Speech): Buffer {
  if (answer.kind === 'unspeakable') throw new Error(answer.reason);
  return audio;
}

/** The synthesiser of the process. Its thread starts on demand, and ends with the last close. */
export const openSynthesiser = sharing(createSynthesiser);

/** Shares one synthesiser: the last close ends it, and the next open creates another. */
export function sharing(create: () => Synthesiser): () => Synthesiser {
  let shared: { readonly synthesiser: Synthesiser; users: number } | undefined;
  return () => {
    shared ??= { synthesiser: create(), users: 0 };
    const used = shared;
    used.users += 1;
    let isOpen = true;
    return {
      ...used.synthesiser,
      async close() {
        if (!isOpen) return;
        isOpen = false;
        used.users -= 1;
        if (used.users > 0) return;
        shared = undefined;
        await used.synthesiser.close();
      },
    };
  };
}
