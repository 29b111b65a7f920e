// What sessions are to hear, and agents to answer.

import { scriptId, type SpeechScript } from './script/script.ts';
import type { ReadonlySpeechState } from '../state.ts';

/** Without parts and answers if none is set. */
export function scriptView({ scripts }: ReadonlySpeechState): SpeechScript {
  const { parts = [], answers = [] } = scripts.get(scriptId) ?? {};
  return { parts, ...(answers.length > 0 && { answers }) };
}
