// The API for tests of applications: `reprise/testing`.

export { OptionsError } from '../checked-options.ts';
export { ControlCallError, type ControlCall } from './control-calls.ts';
export {
  startReprise,
  type StartOptions,
  type TestReprise,
  type TestWorldOptions,
} from './start-reprise.ts';
export type { Advanced, TestClock } from './test-clock.ts';
export type {
  ChainChange,
  Funds,
  TestTransaction,
  TestWallet,
  TransactionRecord,
} from './test-wallet.ts';
export type { LogEvent, LogState, TestWorld, WorldKeys } from './test-world.ts';
