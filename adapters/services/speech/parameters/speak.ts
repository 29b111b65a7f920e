// The query parameters of /v1/speak (spec/speech.md, "/v1/speak").

import type { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { quoted } from '../../../wording.ts';
import type { AudioForm } from '../../module.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import { badRequest, type ErrorForm } from '../errors.ts';
import { anyText, decimal, flag, isError, oneOf, readQuery } from './query.ts';

export const sampleRates = ['8000', '16000', '24000', '32000', '48000'] as const;

/** Every parameter of /v1/speak, with its allowed values. */
export const speakParameters = {
  encoding: oneOf(speech.audioEncodings)
    .default('linear16')
    .meta({ description: 'The form of the audio: 16-bit samples, or 8 bits by ITU-T G.711.' }),
  mip_opt_out: flag().meta({ description: 'Accepted without effect.' }),
  model: anyText().default(speech.speakModelDefault).meta({ description: 'The voice.' }),
  sample_rate: oneOf(sampleRates).exactOptional().meta({
    description: 'Samples per second: 24000 by default for `linear16`, 8000 for the others.',
  }),
  speed: decimal(0.7, 1.5)
    .exactOptional()
    .meta({ description: 'A multiple of the pace of the voice, 0.7 to 1.5.' }),
} satisfies z.ZodRawShape;

/** `custom` stands for a model of the client's own (spec/speech.md, "/v1/listen"). */
const models = new Set([...speech.speakModels, 'custom']);

/** `isConfigured`: whether the world has a further model of this name. */
export function readSpeakParameters(
  query: URLSearchParams,
  isConfigured: (model: string) => boolean,
  rule?: UnknownMembersRule,
): speech.SpeakParameters | ErrorForm {
  const given = readQuery(query, speakParameters, { path: '/v1/speak', unknown: 'refused', rule });
  if (isError(given)) return given;
  const { encoding, mip_opt_out: mipOptOut = false, model, sample_rate: rate, speed = 1 } = given;
  if (!models.has(model) && !isConfigured(model)) {
    return badRequest(`${unknownModel}, not ${quoted(model)}.`);
  }
  return {
    model,
    encoding,
    sampleRate: rate === undefined ? speech.speakRateDefault(encoding) : Number(rate),
    ...(speed === 1 ? {} : { speed }),
    mipOptOut,
  };
}

/** The form of the sent audio. */
export function speakAudioForm(query: URLSearchParams): AudioForm | undefined {
  const parameters = readSpeakParameters(query, () => true);
  if (isError(parameters)) return undefined;
  const { encoding, sampleRate } = parameters;
  return { encoding, sampleRate, sampleBytes: speech.audioBytes(encoding, 1) };
}

const unknownModel = `There is no such model/language/tier combination: model must be one of ${[...models].join(', ')}, or a name in the setting speech.models`;
