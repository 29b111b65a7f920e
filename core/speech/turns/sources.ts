// The sources of words of a session on /v2/listen.

import type { AudioFrame } from '../recognition/hearing/audio.ts';
import { captionsIn } from '../recognition/hearing/captions.ts';
import type { Sources } from '../recognition/hearing/hear.ts';
import { sourcesOf, type Findings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { TurnSessionRecord } from './record.ts';
import { restHops } from './thresholds.ts';

export function turnSources(
  { path, parameters: { tags }, ordinal, audio, thresholds }: TurnSessionRecord,
  frame: AudioFrame,
  state: RecognitionState,
  findings: Findings,
): Sources {
  const subject = { path, tags, ordinal, channel: 0 };
  return sourcesOf(subject, captionsIn(audio, frame), state, findings, restHops(thresholds));
}
