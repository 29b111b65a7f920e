// Commands of the speech service for tests, with overrides of their members.

import type { OpenSession, SpeechCommand } from '../../../core/speech/commands.ts';
import type { Given } from '../given.ts';
import type { SpeechEvent } from '../../../core/speech/events.ts';
import type { SpeakParameters, SpeakSessionRecord } from '../../../core/speech/speak/record.ts';
import type { SessionLimits } from '../../../core/speech/session/record.ts';
import type { SpeechRejection } from '../../../core/speech/rejections.ts';
import type { ReadonlySpeechState } from '../../../core/speech/state.ts';

export type SpeechWorld = Given<SpeechCommand, SpeechEvent, SpeechRejection>;

const parameters: SpeakParameters = {
  model: 'aura-asteria-en',
  encoding: 'linear16',
  sampleRate: 24_000,
  mipOptOut: false,
};

const limits: SessionLimits = { idleMs: 60_000, charactersPerMinute: null };

export function open(
  own: {
    readonly parameters?: Partial<SpeakParameters>;
    readonly limits?: Partial<SessionLimits>;
  } = {},
): Extract<OpenSession, { readonly path: '/v1/speak' }> {
  return {
    type: 'OpenSession',
    path: '/v1/speak',
    parameters: { ...parameters, ...own.parameters },
    limits: { ...limits, ...own.limits },
  };
}

/** A world with one open session. */
export function openSession(own: Parameters<typeof open>[0] = {}) {
  return (world: SpeechWorld) => {
    const [opened] = world.having(open(own)).events;
    return { sessionId: opened?.type === 'SessionOpened' ? opened.sessionId : '' };
  };
}

type InSession<World> = (world: World) => SpeechCommand;

/** The open session of /v1/speak with this id. */
export function speakSession(
  { sessions }: Pick<ReadonlySpeechState, 'sessions'>,
  sessionId: string,
): SpeakSessionRecord | undefined {
  const session = sessions.get(sessionId);
  return session?.path === '/v1/speak' ? session : undefined;
}

export type Session = { readonly sessionId: string };

export const text =
  (words: string): InSession<Session> =>
  ({ sessionId }) => ({ type: 'AddText', sessionId, text: words });

const plain =
  (type: 'FlushText' | 'ClearText' | 'CloseSession'): InSession<Session> =>
  ({ sessionId }) => ({ type, sessionId });

export const flush = plain('FlushText');
export const clear = plain('ClearText');
export const close = plain('CloseSession');
