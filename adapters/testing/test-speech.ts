// The speech of a test: audio whose words its world knows, to be sent in frames.

import { z } from 'zod';
import { omitUndefined, speech, type World } from '../../core/index.ts';
import { encode } from '../audio/encoding.ts';
import { writeWav } from '../audio/wav.ts';
import { checkedOptions } from '../checked-options.ts';
import { speakText } from '../voice/spoken-text.ts';
import type { Synthesiser } from '../voice/synthesiser.ts';
import type { KitContext } from './kit-context.ts';

export interface SpeechOptions {
  /** A model of /v1/speak. Default: `aura-asteria-en`. */
  readonly voice?: string | undefined;
  /** Default: `linear16`. */
  readonly encoding?: speech.AudioEncoding | undefined;
  /** In Hz. Default: 24000 for `linear16`, 8000 for the others. */
  readonly sampleRate?: number | undefined;
}

export interface FrameOptions {
  /** The length of a frame in milliseconds. Default: 100. */
  readonly ms?: number | undefined;
  /** Silence that follows, which ends a turn. Default: 0. */
  readonly silenceMs?: number | undefined;
}

export interface SpokenAudio {
  readonly text: string;
  readonly voice: string;
  readonly encoding: speech.AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
  readonly seconds: number;
  /** Samples without a header, for sessions that state encoding and rate. */
  readonly samples: Buffer;
  /** The same as a WAV file, which has the text in its header. */
  readonly wav: Buffer;
  /** The samples in frames, and silence after them. */
  readonly frames: (options?: FrameOptions) => readonly Buffer[];
}

/** What the world of a test has for speech. */
export interface SpeechKit {
  /** Speaks a text, which this world hears word for word, on all listening channels. */
  readonly say: (text: string, options?: SpeechOptions) => Promise<SpokenAudio>;
}

export function speechKit({ running, synthesiser }: KitContext): SpeechKit {
  return { say: (text, options = {}) => speakIn(running(), synthesiser(), text, options) };
}

const speechOptions = z.strictObject({
  text: z.string().min(1).max(speech.textCharsMax),
  voice: z
    .string()
    .refine((name) => speech.speakModels.includes(name), {
      error: `must be a model of /v1/speak, such as ${speech.speakModelDefault}`,
    })
    .exactOptional(),
  encoding: z.enum(speech.audioEncodings).exactOptional(),
  sampleRate: z.literal([8_000, 16_000, 24_000, 32_000, 48_000]).exactOptional(),
});

const frameOptions = z.strictObject({
  ms: z.int().min(1).max(60_000).exactOptional(),
  silenceMs: z.int().min(0).max(600_000).exactOptional(),
});

/** Speaks a text, whose sentences the world knows from now on. Rejects with OptionsError, or with what cannot be spoken. */
async function speakIn(
  world: World,
  synthesiser: Synthesiser,
  text: string,
  given: SpeechOptions,
): Promise<SpokenAudio> {
  const options = checkedOptions(speechOptions, { text, ...omitUndefined(given) }, 'world.say');
  const { voice = speech.speakModelDefault, encoding = 'linear16' } = options;
  const sampleRate = options.sampleRate ?? speech.speakRateDefault(encoding);
  const manner = { model: voice, encoding, sampleRate };
  const { audio, samples, words, sentences } = await speakText(text, manner, synthesiser);
  const language = speech.languageOf(voice);
  for (const { text: sentence, voice: speaker, sound } of sentences) {
    if (sound === undefined) continue;
    await remember(world, {
      ...sound,
      text: sentence,
      speaker: speech.voiceName(speaker),
      ...omitUndefined({ language }),
      origin: 'spoken',
    });
  }
  return {
    text,
    voice,
    encoding,
    sampleRate,
    seconds: samples / sampleRate,
    samples: audio,
    wav: writeWav({ encoding, sampleRate, channels: 1, audio, text, words }),
    frames: (own = {}) => framesOf(audio, { encoding, sampleRate }, own),
  };
}

function remember(world: World, sound: speech.RememberedSound): Promise<void> {
  return world.send({
    domain: 'speech',
    prepare: () => ({ command: { type: 'RememberSound', sound } }),
    respond: () => undefined,
  });
}

function framesOf(
  audio: Buffer,
  { encoding, sampleRate }: Pick<SpokenAudio, 'encoding' | 'sampleRate'>,
  given: FrameOptions,
): readonly Buffer[] {
  const options = checkedOptions(frameOptions, omitUndefined(given), 'frames');
  const { ms = 100, silenceMs = 0 } = options;
  const silence = encode(new Int16Array(Math.round((silenceMs * sampleRate) / 1_000)), encoding);
  const all = Buffer.concat([audio, silence]);
  const length = speech.audioBytes(encoding, (ms * sampleRate) / 1_000);
  return Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.subarray(index * length, (index + 1) * length),
  );
}
