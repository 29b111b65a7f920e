// The public API of the package: the parts of Reprise, to embed or to test against.

import type { calendar, wallet } from '../core/index.ts';

export {
  lift,
  ofType,
  StoreError,
  type Engine,
  type Envelope,
  type EventOf,
  type EventStore,
  type EventType,
  type HistoryQuery,
  type Stage,
  type Staged,
  type World,
  type WorldEvent,
} from '../core/index.ts';
export type PostChange = calendar.PostChange;
export type TransactionChange = wallet.TransactionChange;
export type { App } from './http/app.ts';
export type { RawRequest, RawUpgrade } from './http/messages.ts';
export { attachSockets, type AttachedSockets } from './http/attach-sockets.ts';
export {
  socketLimits,
  type Frame,
  type Opening,
  type Peer,
  type Session,
  type SocketLimits,
} from './http/channel.ts';
export { expressHandler, type ExpressHandler, type ExpressRequest } from './http/express.ts';
export { createNodeServer } from './http/node.ts';
export type { HttpResponse } from './http/messages.ts';
export { createTwin, type Twin } from './http/twin.ts';
export type {
  TwinCloseEvent,
  TwinErrorEvent,
  TwinSocket,
  TwinSocketOptions,
} from './http/twin-socket.ts';
export { createMemoryStore, type MemoryOptions } from './memory/event-store.ts';
export { answerQuestions } from './worker/answer-questions.ts';
export {
  createWorkerPool,
  WorkerLostError,
  type WorkerPool,
  type WorkerPoolOptions,
} from './worker/worker-pool.ts';
export { OptionsError } from './checked-options.ts';
export type { GivenFixture } from './fixture/given.ts';
export { openReprise, type Reprise, type RepriseOptions } from './reprise.ts';
export type { WorldDefaults } from './reprise-options.ts';
export type { CreateWorldOptions, ForkWorldOptions, GivenClock, Worlds } from './worlds.ts';
export { openSqliteStore, type SqliteOptions } from './sqlite/event-store.ts';
