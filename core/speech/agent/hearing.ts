// The turns of the user in the audio of a session on /v1/agent/converse.

import type { AudioFrame } from '../recognition/hearing/audio.ts';
import { hear, type Sources } from '../recognition/hearing/hear.ts';
import { HeardFrames } from '../recognition/heard-frames.ts';
import { endOf, hopsIn } from '../recognition/hearing/measured.ts';
import type { AgentSessionRecord } from './record.ts';
import type { ListenSettings } from './settings.ts';
import { forcedUserTurn, userTurn, type UserTurnOutput, type UserTurnState } from './user-turn.ts';

/** The state of recognition and of the user's turns. */
export type HearingProgress = Pick<AgentSessionRecord, 'hearing' | 'user'>;

/** The result of the last frame of each session. */
export const heardByAgents = new HeardFrames<AgentSessionRecord, HearingProgress>();

export function userTurnsIn(
  session: AgentSessionRecord,
  { sound: [sound] }: AudioFrame,
  listen: ListenSettings,
  sources: Sources,
): readonly [HearingProgress, readonly UserTurnOutput[]] {
  let { hearing, user } = session;
  const outputs: UserTurnOutput[] = [];
  for (const measured of sound === undefined ? [] : hopsIn(sound)) {
    const [nextHearing, hop] = hear(hearing, measured, sources);
    const [nextUser, output] = userTurn(user, hop, listen);
    [hearing, user] = [nextHearing, nextUser];
    outputs.push(...output);
  }
  return [{ hearing, user }, outputs];
}

/** Ends the turn in progress, if there is one, on request of the client. */
export function forcedTurnOf(
  { user, audio }: Pick<AgentSessionRecord, 'user' | 'audio'>,
  listen: ListenSettings,
): readonly [UserTurnState, readonly UserTurnOutput[]] {
  return forcedUserTurn(user, endOf(audio), listen);
}
