// The API of the speech domain for adapters: commands, rejections, views, models, questions to the voice.

export { speech as domain } from './index.ts';
export {
  agentErrors,
  agentIdleMsDefault,
  agentLatencyDefault,
  agentPaceDefault,
  agentsMax,
  agentSessionMsMax,
  agentWarnings,
  frameMs,
  functionRoundsMax,
  historyCharsMax,
  promptCharsMax,
  slowThinkingMs,
} from './agent/endings.ts';
export { agentTransitions, type AgentPhase, type AgentTransition } from './agent/machine.ts';
export type * from './commands/agent.ts';
export type * from './events/agent.ts';
export type * from './records/agent.ts';
export type {
  AudioFrame,
  MeasuredSound,
  OpenSession,
  ReportCallback,
  ReceiveAudio,
  SessionCommand,
  SpeechCommand,
} from './commands.ts';
export { isOfChannel, type SentenceSpoken, type SessionEvent, type SpeechEvent } from './events.ts';
export { callbacksMax, listenIdleMsDefault } from './listening/limits.ts';
export {
  isNova3,
  listenModelDefault,
  listenModels,
  monolingualTurnModel,
  multilingualTurnModel,
  turnModels,
} from './listening/models.ts';
export type { ListenCallback, ListenParameters, TurnParameters } from './records/parameters.ts';
export {
  hearingSession,
  hearingStage,
  hearingWorldOf,
  isPlaceholder,
  stateAfter,
  type HearingWorld,
} from './hearing-stage.ts';
export {
  bareWords,
  entityRange,
  type ScriptedEntity,
  type SpeechScript,
} from './records/script.ts';
export type { HearingSession, SessionParameters, SpeakParameters } from './records/session.ts';
export type { FileCaption, SessionLimits } from './records/session-base.ts';
export { answerLimits, explanationLimits } from './agent/limits.ts';
export type { NearMiss, Obstacle } from './agent/thinking/near-misses.ts';
export { ruleProblems } from './agent/thinking/check-rules.ts';
export type { AnswerRule, ScriptedValue } from './records/answers.ts';
export { scriptLimits } from './hearing/limits.ts';
export { rejectionCodes, type RejectionCode, type SpeechRejection } from './rejections.ts';
export {
  endings,
  flushesPerMinuteMax,
  idleMsDefault,
  sessionMsMax,
  sessionsMax,
  textCharsMax,
  warnings,
} from './speaking/limits.ts';
export { turnIdleMsDefault } from './turns/limits.ts';
export { fluxVoices, speakModelDefault, speakModels } from './speaking/models.ts';
export {
  lastSentences,
  sentenceCharsMax,
  endsSentence,
  sentenceEnds,
  sentencesAt,
  sentencesOf,
} from './speaking/sentences.ts';
export {
  audioBytes,
  audioEncodings,
  speakRateDefault,
  synthesisOracle,
  type AudioEncoding,
  type SynthesisAnswer,
  type SynthesisQuestion,
} from './speaking/synthesis.ts';
export { languageOf, voiceName, voiceOf, type Voice } from './speaking/voices.ts';
export type { HeardHop, HeardWord } from './hearing/words.ts';
export { filterUnit, lowPass, type LowPass } from './sound/low-pass.ts';
export { sampleRateMax, sampleRateMin } from './sound/measured-rate.ts';
export { printSound, printSoundInPieces, soundHopsMax } from './sounds/known-sound.ts';
export { captionOf } from './sounds/file-caption.ts';
export { fixtureSoundsMax } from './sounds/known-sounds.ts';
export type {
  KnownSound,
  RememberedSound,
  SoundContent,
  SoundPrint,
  SoundWord,
} from './records/sound.ts';
export { initialMeasure, measure, type Measurements, type MeasureState } from './sound/measure.ts';
export {
  initialSound,
  measureChannels,
  type ChannelSamples,
  type ChannelSound,
  type SoundState,
} from './sound/measure-channels.ts';
export { hasWordsUpTo, textLimits } from './text/limits.ts';
export { plainText, redactionKinds, type RedactionKind, type TextOptions } from './text/options.ts';
export {
  mergeThresholds,
  endOfTurnNever,
  keytermCharsMax,
  keytermsMax,
  languageHintsMax,
  thresholdBounds,
  turnSettingsDefault,
  type TurnChange,
  type TurnThresholds,
} from './turns/thresholds.ts';
export * from './views.ts';
