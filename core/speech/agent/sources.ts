// The sources of the user's words in a conversation.

import type { AudioFrame } from '../recognition/hearing/audio.ts';
import { captionsIn } from '../recognition/hearing/captions.ts';
import type { Sources } from '../recognition/hearing/hear.ts';
import { sourcesOf, type Findings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import { restHops, turnSettingsDefault } from '../turns/thresholds.ts';
import type { AgentSessionRecord, AppliedSettings } from './record.ts';

export function agentSources(
  { path, ordinal, audio }: AgentSessionRecord,
  { tags, agent: { listen } }: AppliedSettings,
  frame: AudioFrame,
  state: RecognitionState,
  findings: Findings,
): Sources {
  const { thresholds } = turnSettingsDefault;
  const rest = listen.version === 'v2' ? restHops(listen.thresholds ?? thresholds) : undefined;
  const subject = { path, tags, ordinal, channel: 0 };
  return sourcesOf(subject, captionsIn(audio, frame), state, findings, rest);
}
