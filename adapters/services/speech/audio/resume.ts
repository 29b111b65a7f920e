// Resumes the audio of a session from the bytes that are stored beside its inputs.

import { speech, type Command, type World } from '../../../../core/index.ts';
import { ControlError } from '../../../contracts/control-call.ts';
import { measurePart } from './measure-part.ts';
import { ReceivedStream, type ReceivedForm } from './received-stream.ts';
import { formOf, rawSampleBytes, type AudioParameters } from './stream-form.ts';

export interface ResumedAudio {
  readonly stream: ReceivedStream;
  readonly sound: speech.SoundState;
}

/** The bytes of a frame; undefined if they are not stored any more. */
interface StoredFrame {
  readonly length: number;
  readonly bytes: Uint8Array | undefined;
}

/** The measurement of sound depends on less than the last second. Whole seconds are whole hops at any rate. */
const warmUpSeconds = 1;

/** Throws ControlError if bytes are needed that are not stored any more. */
export async function resumeAudio(
  world: World,
  id: string,
  parameters: AudioParameters,
): Promise<ResumedAudio> {
  const form = formOf(parameters);
  const stream = new ReceivedStream(form);
  const second = bytesPerSecond(form);
  let sound = speech.initialSound;
  const add = async ({ bytes }: StoredFrame) => {
    if (bytes === undefined) throw dropped(id);
    [sound] = measurePart(sound, await stream.decode(bytes));
  };
  const recent: StoredFrame[] = [];
  let start = 0;
  let end = 0;
  for await (const frame of storedFrames(world, id)) {
    stream.follow(frame.bytes, frame.length);
    end += frame.length;
    if (second === undefined) {
      await add(frame);
      continue;
    }
    recent.push(frame);
    while (start + (recent[0]?.length ?? 0) <= warmUpStart(end, second)) {
      start += recent.shift()?.length ?? 0;
    }
  }
  if (second !== undefined) {
    const skipped = warmUpStart(end, second) - start;
    for (const [index, frame] of recent.entries()) {
      await add(index === 0 ? withoutFirst(frame, skipped) : frame);
    }
  }
  return { stream, sound };
}

/** Where decoding begins of raw audio with so many bytes. */
function warmUpStart(end: number, second: number): number {
  return Math.max(0, Math.floor(end / second) - warmUpSeconds) * second;
}

function withoutFirst({ length, bytes }: StoredFrame, skipped: number): StoredFrame {
  return { length: length - skipped, bytes: bytes?.subarray(skipped) };
}

/** Of raw audio; undefined for coded audio, which is decoded from its beginning. */
function bytesPerSecond({ encoding, sampleRate, channels = 1 }: ReceivedForm): number | undefined {
  const bytes = rawSampleBytes(encoding);
  if (bytes === undefined || sampleRate === undefined) return undefined;
  return bytes * channels * sampleRate;
}

/** The session that received the audio beside a command; undefined if the command brought none. */
export function audioSessionOf(command: Command): string | undefined {
  const { type, sessionId } = command as Partial<speech.ReceiveAudio>;
  return type === 'ReceiveAudio' ? sessionId : undefined;
}

async function* storedFrames(
  world: World,
  id: string,
): AsyncGenerator<StoredFrame, void, undefined> {
  const isOfSession = (command: Command) => audioSessionOf(command) === id;
  for await (const { command, bytes } of world.attachments(isOfSession)) {
    const { bytes: length } = command as speech.ReceiveAudio;
    yield { length, bytes: bytes === 'dropped' ? undefined : bytes };
  }
}

function dropped(id: string): ControlError {
  const message = `Session '${id}' cannot go on: audio that it received is not stored any more. The oldest is dropped beyond attachmentBytesMax (serve --attachment-bytes-max); start another session.`;
  return new ControlError(409, 'audio-dropped', message);
}
