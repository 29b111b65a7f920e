// Rules of single connections: each has a state of its own, from its opening to its close. What a recording shows of connections that
// were open before it is not judged.

import type { RuleFinding, ServiceRule } from '../../kernel/rule.ts';
import type {
  ChannelName,
  ConnectionOpened,
  SessionObservation,
  SpeechObservation,
} from './observations.ts';

interface SessionRule<State> {
  readonly name: string;
  readonly spec: string;
  readonly channels: readonly ChannelName[];
  readonly start: (opened: ConnectionOpened) => State;
  readonly observe: (
    state: State,
    observation: Exclude<SessionObservation, ConnectionOpened>,
  ) => readonly RuleFinding[];
}

/** A state for each open connection. */
type OpenSessions<State> = Map<number, { readonly state: State }>;

export function sessionRule<State>({
  name,
  spec,
  channels,
  start,
  observe,
}: SessionRule<State>): ServiceRule<SpeechObservation, OpenSessions<State>> {
  return {
    name,
    spec,
    start: () => new Map(),
    observe(sessions, observation) {
      if (observation.kind === 'struck') {
        sessions.clear();
        return [];
      }
      const { conn } = observation;
      if (observation.kind === 'opened') {
        if (channels.includes(observation.channel))
          sessions.set(conn, { state: start(observation) });
        return [];
      }
      const session = sessions.get(conn);
      if (session === undefined) return [];
      if (observation.kind === 'closed') sessions.delete(conn);
      return observe(session.state, observation);
    },
  };
}
