// Loads the audio of one side of a call: from the server, in pieces, or from the file that the page is part of.

import { decode } from '../../../../audio/encoding.ts';
import type { CallAudio } from '../../../story/story.ts';
import type { Source } from '../../model/source.ts';
import type { CallSideName, CallSound } from './call-sound.ts';
import { wavSound } from './wav-sound.ts';

export interface SoundOrder {
  readonly world: string;
  readonly sessionId: string;
  readonly side: CallSideName;
  /** As many as the events have. */
  readonly samples: number;
}

/** More is not loaded: 23 minutes at 24 kHz. */
const samplesMax = 32 * 1024 * 1024;

/** Rejects if it cannot be had; undefined if a file does not have it. */
export async function loadSound(source: Source, order: SoundOrder): Promise<CallSound | undefined> {
  return source.server === undefined
    ? storedSound(source, order)
    : sentSound(source.server.client, order);
}

function storedSound(
  { story }: Source,
  { world, sessionId, side }: SoundOrder,
): CallSound | undefined {
  const told = story?.worlds.find(({ record }) => record.name === world);
  const audio = told?.audio?.find((one) => one.sessionId === sessionId && one.side === side);
  return audio && soundOf(audio);
}

/** Undefined for an encoding that the page does not know. */
export function soundOf({ encoding, sampleRate, data }: CallAudio): CallSound | undefined {
  if (encoding !== 'linear16' && encoding !== 'mulaw' && encoding !== 'alaw') return undefined;
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return { sampleRate, samples: decode(bytes, encoding) };
}

type ServerClient = NonNullable<Source['server']>['client'];

async function sentSound(
  client: ServerClient,
  { world, sessionId, side, samples }: SoundOrder,
): Promise<CallSound> {
  const total = Math.min(samples, samplesMax);
  const all = new Int16Array(total);
  const { speech } = client.world(world);
  let sampleRate = 0;
  for (let from = 0; from < total;) {
    const part = wavSound(await speech.audio(sessionId, { side, from }));
    if (part === undefined || part.samples.length === 0) break;
    ({ sampleRate } = part);
    all.set(part.samples.subarray(0, total - from), from);
    from += part.samples.length;
  }
  return { sampleRate, samples: all };
}
