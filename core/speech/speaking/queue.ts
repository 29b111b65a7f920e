// The queue of a session: what is to be spoken, and the flushes to confirm.

import type { Session } from '../records/session.ts';
import type { SynthesisQuestion } from './synthesis.ts';
import { voiceOf } from './voices.ts';

/** What the first sentence of a queue is to sound like; undefined if nothing waits. */
export function firstSpeech({ queue, parameters }: Session): SynthesisQuestion | undefined {
  const [first] = queue;
  if (first?.kind !== 'sentence') return undefined;
  const { model, encoding, sampleRate } = parameters;
  return { voice: voiceOf(model), text: first.text, encoding, sampleRate };
}
