// Changes of a session on /v1/listen, by event. Results change nothing: they follow from the audio.

import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import type { AudioReceived } from '../recognition/events.ts';
import { noAudio, withFrame } from '../recognition/received-audio.ts';
import { storedFindings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import type { RulesByType } from '../session/rules.ts';
import { finalizeChannels, heardChannels, initialChannels, listenTo } from './audio-channels.ts';
import type { AudioFinalized, ListenChannelEvent } from './events.ts';
import type { ListenOpening, ListenSessionRecord } from './record.ts';
import { listenSources } from './sources.ts';

export function openListening(
  { sessionId: id, path, parameters, aside, limits, modelUuid }: SessionOpenedOf<ListenOpening>,
  ordinal: number,
  openedMs: number,
): ListenSessionRecord {
  return {
    id,
    path,
    openedMs,
    parameters,
    callbackUrl: aside?.callbackUrl ?? null,
    limits,
    modelUuid,
    ordinal,
    audio: noAudio,
    channels: initialChannels(parameters),
  };
}

export const listenChanges: RulesByType<
  Exclude<ListenChannelEvent, { readonly type: 'SessionOpened' | 'SessionEnded' }>,
  [ListenSessionRecord, RecognitionState],
  ListenSessionRecord
> = {
  AudioReceived: withAudio,
  AudioFinalized: (event, session) => atOnce(finalized(event, session)),
  KeepAliveReceived: unchanged,
  VoiceStarted: unchanged,
  ResultProduced: unchanged,
  UtteranceEnded: unchanged,
  StreamSummarized: unchanged,
  CallbackQueued: unchanged,
  CallbackReported: unchanged,
  SessionWarned: unchanged,
};

/** Each channel is a piece: it may have hundreds of words. */
export const listenChangesInPieces: RulesByType<
  AudioFinalized,
  [ListenSessionRecord],
  InPieces<ListenSessionRecord>
> = { AudioFinalized: finalized };

function unchanged(_event: unknown, session: ListenSessionRecord): ListenSessionRecord {
  return session;
}

function withAudio(
  event: AudioReceived,
  session: ListenSessionRecord,
  state: RecognitionState,
): ListenSessionRecord {
  const { parameters, audio } = session;
  const sources = listenSources(session, event, state, storedFindings(event));
  const channels =
    heardChannels.recall(session, event, state) ??
    atOnce(listenTo(session.channels, event, parameters, sources))[0];
  return { ...session, audio: withFrame(audio, event), channels };
}

function* finalized(
  { channel }: AudioFinalized,
  session: ListenSessionRecord,
): InPieces<ListenSessionRecord> {
  const { parameters, audio } = session;
  const [channels] = yield* finalizeChannels(session.channels, audio.hops, channel, parameters);
  return { ...session, channels };
}
