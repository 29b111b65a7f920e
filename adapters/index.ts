// The public API of the package: the parts of Reprise, to embed or to test against.

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
  type PostChange,
  type Stage,
  type Staged,
  type TransactionChange,
  type World,
  type WorldEvent,
} from '../core/index.ts';
export type { App } from './protocol/app.ts';
export type { RawRequest, RawUpgrade } from './protocol/messages.ts';
export { attachSockets, type AttachedSockets } from './hosts/node/attach-sockets.ts';
export {
  socketLimits,
  type Frame,
  type Opening,
  type Peer,
  type Session,
  type SocketLimits,
} from './protocol/channel.ts';
export { expressHandler, type ExpressHandler, type ExpressRequest } from './hosts/node/express.ts';
export { createNodeServer } from './hosts/node/node.ts';
export type { HttpResponse } from './protocol/messages.ts';
export { createTwin, type Twin } from './hosts/in-process/twin.ts';
export type {
  TwinCloseEvent,
  TwinErrorEvent,
  TwinSocket,
  TwinSocketOptions,
} from './hosts/in-process/twin-socket.ts';
export { createMemoryStore, type MemoryOptions } from './stores/memory/event-store.ts';
export { answerQuestions } from './hosts/worker/answer-questions.ts';
export {
  createWorkerPool,
  WorkerLostError,
  type WorkerPool,
  type WorkerPoolOptions,
} from './hosts/worker/worker-pool.ts';
export { OptionsError } from './checked-options.ts';
export type { GivenFixture } from './fixture/given.ts';
export { openReprise, type Reprise, type RepriseOptions } from './reprise.ts';
export type { WorldDefaults } from './reprise-options.ts';
export type { CreateWorldOptions, ForkWorldOptions, GivenClock, Worlds } from './worlds.ts';
export { studioRouter } from './studio/site/studio-router.ts';
export { openSqliteStore, type SqliteOptions } from './stores/sqlite/event-store.ts';
export { openPostgresStore, type PostgresOptions } from './stores/postgres/event-store.ts';
