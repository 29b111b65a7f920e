// What an operator can do to the calendar and speech services of a world.

import type {
  Agent,
  ExplainedThoughts,
  Operations,
  RegisteredAgent,
  SpeechScript,
} from './control-types.ts';
import type { OperationSender } from './send.ts';

type Fields<Name extends 'setEventFields' | 'setVenueFields' | 'setOrganizerFields'> = NonNullable<
  Operations[Name]['body']
>;

type AudioQuery = Operations['getSessionAudio']['query'];

type ThoughtsQuery = NonNullable<Operations['listThoughts']['query']>;

/** Fields that the calendar API cannot set, by the id of the event, venue or organizer. */
export interface CalendarOperator {
  readonly setEvent: (
    id: number,
    fields: Fields<'setEventFields'>,
  ) => Promise<Operations['setEventFields']['answer']>;
  readonly setVenue: (
    id: number,
    fields: Fields<'setVenueFields'>,
  ) => Promise<Operations['setVenueFields']['answer']>;
  readonly setOrganizer: (
    id: number,
    fields: Fields<'setOrganizerFields'>,
  ) => Promise<Operations['setOrganizerFields']['answer']>;
}

export interface SpeechOperator {
  /** What sessions recognise and agents answer. */
  readonly script: {
    readonly get: () => Promise<SpeechScript>;
    readonly set: (script: SpeechScript) => Promise<SpeechScript>;
  };
  /** Agents that Settings may name by their UUIDs. */
  readonly agents: {
    readonly get: (id: string) => Promise<RegisteredAgent>;
    readonly set: (id: string, agent: Agent) => Promise<RegisteredAgent>;
    readonly remove: (id: string) => Promise<void>;
  };
  /** What agents thought: the rule that matched, what it captured, and the rules that nearly did. */
  readonly thoughts: (query?: ThoughtsQuery) => Promise<ExplainedThoughts>;
  /** The audio of one side of a session, open or over, as a WAV file with 16-bit samples. */
  readonly audio: (id: string, query: AudioQuery) => Promise<Uint8Array>;
}

export function createCalendarOperator(w: string, { send }: OperationSender): CalendarOperator {
  const pathOf = (id: number) => ({ w, id: String(id) });
  return {
    setEvent: (id, body) => send('setEventFields', { path: pathOf(id), body }),
    setVenue: (id, body) => send('setVenueFields', { path: pathOf(id), body }),
    setOrganizer: (id, body) => send('setOrganizerFields', { path: pathOf(id), body }),
  };
}

export function createSpeechOperator(
  w: string,
  { send, readBytes }: OperationSender,
): SpeechOperator {
  return {
    script: {
      get: () => send('getSpeechScript', { path: { w } }),
      set: (body) => send('setSpeechScript', { path: { w }, body }),
    },
    agents: {
      get: (id) => send('getAgent', { path: { w, id } }),
      set: (id, body) => send('setAgent', { path: { w, id }, body }),
      remove: (id) => send('removeAgent', { path: { w, id } }),
    },
    thoughts: (query = {}) => send('listThoughts', { path: { w }, query }),
    audio: (id, query) => readBytes('getSessionAudio', { path: { w, id }, query }),
  };
}
