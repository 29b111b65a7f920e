// One world of a server, existing or not.

import type {
  Advance,
  Advanced,
  Clock,
  ClockChange,
  Comparison,
  CutRecording,
  Events,
  Fault,
  Fork,
  Frame,
  FramesAnswer,
  Journal,
  NewFault,
  Operations,
  Progress,
  Recording,
  Session,
  State,
  Timeline,
  World,
  WorldConfig,
} from './control-types.ts';
import { createOperators, type Operators } from './operators.ts';
import type { Answer, OperationSender } from './send.ts';
import type { Reconnection } from './server-sent.ts';
import { createStreams, type WorldStreams } from './streams.ts';

type Query<
  Name extends
    | 'listEvents'
    | 'listRequests'
    | 'getState'
    | 'readJournal'
    | 'getTimeline'
    | 'listRecordedExchanges',
> = NonNullable<Operations[Name]['query']>;

/** All promises reject with RepriseError. */
export interface WorldClient extends WorldStreams, Operators {
  readonly name: string;
  /** The base URL of clients of this world. */
  readonly url: string;
  readonly get: () => Promise<World>;
  /** Changes settings; omitted ones stay unchanged. */
  readonly configure: (change: WorldConfig) => Promise<World>;
  /** Creates a world that shares the past of this one, up to now or to `at`. */
  readonly fork: (fork: Fork) => Promise<World>;
  /** Resets the world to its creation. */
  readonly reset: () => Promise<World>;
  /** Removes the world; its forks stay. */
  readonly remove: () => Promise<void>;
  /** Table rows, now or at a moment in the past. */
  readonly state: (query?: Query<'getState'>) => Promise<State>;
  /** A page of the log. */
  readonly events: (query?: Query<'listEvents'>) => Promise<Events>;
  /** A page of the journal: inputs with their events. */
  readonly journal: (query?: Query<'readJournal'>) => Promise<Journal>;
  /** Where this world and another one part, such as a fork and its parent, and what led to it in each. */
  readonly compare: (other: string) => Promise<Comparison>;
  /** Counts of events by lane and stretch of virtual time. */
  readonly timeline: (query?: Query<'getTimeline'>) => Promise<Timeline>;
  readonly clock: {
    readonly get: () => Promise<Clock>;
    readonly set: (change: ClockChange) => Promise<Clock>;
    /** At once, even while an advance runs, for whose end all other reads wait. */
    readonly progress: () => Promise<Progress>;
    /** By a duration such as `10m` or in milliseconds, or to an instant: everything due by then runs, in order. */
    readonly advance: (by: string | number | Advance) => Promise<Advanced>;
    /** Until no work is in progress, for `maxMs` of virtual time at most: a day by default. */
    readonly untilIdle: (limit?: Pick<Advance, 'maxMs'>) => Promise<Advanced>;
  };
  /** The journal of the requests of clients. */
  readonly requests: {
    readonly list: (query?: Query<'listRequests'>) => Promise<Answer<'listRequests'>>;
    readonly clear: () => Promise<void>;
  };
  readonly sessions: {
    /** The open sessions. */
    readonly list: () => Promise<readonly Session[]>;
    /** Sends frames to a session that has no client, in its place. */
    readonly send: (id: string, frames: readonly Frame[]) => Promise<FramesAnswer>;
  };
  readonly faults: {
    /** In the order in which they are tried, with their counts. */
    readonly list: () => Promise<readonly Fault[]>;
    /** Adds a fault after those that the world has; with a warning if no route has its path. */
    readonly add: (fault: NewFault) => Promise<Fault>;
    readonly remove: (id: string) => Promise<void>;
    readonly removeAll: () => Promise<void>;
  };
  readonly recording: {
    readonly start: () => Promise<Recording>;
    readonly stop: () => Promise<Recording>;
    /** The newest recording: running, complete, cut off, or failed and why. */
    readonly status: () => Promise<Recording | CutRecording>;
    /** The file of the newest recording, even while it is running. */
    readonly text: () => Promise<string>;
    /** The same as it arrives: for files that do not fit into memory. */
    readonly stream: () => Promise<ReadableStream<Uint8Array>>;
    /** A page of its exchanges, of those that changed after an entry. */
    readonly exchanges: (
      query?: Query<'listRecordedExchanges'>,
    ) => Promise<Answer<'listRecordedExchanges'>>;
  };
}

export function createWorldClient(
  name: string,
  serverUrl: string,
  sender: OperationSender,
  reconnection: Reconnection,
): WorldClient {
  const { send, openFile } = sender;
  const path = { w: name };
  const advance = (body: Advance) => send('advanceClock', { path, body });
  return {
    name,
    url: `${serverUrl}/w/${encodeURIComponent(name)}`,
    get: () => send('getWorld', { path }),
    configure: (body) => send('configureWorld', { path, body }),
    fork: (body) => send('forkWorld', { path, body }),
    reset: () => send('resetWorld', { path }),
    remove: () => send('removeWorld', { path }),
    state: (query = {}) => send('getState', { path, query }),
    events: (query = {}) => send('listEvents', { path, query }),
    journal: (query = {}) => send('readJournal', { path, query }),
    compare: (other) => send('compareWorlds', { path, query: { with: other } }),
    timeline: (query = {}) => send('getTimeline', { path, query }),
    clock: {
      get: () => send('getClock', { path }),
      set: (body) => send('setClock', { path, body }),
      progress: () => send('getProgress', { path }),
      advance: (by) => advance(typeof by === 'object' ? by : { by }),
      untilIdle: (limit = {}) => advance({ untilIdle: true, ...limit }),
    },
    requests: {
      list: (query = {}) => send('listRequests', { path, query }),
      clear: () => send('clearRequests', { path }),
    },
    sessions: {
      list: async () => (await send('listSessions', { path })).sessions,
      send: (id, frames) => send('sendFrames', { path: { ...path, id }, body: { frames } }),
    },
    faults: {
      list: async () => (await send('listFaults', { path })).faults,
      add: (body) => send('addFault', { path, body }),
      remove: (id) => send('removeFault', { path: { ...path, id } }),
      removeAll: () => send('removeAllFaults', { path }),
    },
    recording: {
      start: () => send('startRecording', { path }),
      stop: () => send('stopRecording', { path }),
      status: () => send('getRecordingStatus', { path }),
      text: () => send('getRecording', { path }),
      stream: () => openFile('getRecording', { path }),
      exchanges: (query = {}) => send('listRecordedExchanges', { path, query }),
    },
    ...createOperators(name, sender),
    ...createStreams(name, sender, reconnection),
  };
}
