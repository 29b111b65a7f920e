// A session as it begins.

import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { SessionOpened } from './events.ts';
import { initialHearing } from './recognition/hearing/hear.ts';
import { initialChannels } from './listen/channels.ts';
import type { SpeechSession } from './sessions.ts';
import type { ReceivedAudio } from './session/record.ts';
import { initialTurns } from './turns/turn.ts';
import { initialProgress } from './agent/thinking/script.ts';
import { initialUserTurn } from './agent/user-turn.ts';

/** The SHA-256 of no bytes. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const noAudio: ReceivedAudio = {
  samples: 0,
  sampleRate: 0,
  channels: 0,
  hops: 0,
  sha256: emptySha256,
};

export function opened(event: SessionOpened, ordinal: number, openedMs: number): SpeechSession {
  const { sessionId: id, limits, modelUuid } = event;
  switch (event.path) {
    case '/v1/speak':
      return {
        id,
        path: event.path,
        openedMs,
        parameters: event.parameters,
        limits,
        modelUuid,
        buffer: '',
        queue: [],
        sequenceId: 0,
        flushesMs: [],
        texts: [],
        isClosing: false,
      };
    case '/v1/listen':
      return {
        id,
        path: event.path,
        openedMs,
        parameters: event.parameters,
        callbackUrl: event.aside?.callbackUrl ?? null,
        limits,
        modelUuid,
        ordinal,
        audio: noAudio,
        channels: initialChannels(event.parameters),
      };
    case '/v2/listen': {
      const { thresholds, keyterms, text, languageHints } = event.parameters;
      return {
        id,
        path: event.path,
        openedMs,
        parameters: event.parameters,
        limits,
        modelUuid,
        ordinal,
        audio: noAudio,
        hearing: initialHearing(),
        turns: initialTurns(),
        thresholds,
        keyterms,
        ...omitUndefined({ text, languageHints }),
        sequenceId: 1, // 0 is that of Connected
      };
    }
    case '/v1/agent/converse':
      return {
        id,
        path: event.path,
        openedMs,
        parameters: event.parameters,
        limits,
        modelUuid,
        ordinal,
        audio: noAudio,
        hearing: initialHearing(),
        settings: null,
        user: initialUserTurn(),
        phase: 'unset',
        history: [],
        turn: 0,
        thinking: null,
        reply: null,
        script: initialProgress,
        lastReply: '',
        callCount: 0,
      };
  }
}
