// Measures a part of an audio stream: the core gets its sound and its hashes, not its bytes.

import { createHash } from 'node:crypto';
import { speech, type Stage } from '../../../../core/index.ts';
import type { FrameCommand } from '../frame-command.ts';
import type { ReceivedPart } from './received-stream.ts';

export const measurePart: Stage<speech.SoundState, ReceivedPart, FrameCommand> = (state, part) => {
  const { bytes, streamSha256, sampleRate, channelCount, channels } = part;
  const captions = captionsOf(part);
  const [next, sound] = speech.measureChannels(state, { sampleRate, channels });
  const command = {
    type: 'ReceiveAudio',
    attachment: createHash('sha256').update(bytes).digest('hex'),
    streamSha256,
    bytes: bytes.length,
    samples: channels[0]?.length ?? 0,
    sampleRate,
    channels: channelCount,
    sound,
    ...(captions.length === 0 ? {} : { captions }),
  } as const;
  return [next, command];
};

function captionsOf({ captions, sampleRate }: ReceivedPart): readonly speech.FileCaption[] {
  return captions.flatMap(({ sample, ...header }) => {
    const content = speech.captionOf({ ...header, sampleRate });
    return content === undefined ? [] : [{ sample, ...content }];
  });
}
