// Turns in the audio of a session on /v2/listen.

import type { AudioFrame } from '../recognition/hearing/audio.ts';
import { hear, lastWords, type Sources } from '../recognition/hearing/hear.ts';
import { HeardFrames } from '../recognition/heard-frames.ts';
import { endOf, hopsIn } from '../recognition/hearing/measured.ts';
import type { TurnSessionRecord } from './record.ts';
import { closeTurns, forceTurn, turn, type TurnOutput, type TurnState } from './turn.ts';

/** The state of recognition and of turns. */
export type TurnProgress = Pick<TurnSessionRecord, 'hearing' | 'turns'>;

/** The result of the last frame of each session. */
export const heardTurns = new HeardFrames<TurnSessionRecord, TurnProgress>();

export function turnsIn(
  session: TurnSessionRecord,
  { sound: [sound] }: AudioFrame,
  sources: Sources,
): readonly [TurnProgress, readonly TurnOutput[]] {
  let { hearing, turns } = session;
  const outputs: TurnOutput[] = [];
  for (const measured of sound === undefined ? [] : hopsIn(sound)) {
    const [nextHearing, hop] = hear(hearing, measured, sources);
    const [nextTurns, output] = turn(turns, hop, session);
    [hearing, turns] = [nextHearing, nextTurns];
    outputs.push(...output);
  }
  return [{ hearing, turns }, outputs];
}

/** The reports that remain at the end of the stream. */
export function lastTurnsOf(session: TurnSessionRecord): readonly TurnOutput[] {
  const { hearing, turns, audio } = session;
  const [, words] = lastWords(hearing, audio.hops, audio.caption);
  return closeTurns(turns, endOf(audio), words, session)[1];
}

/** Ends the turn in progress, if there is one, on request of the client. */
export function forcedTurnOf(
  session: Pick<TurnSessionRecord, 'audio' | 'turns' | 'thresholds' | 'keyterms' | 'text'>,
): readonly [TurnState, readonly TurnOutput[]] {
  return forceTurn(session.turns, endOf(session.audio), session);
}
