// The dues of a session on /v2/listen, by event: only audio and turns that the client ends move its end after silence.

import type { DueChange } from '../../kernel/due.ts';
import { idle, noDues } from '../session/react.ts';
import type { RulesByType } from '../session/rules.ts';
import type { TurnCommand } from './commands.ts';
import type { TurnsChannelEvent } from './events.ts';
import type { TurnSessionRecord } from './record.ts';

type Changes = readonly DueChange<TurnCommand>[];

export const turnDueNames = ['idle'] as const;

export const turnReactions: RulesByType<
  Exclude<TurnsChannelEvent, { readonly type: 'SessionEnded' }>,
  [TurnSessionRecord, number],
  Changes
> = {
  SessionOpened: moveIdleEnd,
  AudioReceived: moveIdleEnd,
  TurnForced: moveIdleEnd,
  TurnReported: () => noDues,
  TurnsConfigured: () => noDues,
  ConfigureRejected: () => noDues,
  SessionFailed: () => noDues,
  SessionWarned: () => noDues,
};

function moveIdleEnd(_event: unknown, session: TurnSessionRecord, atMs: number): Changes {
  return idle(session, atMs);
}
