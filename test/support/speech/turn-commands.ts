// Commands of sessions on /v2/listen for tests, with overrides of their members.

import { bytesToBase64, uint16sToBase64 } from '../../../core/kernel/base64.ts';
import type { MeasuredHop } from '../../../core/speech/recognition/hearing/hear.ts';
import type { OpenSession, SpeechCommand } from '../../../core/speech/commands.ts';
import type { TurnParameters } from '../../../core/speech/turns/record.ts';
import type { TurnSessionRecord } from '../../../core/speech/turns/record.ts';
import type { ReadonlySpeechState } from '../../../core/speech/state.ts';
import { turnIdleMsDefault } from '../../../core/speech/turns/limits.ts';
import { turnSettingsDefault, type TurnChange } from '../../../core/speech/turns/thresholds.ts';
import type { Session, SpeechWorld } from './commands.ts';

type InSession = (world: Session) => SpeechCommand;

const sampleRate = 16_000;

export function openTurns(own: Partial<TurnParameters> = {}) {
  return (world: SpeechWorld): Session => {
    const command: OpenSession = {
      type: 'OpenSession',
      path: '/v2/listen',
      parameters: {
        model: 'flux-general-en',
        encoding: 'linear16',
        sampleRate,
        ...turnSettingsDefault,
        tags: [],
        mipOptOut: false,
        ...own,
      },
      limits: { idleMs: turnIdleMsDefault, charactersPerMinute: null },
    };
    const [opened] = world.having(command).events;
    return { sessionId: opened?.type === 'SessionOpened' ? opened.sessionId : '' };
  };
}

/** A frame with these measured hops of 10 ms. */
export const measured =
  (hops: readonly MeasuredHop[]): InSession =>
  ({ sessionId }) => ({
    type: 'ReceiveAudio',
    sessionId,
    attachment: '00'.repeat(32),
    streamSha256: '00'.repeat(32),
    bytes: (hops.length * sampleRate * 2) / 100,
    samples: (hops.length * sampleRate) / 100,
    sampleRate,
    channels: 1,
    sound: [
      {
        levels: bytesToBase64(Uint8Array.from(hops, ({ level }) => level)),
        fingerprints: uint16sToBase64(hops.map(({ fingerprint }) => fingerprint)),
      },
    ],
  });

/** A frame of silence of this many hops of 10 ms. */
export const silent = (hops: number) =>
  measured(Array.from({ length: hops }, () => ({ level: 0, fingerprint: 0 })));

export const configure =
  (change: TurnChange): InSession =>
  ({ sessionId }) => ({ type: 'ConfigureTurns', sessionId, change });

/** The open session of /v2/listen with this id. */
export function turnSession(
  { sessions }: Pick<ReadonlySpeechState, 'sessions'>,
  sessionId: string,
): TurnSessionRecord | undefined {
  const session = sessions.get(sessionId);
  return session?.path === '/v2/listen' ? session : undefined;
}
