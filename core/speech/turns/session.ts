// Turns in a frame of audio of a session on /v2/listen.

import type { AudioFrame } from '../commands.ts';
import { hear, type Sources } from '../hearing/hear.ts';
import { hopsIn } from '../hearing/measured.ts';
import type { TurnSession } from '../records/session.ts';
import { turn, type TurnOutput } from './turn.ts';

/** What hearing and turns remember. */
export type TurnProgress = Pick<TurnSession, 'hearing' | 'turns'>;

export function turnsIn(
  { hearing: heard, turns: turned, thresholds }: TurnSession,
  { sound: [sound] }: AudioFrame,
  sources: Sources,
): readonly [TurnProgress, readonly TurnOutput[]] {
  let [hearing, turns] = [heard, turned];
  const outputs: TurnOutput[] = [];
  for (const measured of sound === undefined ? [] : hopsIn(sound)) {
    const [nextHearing, hop] = hear(hearing, measured, sources);
    const [nextTurns, output] = turn(turns, hop, thresholds);
    [hearing, turns] = [nextHearing, nextTurns];
    outputs.push(...output);
  }
  return [{ hearing, turns }, outputs];
}
