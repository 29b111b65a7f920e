// Decodes frames of audio, measures them, and sends them to the world as commands, in order.

import type { speech } from '../../../../core/index.ts';
import type { FrameCommand } from '../frame-command.ts';
import { measurePart } from './measure-part.ts';
import type { ReceivedPart, ReceivedStream } from './received-stream.ts';

export interface AudioPipeline {
  /** Resolves after the commands of the frame are executed. Rejects if one fails; later frames are still processed. */
  readonly receive: (bytes: Uint8Array) => Promise<void>;
  /** Closes the stream after the frames received so far. */
  readonly close: () => void;
}

export interface PipelineParts {
  readonly stream: ReceivedStream;
  /** The state of the measurement. */
  readonly sound: speech.SoundState;
  /** Sends a command, with the bytes to store beside it. */
  readonly deliver: (command: FrameCommand, bytes?: Uint8Array) => Promise<void>;
  /** Whether the session is over: the rest of a frame is dropped. */
  readonly isOver: () => boolean;
}

export function createAudioPipeline(parts: PipelineParts): AudioPipeline {
  const { stream, deliver, isOver } = parts;
  let { sound } = parts;
  let last: Promise<void> = Promise.resolve();

  async function process(bytes: Uint8Array): Promise<void> {
    if (isOver()) return;
    for await (const part of stream.receive(bytes)) {
      const [next, command] = measurePart(sound, part);
      sound = next;
      await deliverPart(command, part);
      if (isOver()) return;
    }
  }

  async function deliverPart(command: FrameCommand, part: ReceivedPart): Promise<void> {
    const { bytes, undecodable } = part;
    await deliver(command, bytes);
    if (undecodable === undefined) return;
    await deliver({ type: 'RejectAudio', description: undecodable.message });
  }

  return {
    receive(bytes) {
      const received = last.then(() => process(bytes));
      last = received.catch(() => undefined); // the caller reports it
      return received;
    },
    close: () => void last.then(() => stream.close()),
  };
}
