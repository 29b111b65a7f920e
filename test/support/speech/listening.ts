// Commands of sessions on /v1/listen for tests, with measured audio.

import { bytesToBase64, uint16sToBase64 } from '../../../core/kernel/base64.ts';
import type { OpenSession, SpeechCommand } from '../../../core/speech/commands.ts';
import type { MeasuredHop } from '../../../core/speech/recognition/hearing/hear.ts';
import type { ListenParameters } from '../../../core/speech/listen/parameters.ts';
import { plainText } from '../../../core/speech/text/options.ts';
import type { Session, SpeechWorld } from './commands.ts';

const parameters: ListenParameters = {
  model: 'nova-2',
  version: null,
  encoding: 'linear16',
  sampleRate: 8_000,
  channels: 1,
  multichannel: false,
  interimResults: false,
  endpointingMs: 300,
  utteranceEndMs: null,
  vadEvents: false,
  text: plainText,
  extra: [],
  tags: [],
  mipOptOut: false,
  callback: null,
};

function openListening(
  own: Partial<ListenParameters> = {},
): Extract<OpenSession, { readonly path: '/v1/listen' }> {
  return {
    type: 'OpenSession',
    path: '/v1/listen',
    parameters: { ...parameters, ...own },
    limits: { idleMs: 10_000, charactersPerMinute: null },
  };
}

/** A world with one open session. */
export function listeningSession(own?: Partial<ListenParameters>) {
  return (world: SpeechWorld) => {
    const [opened] = world.having(openListening(own)).events;
    return { sessionId: opened?.type === 'SessionOpened' ? opened.sessionId : '' };
  };
}

type InSession = (world: Session) => SpeechCommand;

/** Audio of 8 kHz with these channels, and some samples that are not measured yet. */
export function audio(channels: readonly (readonly MeasuredHop[])[], unmeasured = 0): InSession {
  const samples = 80 * (channels[0]?.length ?? 0) + unmeasured;
  return ({ sessionId }) => ({
    type: 'ReceiveAudio',
    sessionId,
    attachment: 'a'.repeat(64),
    streamSha256: 'b'.repeat(64),
    bytes: 2 * channels.length * samples,
    samples,
    sampleRate: 8_000,
    channels: channels.length,
    sound: channels.map((hops) => ({
      levels: bytesToBase64(Uint8Array.from(hops, ({ level }) => level)),
      fingerprints: uint16sToBase64(hops.map(({ fingerprint }) => fingerprint)),
    })),
  });
}

export const finalizeAudio =
  (channel?: number): InSession =>
  ({ sessionId }) => ({
    type: 'FinalizeAudio',
    sessionId,
    ...(channel === undefined ? {} : { channel }),
  });
