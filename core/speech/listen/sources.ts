// The sources of words for each channel of a session on /v1/listen.

import type { AudioFrame } from '../recognition/hearing/audio.ts';
import { captionsIn } from '../recognition/hearing/captions.ts';
import type { Sources } from '../recognition/hearing/hear.ts';
import { sourcesOf, type Findings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { ListenSessionRecord } from './record.ts';

export function listenSources(
  { path, parameters: { tags }, ordinal, audio }: ListenSessionRecord,
  frame: AudioFrame,
  state: RecognitionState,
  findings: Findings,
): (channel: number) => Sources {
  const captions = captionsIn(audio, frame);
  return (channel) =>
    sourcesOf({ path, tags, ordinal, channel }, captions, state, findings, undefined);
}
