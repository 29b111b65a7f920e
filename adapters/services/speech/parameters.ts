// The query parameters of /v1/speak (spec/speech.md, "/v1/speak").

import { z } from 'zod';
import { speech } from '../../../core/index.ts';
import { queryObject } from '../../http/parse.ts';
import { quoted } from '../../wording.ts';
import type { AudioForm } from '../module.ts';
import { badRequest, type ErrorForm } from './errors.ts';

export const sampleRates = ['8000', '16000', '24000', '32000', '48000'] as const;

/** Every parameter of /v1/speak, with its allowed values. */
export const speakParameters = {
  encoding: oneOf(speech.audioEncodings)
    .default('linear16')
    .meta({ description: 'The form of the audio: 16-bit samples, or 8 bits by ITU-T G.711.' }),
  mip_opt_out: oneOf(['true', 'false'])
    .default('false')
    .meta({ description: 'Accepted without effect.' }),
  model: z.string().default(speech.speakModelDefault).meta({ description: 'The voice.' }),
  sample_rate: oneOf(sampleRates).exactOptional().meta({
    description: 'Samples per second: 24000 by default for `linear16`, 8000 for the others.',
  }),
} satisfies z.ZodRawShape;

const schema = z.object(speakParameters);

/** `custom` stands for a model of the client's own (spec/speech.md, "/v1/listen"). */
const models = new Set([...speech.speakModels, 'custom']);

/** `isConfigured`: whether the world has a further model of this name. */
export function readSpeakParameters(
  query: URLSearchParams,
  isConfigured: (model: string) => boolean,
): speech.SpeakParameters | ErrorForm {
  const given = queryObject(query);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(speakParameters, name));
  if (unknown !== undefined) {
    const names = Object.keys(speakParameters).join(', ');
    return badRequest(`${shown(unknown)} is no parameter of /v1/speak: it has ${names}.`);
  }
  const empty = Object.keys(speakParameters).find((name) => query.get(name) === '');
  if (empty !== undefined) {
    return badRequest(`${empty} must have a value, or be left out for its default, not ''.`);
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) return invalidValue(given, parsed.error.issues);
  const { encoding, mip_opt_out: mipOptOut, model, sample_rate: rate } = parsed.data;
  if (!models.has(model) && !isConfigured(model)) {
    return badRequest(`${unknownModel}, not ${quoted(model)}.`);
  }
  return {
    model,
    encoding,
    sampleRate: rate === undefined ? defaultRate(encoding) : Number(rate),
    mipOptOut: mipOptOut === 'true',
  };
}

/** The form of the audio that the URL of a connection requests. */
export function speakAudioAt(url: string): AudioForm | undefined {
  const query = new URLSearchParams(url.split('?')[1]);
  const parameters = readSpeakParameters(query, () => true);
  if ('status' in parameters) return undefined;
  const { encoding, sampleRate } = parameters;
  return { encoding, sampleRate, sampleBytes: speech.audioBytes(encoding, 1) };
}

const unknownModel = `There is no such model/language/tier combination: model must be one of ${[...models].join(', ')}, or a name in the setting speech.models`;

function defaultRate(encoding: speech.AudioEncoding): number {
  return encoding === 'linear16' ? 24_000 : 8_000;
}

function invalidValue(
  given: Readonly<Record<string, unknown>>,
  [issue]: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): ErrorForm {
  const name = String(issue?.path[0]);
  const message = Array.isArray(given[name]) ? 'may be given only once' : issue?.message;
  return badRequest(`${name} ${message}.`);
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, {
    error: ({ input }) => `must be one of ${values.join(', ')}, not ${quoted(input)}`,
  });
}

function shown(name: string): string {
  return name.slice(0, 100);
}
