// A voice without sound: durations depend on the text, and texts with a certain word have no audio.

import { createHash } from 'node:crypto';
import type { OracleCache } from '../../../core/engine/oracle-cache.ts';
import { canonical, type Json } from '../../../core/kernel/canonical.ts';
import type { Question } from '../../../core/kernel/due.ts';
import type { Oracles } from '../../../core/ports/oracle.ts';
import type {
  SynthesisAnswer,
  SynthesisQuestion,
} from '../../../core/speech/synthesis/synthesis.ts';
import { fakeSound } from './known-sounds.ts';

/** A text with this word has no audio. */
export const muteWord = 'hush';

/** The answer for a text with this word contains its sound print. */
export const memorableWord = 'memorable';

function fakeSpeech(question: SynthesisQuestion): SynthesisAnswer {
  const { text, sampleRate } = question;
  if (text.includes(muteWord)) return { kind: 'unspeakable', reason: 'it is to be mute.' };
  const sha256 = createHash('sha256').update(canonical(question)).digest('hex');
  const samples = Math.round(text.length * 0.06 * sampleRate);
  if (!text.includes(memorableWord)) return { kind: 'spoken', samples, sha256 };
  return { kind: 'spoken', samples, sha256, sound: fakeSound(text).print };
}

const answer = ({ about }: Question): Json => fakeSpeech(about as SynthesisQuestion);

/** Answers every question at once, for worlds without an engine. */
export const immediateAnswers: OracleCache = {
  request: () => undefined,
  answerTo: (question) => ({ answer: answer(question) }),
  whenAnswered: () => Promise.resolve(),
  seed: () => undefined,
};

/** A voice whose answers a test releases one by one, in any order. */
export interface LateVoice {
  /** One function for each open question, in order; it resolves the answer. */
  readonly pending: (() => void)[];
  readonly oracles: Oracles;
}

export function createLateVoice(): LateVoice {
  const asked: (() => void)[] = [];
  const synthesis = (about: Json) =>
    new Promise<Json>((resolve) => {
      asked.push(() => resolve(fakeSpeech(about as SynthesisQuestion)));
    });
  return { pending: asked, oracles: { synthesis } };
}
