// The dues of a session on /v1/listen, by event: each frame moves its end after silence.

import type { DueChange } from '../../kernel/due.ts';
import { idle, noDues } from '../session/react.ts';
import type { RulesByType } from '../session/rules.ts';
import type { ListenCommand } from './commands.ts';
import type { ListenChannelEvent } from './events.ts';
import type { ListenSessionRecord } from './record.ts';

type Changes = readonly DueChange<ListenCommand>[];

export const listenDueNames = ['idle'] as const;

export const listenReactions: RulesByType<
  Exclude<ListenChannelEvent, { readonly type: 'SessionEnded' }>,
  [ListenSessionRecord, number],
  Changes
> = {
  SessionOpened: moveIdleEnd,
  AudioReceived: moveIdleEnd,
  AudioFinalized: moveIdleEnd,
  KeepAliveReceived: moveIdleEnd,
  SessionWarned: moveIdleEnd,
  VoiceStarted: () => noDues,
  ResultProduced: () => noDues,
  UtteranceEnded: () => noDues,
  StreamSummarized: () => noDues,
  CallbackQueued: () => noDues,
  CallbackReported: () => noDues,
};

function moveIdleEnd(_event: unknown, session: ListenSessionRecord, atMs: number): Changes {
  return idle(session, atMs);
}
