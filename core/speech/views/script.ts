// What sessions are to hear.

import { scriptId, type SpeechScript } from '../records/script.ts';
import type { ReadonlySpeechState } from '../state.ts';

/** Without parts if none is set. */
export function scriptView({ scripts }: ReadonlySpeechState): SpeechScript {
  return { parts: scripts.get(scriptId)?.parts ?? [] };
}
