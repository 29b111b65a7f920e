// The rules of audio on /v1/listen: it is heard, and its results become events.

import type { InPieces } from '../../kernel/pieces.ts';
import { ok } from '../../kernel/result.ts';
import type { FinalizeAudio, ReceiveAudio } from '../commands.ts';
import type { AudioReceived, SpeechEvent } from '../events.ts';
import { listeningSources, findingOut } from '../recognition/sources.ts';
import {
  closeChannels,
  finalizeChannels,
  heardChannels,
  listenTo,
  type ChannelOutput,
} from './channels.ts';
import type { listeningEndings } from './limits.ts';
import type { ListenSession } from '../sessions.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { endedBy, type Decision } from '../session/decision.ts';

export function* receiveAudio(
  command: ReceiveAudio,
  session: ListenSession,
  state: ReadonlySpeechState,
): InPieces<Decision> {
  const { id: sessionId, channels, parameters } = session;
  const { findings, found } = findingOut(state);
  const sources = listeningSources(session, command, state, findings);
  const [listened, outputs] = yield* listenTo(channels, command, parameters, sources);
  const received: AudioReceived = { ...command, type: 'AudioReceived', ...found() };
  heardChannels.remember(session, received, state, listened);
  return ok([received, ...events(sessionId, listened.length, outputs)]);
}

/** Always answered: a channel that has no results of its own stands for all. */
export function* finalizeAudio(command: FinalizeAudio, session: ListenSession): InPieces<Decision> {
  const { id: sessionId, channels, audio, parameters } = session;
  const channel = channels[command.channel ?? -1] === undefined ? undefined : command.channel;
  const [, outputs] = yield* finalizeChannels(channels, audio.hops, channel, parameters);
  const finalized: SpeechEvent = {
    type: 'AudioFinalized',
    sessionId,
    ...(channel === undefined ? {} : { channel }),
  };
  return ok([finalized, ...events(sessionId, channels.length, outputs)]);
}

export function keepAlive({ id: sessionId }: ListenSession): Decision {
  return ok([{ type: 'KeepAliveReceived', sessionId }]);
}

/** The rest of the audio becomes final; the summary is the last message. */
export function* endListening(
  session: ListenSession,
  ending: (typeof listeningEndings)[keyof typeof listeningEndings],
): InPieces<Decision> {
  const { id: sessionId, channels, audio, parameters } = session;
  const [, outputs] = yield* closeChannels(channels, audio, parameters);
  const { samples, sampleRate, channels: sent, sha256 } = audio;
  return ok([
    ...events(sessionId, channels.length, outputs),
    { type: 'StreamSummarized', sessionId, samples, sampleRate, channels: sent, sha256 },
    endedBy(session, ending),
  ]);
}

function events(
  sessionId: string,
  channelCount: number,
  outputs: readonly ChannelOutput[],
): readonly SpeechEvent[] {
  return outputs.map(({ channel, output }) => {
    const place = { sessionId, channel, channelCount };
    switch (output.kind) {
      case 'speechStarted':
        return { type: 'VoiceStarted', ...place, at: output.at };
      case 'result': {
        const { kind: _, ...result } = output;
        return { type: 'ResultProduced', ...place, ...result };
      }
      case 'utteranceEnd':
        return { type: 'UtteranceEnded', ...place, lastWordEnd: output.lastWordEnd };
    }
  });
}
