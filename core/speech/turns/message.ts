// Messages of /v2/listen (spec/speech.md, "Listen v2 messages"). Times are in hops, 10 ms each.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { TurnsChannelEvent, TurnReported } from './events.ts';
import type { TurnThresholds } from './thresholds.ts';
import { closeMessage, type CloseMessage } from '../session/close-message.ts';

export type TurnMessage =
  | { readonly kind: 'connected'; readonly requestId: string; readonly sequenceId: number }
  | ({
      readonly kind: 'turn';
      readonly requestId: string;
      readonly transcript: string;
    } & Omit<TurnReported, 'type' | 'sessionId'>)
  | {
      readonly kind: 'configured';
      readonly requestId: string;
      readonly sequenceId: number;
      readonly thresholds: TurnThresholds;
      readonly keyterms: readonly string[];
      readonly languageHints?: readonly string[];
    }
  | {
      readonly kind: 'configureRejected';
      readonly requestId: string;
      readonly sequenceId: number;
      readonly code: string;
      readonly description: string;
    }
  | {
      readonly kind: 'error';
      readonly sequenceId: number;
      readonly code: string;
      readonly description: string;
    }
  | CloseMessage;

/** The message of an event to the client of its session; undefined if it has none. */
export function turnMessage(event: TurnsChannelEvent): TurnMessage | undefined {
  const { sessionId: requestId } = event;
  switch (event.type) {
    case 'SessionOpened':
      return { kind: 'connected', requestId, sequenceId: 0 };
    case 'TurnReported': {
      const { type: _, sessionId: __, ...report } = event;
      const transcript = report.words.map(({ text }) => text).join(' ');
      return { kind: 'turn', requestId, transcript, ...report };
    }
    case 'TurnsConfigured': {
      const { sequenceId, thresholds, keyterms, languageHints } = event;
      const own = omitUndefined({ languageHints });
      return { kind: 'configured', requestId, sequenceId, thresholds, keyterms, ...own };
    }
    case 'ConfigureRejected': {
      const { sequenceId, code, description } = event;
      return { kind: 'configureRejected', requestId, sequenceId, code, description };
    }
    case 'SessionFailed': {
      const { sequenceId, code, description } = event;
      return { kind: 'error', sequenceId, code, description };
    }
    case 'SessionEnded':
      return closeMessage(event);
    case 'AudioReceived':
    case 'TurnForced':
    case 'SessionWarned': // the channel has no message for it
      return undefined;
  }
}
