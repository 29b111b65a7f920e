// The answer of the synthesis that an event shows: a past can be decided again without a voice.

import type { ShownAnswer } from '../decider.ts';
import type { SpeechEvent } from './events.ts';
import {
  synthesisQuestion,
  type SynthesisAnswer,
  type SynthesisQuestion,
} from './synthesis/synthesis.ts';

/** Undefined for an event that no sentence led to. */
export function answerIn(event: SpeechEvent): ShownAnswer | undefined {
  const { type } = event;
  if (type === 'SentenceSkipped' || type === 'ReplySkipped') {
    return shown(event.speech, { kind: 'unspeakable', reason: event.reason });
  }
  if (type !== 'SentenceSpoken' && type !== 'ReplySpoken') return undefined;
  const { speech, samples, sha256, sound } = event;
  const answer = { kind: 'spoken', samples, sha256 } as const;
  if (sound === undefined) return shown(speech, answer);
  const { id: _id, ...print } = sound;
  return shown(speech, { ...answer, sound: print });
}

function shown(speech: SynthesisQuestion, answer: SynthesisAnswer): ShownAnswer {
  return { question: synthesisQuestion(speech), answer };
}
