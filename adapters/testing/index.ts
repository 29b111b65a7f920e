// The API for tests of applications: `reprise/testing`.

export { OptionsError } from '../checked-options.ts';
export { RepriseError } from '../client/error.ts';
export { createPlayback, type Playback, type PlaybackOptions } from './playback.ts';
export { startReprise, type TestReprise } from './start-reprise.ts';
export type {
  ChangedRequest,
  WorldAlternative,
  WorldChange,
  WorldEnd,
} from './test-alternative.ts';
export type { TestClock } from './test-clock.ts';
export type { StartOptions, TestWorldOptions } from './test-options.ts';
export type { FrameOptions, SpeechOptions, SpokenAudio } from './test-speech.ts';
export type { TestTransaction, TestWallet } from './test-wallet.ts';
export type { RequestFilter, TestWorld, WorldKeys } from './test-world.ts';
