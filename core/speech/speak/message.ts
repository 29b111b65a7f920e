// Messages of /v1/speak (spec/speech.md, "Speak channel messages").

import type { SpeakChannelEvent } from './events.ts';
import { warnings } from './limits.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { closeMessage, type CloseMessage } from '../session/close-message.ts';
import { modelVersion } from '../session/model.ts';

export type SpeakMessage =
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
  | CloseMessage;

/** The message of an event to the client of its session; undefined if it has none. */
export function speakMessage(event: SpeakChannelEvent): SpeakMessage | undefined {
  switch (event.type) {
    case 'SessionOpened': {
      if (event.path !== '/v1/speak') return undefined;
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
      return closeMessage(event);
    case 'TextAdded':
    case 'TextFlushed':
    case 'SessionClosing':
      return undefined;
  }
}
