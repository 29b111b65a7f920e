// The rules of the speech channels, as their clients see them, for recordings and tests.

import type { ServiceRule } from '../kernel/rule.ts';
import { agentAudio, agentLatencies, agentOrder, functionCalls } from './rules/agents.ts';
import {
  listenAudio,
  metadataLast,
  requestedMessages,
  resultFlags,
  resultTiles,
  utteranceEnds,
  wordTimes,
} from './rules/listening.ts';
import type { SpeechObservation } from './rules/observations.ts';
import { closeCodes, confirmations, fatalErrors, firstMessages } from './rules/openings.ts';
import { speakAudio, speakSequence } from './rules/speaking.ts';
import {
  audioWindows,
  confidences,
  sequenceIds,
  turnNumbers,
  turnOrder,
} from './rules/turn-taking.ts';

export type * from './rules/observations.ts';

export const rules: readonly ServiceRule<SpeechObservation>[] = [
  firstMessages,
  confirmations,
  fatalErrors,
  closeCodes,
  speakSequence,
  speakAudio,
  resultTiles,
  resultFlags,
  wordTimes,
  listenAudio,
  metadataLast,
  utteranceEnds,
  requestedMessages,
  sequenceIds,
  turnOrder,
  turnNumbers,
  audioWindows,
  confidences,
  agentOrder,
  agentAudio,
  functionCalls,
  agentLatencies,
];
