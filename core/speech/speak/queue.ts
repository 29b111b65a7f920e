// The queue of a session: the sentences to speak, and the flushes to confirm.

import type { SpeakSessionRecord } from './record.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { atSpeed, voiceOf } from '../synthesis/voices.ts';

/** The question to the voice about the first sentence of a queue; undefined if no sentence waits. */
export function firstSpeech(session: SpeakSessionRecord): SynthesisQuestion | undefined {
  const [first] = session.queue;
  return first?.kind === 'sentence' ? speechOf(session, first.text) : undefined;
}

/** The questions to the voice about all sentences of a queue, in order. */
export function queuedSpeech(session: SpeakSessionRecord): readonly SynthesisQuestion[] {
  return session.queue.flatMap((item) =>
    item.kind === 'sentence' ? [speechOf(session, item.text)] : [],
  );
}

function speechOf({ parameters }: SpeakSessionRecord, text: string): SynthesisQuestion {
  const { model, encoding, sampleRate, speed } = parameters;
  return { voice: atSpeed(voiceOf(model), speed), text, encoding, sampleRate };
}
