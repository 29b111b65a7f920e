// Resumes the audio of a session from the bytes stored beside its inputs.

import { speech, type Command, type World } from '../../../../core/index.ts';
import type { PlacedCaption } from '../../../audio/decoding/decoder.ts';
import { ControlError } from '../../../contracts/control-call.ts';
import { lengthOf, ReceivedStream, type ReceivedForm } from './received-stream.ts';
import { formOf, rawSampleBytes, type AudioParameters } from './stream-form.ts';

export interface ResumedAudio {
  readonly stream: ReceivedStream;
  readonly sound: speech.SoundState;
}

/** The bytes of a received frame. Their last samples may not be measured yet. */
interface StoredFrame {
  readonly length: number;
  /** Undefined if they were dropped from the store. */
  readonly bytes: Uint8Array | undefined;
  /** The samples of each channel up to the end of this frame. */
  readonly samplesUntil: number;
}

interface FollowedFrame extends StoredFrame {
  /** The captions of files among raw samples. */
  readonly captions: readonly PlacedCaption[];
}

interface HeardFrame extends Omit<FollowedFrame, 'length'> {
  readonly bytes: Uint8Array;
}

const noBytes = new Uint8Array(0);
/** Measuring depends on less than the last second. A whole second is a whole number of hops at any rate. */
const warmUpSeconds = 1;

/** Throws ControlError if it needs bytes that were dropped from the store. */
export async function resumeAudio(
  world: World,
  id: string,
  parameters: AudioParameters,
): Promise<ResumedAudio> {
  const form = formOf(parameters);
  const stream = new ReceivedStream(form);
  const resumed = new ResumedSound(stream);
  const sampleBytes = bytesPerSample(form);
  const second = (sampleBytes ?? 0) * (form.sampleRate ?? 0);
  const read = async (frame: FollowedFrame) => {
    const { bytes } = frame;
    if (bytes === undefined) throw droppedAudio(id, 'cannot go on');
    await resumed.read({ ...frame, bytes });
  };
  const recent: FollowedFrame[] = [];
  let start = 0;
  let end = 0;
  for await (const stored of storedFrames(world, id)) {
    const frame = { ...stored, captions: stream.follow(stored.bytes, stored.length) };
    if (sampleBytes === undefined) {
      await read(frame);
      continue;
    }
    end = frame.samplesUntil * sampleBytes;
    recent.push(frame);
    while (start + (recent[0]?.length ?? Infinity) <= warmUpStart(end, second)) {
      start += recent.shift()?.length ?? 0;
    }
  }
  if (sampleBytes !== undefined) {
    const from = warmUpStart(end, second);
    resumed.skipTo(from / sampleBytes);
    for (const [index, frame] of recent.entries()) {
      await read(index === 0 ? withoutFirst(frame, start, from, sampleBytes) : frame);
    }
  }
  return { stream, sound: resumed.state };
}

/** Measures the samples that the session has received. Further decoded samples stay in the stream. */
class ResumedSound {
  state = speech.initialSound;
  readonly #stream: ReceivedStream;
  /** Of each channel. */
  #samples = 0;

  constructor(stream: ReceivedStream) {
    this.#stream = stream;
  }

  skipTo(samples: number): void {
    this.#samples = samples;
  }

  async read({ bytes, captions, samplesUntil }: HeardFrame): Promise<void> {
    this.#stream.add(bytes, captions);
    for (;;) {
      const part = await this.#stream.next();
      if (part === undefined) return;
      const length = lengthOf(part);
      const heard = Math.min(length, samplesUntil - this.#samples);
      const channels = part.channels.map((samples) => samples.subarray(0, heard));
      [this.state] = speech.measureChannels(this.state, { ...part, channels });
      this.#samples += heard;
      if (heard < length) return this.#stream.putBack(part, heard);
    }
  }
}

/** The byte at which to start decoding raw audio that ends at byte `end`. */
function warmUpStart(end: number, second: number): number {
  return Math.max(0, Math.floor(end / second) - warmUpSeconds) * second;
}

/** Removes the bytes before `from`, a whole sample, from a frame that begins at byte `start`. */
function withoutFirst(
  { length, bytes, captions, samplesUntil }: FollowedFrame,
  start: number,
  from: number,
  sampleBytes: number,
): FollowedFrame {
  const skipped = from / sampleBytes - Math.floor(start / sampleBytes);
  return {
    length: length - (from - start),
    bytes: bytes?.subarray(from - start),
    captions: captions.map((caption) => ({ ...caption, sample: caption.sample - skipped })),
    samplesUntil,
  };
}

/** The bytes of a sample of all channels; undefined for coded audio, which is decoded from its beginning. */
function bytesPerSample({ encoding, sampleRate, channels = 1 }: ReceivedForm): number | undefined {
  const bytes = rawSampleBytes(encoding);
  return bytes === undefined || sampleRate === undefined ? undefined : bytes * channels;
}

/** The session that received the audio beside a command; undefined for other commands. */
export function audioSessionOf(command: Command): string | undefined {
  const { type, sessionId } = command as Partial<speech.ReceiveAudio>;
  return type === 'ReceiveAudio' ? sessionId : undefined;
}

async function* storedFrames(
  world: World,
  id: string,
): AsyncGenerator<StoredFrame, void, undefined> {
  const isOfSession = (command: Command) => audioSessionOf(command) === id;
  let samplesUntil = 0;
  for await (const { command, bytes: stored } of world.attachments(isOfSession)) {
    const { bytes: length, samples } = command as speech.ReceiveAudio;
    samplesUntil += samples;
    const bytes = length === 0 ? noBytes : stored === 'dropped' ? undefined : stored;
    yield { length, bytes, samplesUntil };
  }
}

/** `effect`: such as `cannot go on`. */
export function droppedAudio(id: string, effect: string): ControlError {
  const message = `Session '${id}' ${effect}: audio that it received is not stored any more. The oldest is dropped beyond attachmentBytesMax (serve --attachment-bytes-max); start another session.`;
  return new ControlError(409, 'audio-dropped', message);
}
