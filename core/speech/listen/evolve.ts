// Events of a session on /v1/listen.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import type { AudioFinalized, AudioReceived } from '../events.ts';
import { captionsIn } from '../recognition/hearing/captions.ts';
import { hopCount } from '../recognition/hearing/measured.ts';
import { listeningSources, recalled } from '../recognition/sources.ts';
import { finalizeChannels, heardChannels, listenTo } from './channels.ts';
import type { ListenSession } from '../sessions.ts';
import type { ReceivedAudio } from '../session/record.ts';
import type { ReadonlySpeechState } from '../state.ts';

export function heard(
  session: ListenSession,
  event: AudioReceived,
  state: ReadonlySpeechState,
): ListenSession {
  const { parameters, audio } = session;
  const sources = listeningSources(session, event, state, recalled(event));
  const channels =
    heardChannels.recall(session, event, state) ??
    atOnce(listenTo(session.channels, event, parameters, sources))[0];
  return { ...session, audio: withFrame(audio, event), channels };
}

export function* finalized(
  session: ListenSession,
  { channel }: AudioFinalized,
): InPieces<ListenSession> {
  const { parameters, audio } = session;
  const [channels] = yield* finalizeChannels(session.channels, audio.hops, channel, parameters);
  return { ...session, channels };
}

export function withFrame(audio: ReceivedAudio, frame: AudioReceived): ReceivedAudio {
  const [sound] = frame.sound;
  const caption = captionsIn(audio, frame).at(-1);
  return {
    samples: audio.samples + frame.samples,
    sampleRate: frame.sampleRate,
    channels: frame.channels,
    hops: audio.hops + (sound === undefined ? 0 : hopCount(sound)),
    sha256: frame.streamSha256,
    ...omitUndefined({ caption }),
  };
}
