// The audio of a conversation (spec/speech.md, "Settings object"; reference/speech.md section 6, "Audio output defaults").

import { z } from 'zod';
import { omitUndefined, parseJson, speech } from '../../../../core/index.ts';
import { inputEncodings } from '../../../audio/decoding/decoder.ts';
import { fixedRates } from '../audio/stream-form.ts';
import { bitrateMax } from './limits.ts';
import { invalid } from './problem.ts';
import type { AgentRules } from './rules.ts';

const { sampleRateMin, sampleRateMax } = speech;

const inputRate = `must be an integer from ${sampleRateMin} to ${sampleRateMax}`;

const input = z.strictObject({
  encoding: z.enum(inputEncodings),
  sample_rate: z
    .number()
    .int(inputRate)
    .min(sampleRateMin, inputRate)
    .max(sampleRateMax, inputRate),
});

/** Encodings without an encoder here: raw samples are sent instead, with a Warning. */
const codedOutputs = ['mp3', 'opus', 'flac', 'aac'] as const;

const bitrate = `must be an integer from 1 to ${bitrateMax}`;

const output = z.strictObject({
  encoding: z.enum([...speech.audioEncodings, ...codedOutputs]).exactOptional(),
  sample_rate: z.number().exactOptional(),
  bitrate: z.number().int(bitrate).min(1, bitrate).max(bitrateMax, bitrate).exactOptional(),
  container: z.enum(['none', 'wav', 'ogg']).exactOptional(),
});

export const audioSchema = z.strictObject({
  input: input.exactOptional(),
  output: output.exactOptional(),
});

/** The rates of each encoding; the first is the default. */
const outputRates: Readonly<Record<speech.AudioEncoding, readonly number[]>> = {
  linear16: [24_000, 8_000, 16_000, 32_000, 48_000],
  mulaw: [8_000, 16_000],
  alaw: [8_000, 16_000],
};

/** Calls `onNote` for an output in an encoding that is replaced. Throws MessageProblem. */
export function audioOf(
  given: z.infer<typeof audioSchema>,
  { onNote }: Pick<AgentRules, 'onNote'> = {},
): speech.AgentAudio {
  const { encoding: heard = 'linear16', sample_rate: heardRate = 24_000 } = given.input ?? {};
  const fixed = fixedRates[heard];
  if (fixed !== undefined && heardRate !== fixed) {
    throw invalid('audio.input.sample_rate', `must be ${fixed} for ${heard}`);
  }
  return {
    input: { encoding: heard, sampleRate: heardRate },
    output: outputOf(given.output ?? {}, onNote),
  };
}

function outputOf(
  { encoding = 'linear16', sample_rate: rate, bitrate: bits, container = 'none' }: GivenOutput,
  onNote: AgentRules['onNote'],
): speech.AgentAudio['output'] {
  const own = omitUndefined({ bitrate: bits });
  if (isCoded(encoding) || container === 'ogg') {
    const sent = isCoded(encoding) ? 'linear16' : encoding;
    const rates = outputRates[sent];
    const sampleRate = rates.find((each) => each === rate) ?? rates[0] ?? 24_000;
    const asked = container === 'ogg' ? `${encoding} in Ogg` : encoding;
    const reason = `there is no encoder for ${asked}: ${sent} at ${sampleRate} Hz without a container is sent`;
    onNote?.('audio.output', reason);
    return { encoding: sent, sampleRate, container: 'none', ...own };
  }
  const rates = outputRates[encoding];
  const [rateDefault = 24_000] = rates;
  if (rate !== undefined && !rates.includes(rate)) {
    const allowed = [...rates].sort((one, other) => one - other).join(', ');
    throw invalid('audio.output.sample_rate', `must be one of ${allowed} for ${encoding}`);
  }
  return { encoding, sampleRate: rate ?? rateDefault, container, ...own };
}

type GivenOutput = z.infer<typeof output>;

function isCoded(
  encoding: NonNullable<GivenOutput['encoding']>,
): encoding is (typeof codedOutputs)[number] {
  return codedOutputs.some((each) => each === encoding);
}

/** The audio that a Settings message declares; undefined for any other text. */
export function declaredAudio(text: string): speech.AgentAudio | undefined {
  try {
    const { audio } = parseJson(text) as { readonly audio?: unknown };
    const { data } = audioSchema.safeParse(audio);
    return data === undefined ? undefined : audioOf(data);
  } catch {
    return undefined; // malformed JSON, or a sample rate that is not allowed
  }
}
