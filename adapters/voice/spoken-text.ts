// Synthesises a text: the audio of its sentences, joined as in /v1/speak, and the places of its words.

import { speech } from '../../core/index.ts';
import type { Synthesiser } from './synthesiser.ts';

export interface TextManner {
  readonly model: string;
  readonly encoding: speech.AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
}

export interface SpokenText {
  /** Samples without a header. */
  readonly audio: Buffer;
  readonly samples: number;
  /** For each word: its first sample, and the sample after its last one. */
  readonly words: readonly number[];
  readonly sentences: readonly VoicedSentence[];
}

export interface VoicedSentence {
  readonly text: string;
  readonly voice: speech.Voice;
  /** For the recognition of the sentence; absent if no voice is detected in it. */
  readonly sound?: speech.SoundPrint;
}

/** A text that cannot be spoken. */
export class UnspeakableTextError extends Error {
  constructor(text: string, reason: string) {
    super(`'${text.slice(0, 40)}' cannot be spoken: ${reason}`);
    this.name = 'UnspeakableTextError';
  }
}

/** Rejects with UnspeakableTextError. */
export async function speakText(
  text: string,
  { model, encoding, sampleRate }: TextManner,
  { oracle, audioOf }: Pick<Synthesiser, 'oracle' | 'audioOf'>,
): Promise<SpokenText> {
  const voice = speech.voiceOf(model);
  const parts: Buffer[] = [];
  const words: number[] = [];
  const sentences: VoicedSentence[] = [];
  let samples = 0;
  for (const sentence of speech.sentencesOf(text)) {
    const question = { voice, text: sentence, encoding, sampleRate };
    const answer = (await oracle(question)) as speech.SynthesisAnswer;
    if (answer.kind === 'unspeakable') throw new UnspeakableTextError(sentence, answer.reason);
    const { sound } = answer;
    for (const { start, end } of sound?.words ?? []) {
      words.push(...[start, end].map((hop) => samples + (hop * sampleRate) / 100));
    }
    parts.push(await audioOf(question));
    sentences.push({ text: sentence, voice, ...(sound === undefined ? {} : { sound }) });
    samples += answer.samples;
  }
  return { audio: Buffer.concat(parts), samples, words, sentences };
}
