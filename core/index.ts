// The public API of the core: what adapters may use, and nothing deeper.

export * from './domains.ts';
export { eventTypes, isEventType } from './engine/event-types.ts';
export { FixtureError, type SeedCommand } from './engine/genesis.ts';
export type { Engine, EngineOptions, ForkOptions, WorldCommit } from './engine/engine-contract.ts';
export { openEngine } from './engine/engine.ts';
export type { Moment } from './engine/history/journal.ts';
export {
  compareJournals,
  journalInMemory,
  type DifferingEvent,
  type HistoryDifference,
  type JournalComparison,
} from './engine/journal-comparison.ts';
export { WorldPast, type PastMoment } from './engine/history/past.ts';
export { checkSnapshot, type SnapshotVerdict } from './engine/history/snapshot-check.ts';
export { lift, type Staged } from './engine/lift.ts';
export { OverloadError, queueLengthMax } from './engine/world/mailbox.ts';
export { ofType } from './engine/of-type.ts';
export type {
  Domains,
  WorldEnvelope as Envelope,
  WorldEventOf as EventOf,
  EventType,
  States,
  WorldEvent,
} from './engine/registry.ts';
export {
  causesOf,
  type Cause,
  type JournalDivergence,
  type ReadableJournal,
  type Replay,
} from './engine/replay.ts';
export type { RequestIdOrigin } from './engine/world/request-ids.ts';
export type { RowChange, StateChanges } from './engine/history/state-changes.ts';
export {
  rowView,
  type StateQuery,
  type StateView,
  type TableView,
} from './engine/history/state-view.ts';
export type { InputOutcome } from './engine/step.ts';
export type { TaskObserver, TaskPosition } from './engine/world/observer.ts';
export { clockRateMax } from './engine/world/virtual-clock.ts';
export { AdvanceCutOff } from './engine/world/world-contract.ts';
export type {
  Advance,
  Advanced,
  HistoryQuery,
  PostChange,
  TransactionChange,
  WorldQuery,
  Prepared,
  Request,
  World,
} from './engine/world/world-contract.ts';
export { world, type SavedWorld, type WorldRules } from './engine/world-operator.ts';
export type { InitialSettings, Reaction, WorldState } from './engine/world-state.ts';
export type { WorldView } from './engine/world-view.ts';
export type { Millis } from './kernel/brand.ts';
export { canonical, canonicalWithout, type Json } from './kernel/canonical.ts';
export { digestAfter, emptyDigest, type Hash } from './kernel/digest.ts';
export { uuidOf } from './kernel/ids.ts';
export {
  attachmentHashOf,
  changedClock,
  clockModes,
  type ClockMode,
  type ClockSetting,
  type DueInput,
  type Input,
  type JournalEntry,
  type Settings,
} from './kernel/input.ts';
export { InvariantError } from './kernel/invariant.ts';
export { parseEnvelope, type Command, type Event } from './kernel/message.ts';
export { omitUndefined } from './kernel/omit-undefined.ts';
export { trimEndOf } from './kernel/trim-end.ts';
export {
  isTooDeep,
  jsonIn,
  jsonLevelsMax,
  jsonNamesMax,
  JsonLevelsError,
  JsonLimitError,
  parseJson,
} from './kernel/parse-json.ts';
export { atOnce, inOnePiece, type InPieces } from './kernel/pieces.ts';
export type { Result } from './kernel/result.ts';
export {
  RuleBook,
  type RuleFinding,
  type LastPlace,
  type ServiceRule,
  type RuleReport,
  type Violation,
} from './kernel/rule.ts';
export { firstDifference, type ValueDifference } from './kernel/value-differences.ts';
export { unicodeVersion } from './kernel/unicode.ts';
export type { Stage } from './kernel/stage.ts';
export {
  nameTaken,
  noSuchWorld,
  justRemoved,
  NoRoom,
  StoreError,
  type StoreErrorCode,
  type Append,
  type Attachment,
  type Base,
  type EventQuery,
  type EventStore,
  type StoredFixture,
  type Snapshot,
  type SnapshotPage,
  type SnapshotWriter,
  type ClaimedWorld,
  type WorldListing,
  type Sleep,
  type JournalPart,
  type RefusedAppend,
  type StoredWake,
  type WakeDelay,
  type WorldPage,
  type StoredSnapshot,
  WorldElsewhere,
  type WorldRecord,
} from './ports/event-store.ts';
export type { Host } from './ports/host.ts';
export type {
  HeldLease,
  Leases,
  NodeIdentity,
  NodeLease,
  NodeLoad,
  Renewed,
  WorldOwner,
} from './ports/leases.ts';
export type { Meter } from './ports/meter.ts';
export {
  isWorldOfTenant,
  tenantNames,
  type Tenant,
  type TenantLimits,
  type TenantRemoval,
  type Tenants,
} from './ports/tenants.ts';
export type { NotedRecording, RunningRecordings } from './ports/running-recordings.ts';
export { removedNamesMax, type RemovedName, type StoreCounts } from './ports/store-counts.ts';
export type { UnusedPage, WorldUses } from './ports/world-uses.ts';
export type { Oracle, Oracles } from './ports/oracle.ts';
export type { Outbound } from './ports/outbound.ts';
