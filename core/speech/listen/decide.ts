// The rules of /v1/listen, by command: audio is recognized, and its results become events.

import { inOnePiece, type InPieces } from '../../kernel/pieces.ts';
import { ok } from '../../kernel/result.ts';
import type { ReceiveAudio } from '../recognition/commands.ts';
import type { AudioReceived } from '../recognition/events.ts';
import { computedFindings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import { endedBy, type SpeechDecision } from '../session/decision.ts';
import type { RulesByType } from '../session/rules.ts';
import {
  closeChannels,
  finalizeChannels,
  heardChannels,
  listenTo,
  type ChannelOutput,
} from './audio-channels.ts';
import type { FinalizeAudio, ListenCommand } from './commands.ts';
import type { ListenChannelEvent } from './events.ts';
import { listeningEndings } from './limits.ts';
import type { ListenSessionRecord } from './record.ts';
import { listenSources } from './sources.ts';

type Decision = SpeechDecision<ListenChannelEvent>;

export const listenRules: RulesByType<
  ListenCommand,
  [ListenSessionRecord, RecognitionState],
  InPieces<Decision>
> = {
  ReceiveAudio: receiveAudio,
  FinalizeAudio: finalizeAudio,
  KeepAlive: inOnePiece((_, { id: sessionId }) => ok([{ type: 'KeepAliveReceived', sessionId }])),
  CloseSession: (_, session) => endListening(session, listeningEndings.done),
  RejectAudio: (_, session) => endListening(session, listeningEndings.undecodable),
  RejectFrame: (_, session) => endListening(session, listeningEndings.undecodable),
  EndIdleSession: (_, session) => endListening(session, listeningEndings.idle),
};

function* receiveAudio(
  command: ReceiveAudio,
  session: ListenSessionRecord,
  state: RecognitionState,
): InPieces<Decision> {
  const { id: sessionId, channels, parameters } = session;
  const { findings, found } = computedFindings(state);
  const sources = listenSources(session, command, state, findings);
  const [listened, outputs] = yield* listenTo(channels, command, parameters, sources);
  const received: AudioReceived = { ...command, type: 'AudioReceived', ...found() };
  heardChannels.remember(session, received, state, listened);
  return ok([received, ...events(sessionId, listened.length, outputs)]);
}

/** Always answered: a number without a channel stands for all channels. */
function* finalizeAudio(command: FinalizeAudio, session: ListenSessionRecord): InPieces<Decision> {
  const { id: sessionId, channels, audio, parameters } = session;
  const channel = channels[command.channel ?? -1] === undefined ? undefined : command.channel;
  const [, outputs] = yield* finalizeChannels(channels, audio.hops, channel, parameters);
  const finalized: ListenChannelEvent = {
    type: 'AudioFinalized',
    sessionId,
    ...(channel === undefined ? {} : { channel }),
  };
  return ok([finalized, ...events(sessionId, channels.length, outputs)]);
}

/** Finalizes the rest of the audio. The summary is the last message. */
function* endListening(
  session: ListenSessionRecord,
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
): readonly ListenChannelEvent[] {
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
