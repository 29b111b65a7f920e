// Counts the audio of a session, frame by frame.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { AudioFrame, ReceivedAudio } from './hearing/audio.ts';
import { captionsIn } from './hearing/captions.ts';
import { hopCount } from './hearing/measured.ts';

/** The SHA-256 of no bytes. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const noAudio: ReceivedAudio = {
  samples: 0,
  sampleRate: 0,
  channels: 0,
  hops: 0,
  sha256: emptySha256,
};

export function withFrame(audio: ReceivedAudio, frame: AudioFrame): ReceivedAudio {
  const [sound] = frame.sound;
  const caption = captionsIn(audio, frame).at(-1);
  return {
    samples: audio.samples + frame.samples,
    sampleRate: frame.sampleRate,
    channels: frame.channels,
    hops: audio.hops + (sound === undefined ? 0 : hopCount(sound)),
    sha256: frame.streamSha256,
    ...omitUndefined({ caption }),
  };
}
