// Frames of audio on their way into the world: decoded, measured, then sent as a command, one behind the other.

import { concatMap, finalize, Subject } from 'rxjs';
import { lift, type speech, type Stage } from '../../../../core/index.ts';
import type { FrameCommand } from '../frames/json-frame.ts';
import { measurePart } from './measure-part.ts';
import type { ReceivedPart, ReceivedStream } from './received-stream.ts';

export interface AudioPipeline {
  /** Resolves once the commands of the frame are carried out. Rejects if one could not be; later frames go on. */
  readonly receive: (bytes: Uint8Array) => Promise<void>;
  /** Ends it behind the frames received so far. */
  readonly close: () => void;
}

/** Sends a command, with its bytes if there are any to store. */
type Deliver = (command: FrameCommand, bytes?: Uint8Array) => Promise<void>;

/** `saved`: what the measurement remembers of the stream so far. */
export function createAudioPipeline(
  stream: ReceivedStream,
  saved: speech.SoundState,
  deliver: Deliver,
): AudioPipeline {
  const frames$ = new Subject<Step<Uint8Array>>();
  frames$
    .pipe(
      concatMap((step) => decodeStep(stream, step)),
      concatMap((decoded) => decoded),
      lift(measureStep, saved),
      concatMap(async ({ out: { value, settle } }) => {
        const delivered = deliverPart(value, deliver);
        settle(delivered);
        await delivered.catch(() => undefined); // `receive` reports it
      }),
      finalize(() => stream.close()),
    )
    .subscribe();
  return {
    receive: (bytes) => new Promise((settle) => frames$.next({ value: bytes, settle })),
    close: () => frames$.complete(),
  };
}

/** A frame at one stage, with the caller that waits for it. */
interface Step<Value> {
  readonly value: Value;
  readonly settle: (delivered: Promise<void>) => void;
}

/** Nothing but a bug fails here; an error that is thrown would end the pipeline, and with it the process. */
async function decodeStep(
  stream: ReceivedStream,
  { value, settle }: Step<Uint8Array>,
): Promise<readonly Step<ReceivedPart>[]> {
  try {
    return [{ value: await stream.receive(value), settle }];
  } catch (error) {
    settle(Promise.reject(error));
    return [];
  }
}

interface MeasuredPart extends ReceivedPart {
  readonly command: FrameCommand;
}

const measureStep: Stage<speech.SoundState, Step<ReceivedPart>, Step<MeasuredPart>> = (
  state,
  { value, settle },
) => {
  const [next, command] = measurePart(state, value);
  return [next, { value: { ...value, command }, settle }];
};

async function deliverPart(
  { command, bytes, undecodable }: MeasuredPart,
  deliver: Deliver,
): Promise<void> {
  await deliver(command, bytes);
  if (undecodable === undefined) return;
  await deliver({ type: 'RejectAudio', description: undecodable.message });
}
