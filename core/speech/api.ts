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
export type * from './agent/commands.ts';
export type * from './agent/events.ts';
export type * from './agent/settings.ts';
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
export { callbacksMax, listenIdleMsDefault } from './listen/limits.ts';
export {
  isNova3,
  listenModelDefault,
  listenModels,
  monolingualTurnModel,
  multilingualTurnModel,
  turnModels,
} from './listen/models.ts';
export type { ListenCallback, ListenParameters, TurnParameters } from './listen/parameters.ts';
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
} from './recognition/script/script.ts';
export type { HearingSession, SessionParameters, SpeakParameters } from './sessions.ts';
export type { FileCaption, SessionLimits } from './session/record.ts';
export { answerLimits, explanationLimits } from './agent/limits.ts';
export type { NearMiss, Obstacle } from './agent/thinking/near-misses.ts';
export { ruleProblems } from './agent/thinking/check-rules.ts';
export type { AnswerRule, ScriptedValue } from './recognition/script/answers.ts';
export { scriptLimits } from './recognition/script/limits.ts';
export { rejectionCodes, type RejectionCode, type SpeechRejection } from './rejections.ts';
export {
  endings,
  flushesPerMinuteMax,
  idleMsDefault,
  sessionMsMax,
  sessionsMax,
  textCharsMax,
  warnings,
} from './speak/limits.ts';
export { turnIdleMsDefault } from './turns/limits.ts';
export { fluxVoices, speakModelDefault, speakModels } from './synthesis/models.ts';
export {
  lastSentences,
  sentenceCharsMax,
  endsSentence,
  sentenceEnds,
  sentencesAt,
  sentencesOf,
} from './synthesis/sentences.ts';
export {
  audioBytes,
  audioEncodings,
  speakRateDefault,
  synthesisOracle,
  type AudioEncoding,
  type SynthesisAnswer,
  type SynthesisQuestion,
} from './synthesis/synthesis.ts';
export { languageOf, voiceName, voiceOf, type Voice } from './synthesis/voices.ts';
export type { HeardHop, HeardWord } from './recognition/hearing/words.ts';
export { filterUnit, lowPass, type LowPass } from './recognition/measuring/low-pass.ts';
export { sampleRateMax, sampleRateMin } from './recognition/measuring/measured-rate.ts';
export { printSound, printSoundInPieces, soundHopsMax } from './recognition/sounds/known-sound.ts';
export { captionOf } from './recognition/hearing/file-caption.ts';
export { fixtureSoundsMax } from './recognition/sounds/known-sounds.ts';
export type {
  KnownSound,
  RememberedSound,
  SoundContent,
  SoundPrint,
  SoundWord,
} from './recognition/sounds/record.ts';
export {
  initialMeasure,
  measure,
  type Measurements,
  type MeasureState,
} from './recognition/measuring/measure.ts';
export {
  initialSound,
  measureChannels,
  type ChannelSamples,
  type ChannelSound,
  type SoundState,
} from './recognition/measuring/measure-channels.ts';
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
