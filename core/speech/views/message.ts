// The message of an event to the client of its session (spec/speech.md, "Speak channel messages").

import type { SpeechEvent } from '../events.ts';
import type { SynthesisQuestion } from '../speaking/synthesis.ts';
import { warnings } from '../speaking/limits.ts';

export type SpeechMessage =
  | {
      readonly kind: 'metadata';
      readonly requestId: string;
      readonly modelName: string;
      readonly modelVersion: string;
      readonly modelUuid: string;
    }
  | { readonly kind: 'audio'; readonly speech: SynthesisQuestion; readonly samples: number }
  | { readonly kind: 'flushed' | 'cleared'; readonly sequenceId: number }
  | { readonly kind: 'warning'; readonly code: string; readonly description: string }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string };

/** The version of all models. */
const modelVersion = '2026-01-01.0';

export function messageView(event: SpeechEvent): SpeechMessage | undefined {
  switch (event.type) {
    case 'SessionOpened': {
      const { sessionId: requestId, parameters, modelUuid } = event;
      return { kind: 'metadata', requestId, modelName: parameters.model, modelVersion, modelUuid };
    }
    case 'SentenceSpoken':
      return { kind: 'audio', speech: event.speech, samples: event.samples };
    case 'SentenceSkipped': {
      const description = `No audio was made of "${event.speech.text.slice(0, 40)}": ${event.reason}`;
      return { kind: 'warning', code: warnings.unspeakable, description };
    }
    case 'FlushConfirmed':
      return { kind: 'flushed', sequenceId: event.sequenceId };
    case 'TextCleared':
      return { kind: 'cleared', sequenceId: event.sequenceId };
    case 'SessionWarned':
      return { kind: 'warning', code: event.code, description: event.description };
    case 'SessionEnded':
      return event.by === 'client'
        ? undefined
        : { kind: 'close', code: event.code, reason: event.reason };
    case 'TextAdded':
    case 'TextFlushed':
    case 'SessionClosing':
      return undefined;
  }
}
