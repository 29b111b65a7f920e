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
  scriptWords,
  type ScriptedEntity,
  type SpeechScript,
} from './recognition/script/script.ts';
export { answerLimits, explanationLimits } from './agent/limits.ts';
export type { NearMiss, Obstacle } from './agent/thinking/near-misses.ts';
export { ruleProblems, ruleProblemsInPieces } from './agent/thinking/check-rules.ts';
export type { AnswerRule, ScriptedValue } from './recognition/script/answers.ts';
export { scriptLimits } from './recognition/script/limits.ts';
export * from './rules.ts';
export {
  rejectionCodes,
  type SpeechRejection,
  type SpeechRejectionCode as RejectionCode,
} from './rejections.ts';
export {
  endings,
  flushesPerMinuteMax,
  idleMsDefault,
  sessionMsMax,
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
export { filterUnit, lowPass, type LowPass } from './recognition/measuring/low-pass.ts';
export { sampleRateMax, sampleRateMin } from './recognition/measuring/measured-rate.ts';
export { printSound, printSoundInPieces, soundHopsMax } from './recognition/sounds/known-sound.ts';
export { scriptWithSentence } from './scripted-sentence.ts';
export { captionOf } from './recognition/hearing/file-caption.ts';
export { fixtureSoundsMax } from './recognition/sounds/known-sounds.ts';
export type { KnownSound, RememberedSound, SoundContent } from './recognition/sounds/record.ts';
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
export type {
  OpenSession,
  ReceiveAudio,
  ReportCallback,
  SessionCommand,
  SpeechCommand,
} from './commands.ts';
export { isOfChannel } from './channels.ts';
export type { SentenceSpoken, SessionEvent, SpeechEvent } from './events.ts';
export type { MessageNote } from './session/commands.ts';
export { callbacksMax, sessionsMax } from './session/limits.ts';
export type { SessionLimits } from './session/record.ts';
export type { HearingSession, SessionParameters } from './sessions.ts';
export { listenIdleMsDefault } from './listen/limits.ts';
export { isNova3, listenModelDefault, listenModels } from './listen/models.ts';
export type { ListenCallback, ListenParameters } from './listen/parameters.ts';
export { monolingualTurnModel, multilingualTurnModel, turnModels } from './turns/models.ts';
export type { TurnParameters } from './turns/record.ts';
export type { SpeakParameters } from './speak/record.ts';
export type { AudioFrame, FileCaption, MeasuredSound } from './recognition/hearing/audio.ts';
export type { HeardHop } from './recognition/hearing/words.ts';
export type { HeardWord } from './text/heard-word.ts';
export type { SoundPrint, SoundWord } from './synthesis/sound-print.ts';
export * from './views.ts';
