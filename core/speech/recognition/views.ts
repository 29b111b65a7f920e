// The script as its operator reads it.

import { scriptId, type SpeechScript } from './script/script.ts';
import type { RecognitionState } from './state.ts';

/** Without parts and answers if none is set. */
export function scriptView({ scripts }: Pick<RecognitionState, 'scripts'>): SpeechScript {
  const { parts = [], answers = [] } = scripts.get(scriptId) ?? {};
  return { parts, ...(answers.length > 0 && { answers }) };
}
