// The commands of the speech domain: the sum of its rooms.

import type { AgentCommand, AgentOperatorCommand } from './agent/commands.ts';
import type { ListenCommand } from './listen/commands.ts';
import type { RememberSound, SetScript } from './recognition/commands.ts';
import type { EndSession, OpenSessionOf, ReportCallback } from './session/commands.ts';
import type { SessionParameters } from './sessions.ts';
import type { SpeakCommand } from './speak/commands.ts';
import type { TurnCommand } from './turns/commands.ts';

export type * from './agent/commands.ts';
export type * from './listen/commands.ts';
export type * from './recognition/commands.ts';
export type * from './session/commands.ts';
export type * from './speak/commands.ts';
export type * from './turns/commands.ts';

export type OpenSession = OpenSessionOf<SessionParameters>;

/** Commands about an open session. */
export type SessionCommand = SpeakCommand | ListenCommand | TurnCommand | AgentCommand | EndSession;

/** Commands about no session, and those that open one. */
export type SpeechOperatorCommand =
  SetScript | RememberSound | ReportCallback | AgentOperatorCommand | OpenSession;

export type SpeechCommand = SpeechOperatorCommand | SessionCommand;
