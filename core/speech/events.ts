// The events of the speech domain: the sum of its rooms.

import type { AgentChannelEvent, AgentOperatorEvent } from './agent/events.ts';
import type { ListenChannelEvent } from './listen/events.ts';
import type { ScriptSet, SoundRemembered } from './recognition/events.ts';
import type { SessionOpenedOf } from './session/events.ts';
import type { SessionParameters } from './sessions.ts';
import type { SpeakChannelEvent } from './speak/events.ts';
import type { TurnsChannelEvent } from './turns/events.ts';

export type * from './agent/events.ts';
export type * from './listen/events.ts';
export type * from './recognition/events.ts';
export type * from './session/events.ts';
export type * from './speak/events.ts';
export type * from './turns/events.ts';

export type SessionOpened = SessionOpenedOf<SessionParameters>;

/** Events of a session, by the path of its channel. */
export interface ChannelEvents {
  readonly '/v1/speak': SpeakChannelEvent;
  readonly '/v1/listen': ListenChannelEvent;
  readonly '/v2/listen': TurnsChannelEvent;
  readonly '/v1/agent/converse': AgentChannelEvent;
}

/** Events of a session. */
export type SessionEvent = ChannelEvents[keyof ChannelEvents];

/** Events of no session. */
export type OperatorEvent = ScriptSet | SoundRemembered | AgentOperatorEvent;

export type SpeechEvent = OperatorEvent | SessionEvent;
