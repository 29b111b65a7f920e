// Record counts of the speech service.

import type { ReadonlySpeechState } from '../state.ts';

export function countsView({ sessions }: ReadonlySpeechState): Readonly<Record<string, number>> {
  return { sessions: sessions.size };
}
