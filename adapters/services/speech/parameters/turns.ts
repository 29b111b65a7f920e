// The query parameters of /v2/listen (spec/speech.md, "/v2/listen"; reference/speech.md section 5).

import type { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { quoted } from '../../../wording.ts';
import { badRequest, type ErrorForm } from '../errors.ts';
import {
  anyText,
  decimal,
  flag,
  integer,
  isError,
  oneOf,
  readQuery,
  repeatedText,
  sampleRate,
} from './query.ts';

const turnPath = '/v2/listen';

const turnEncodings = ['linear16', 'linear32', 'mulaw', 'alaw', 'opus', 'ogg-opus'] as const;

const { eagerEndOfTurn, endOfTurn, timeoutMs } = speech.thresholdBounds;
const defaults = speech.turnSettingsDefault.thresholds;

/** Every parameter of /v2/listen, with its allowed values. */
export const turnParameters = {
  eager_eot_threshold: decimal(eagerEndOfTurn.min, eagerEndOfTurn.max).exactOptional().meta({
    description:
      'the confidence, 0.3 to 0.9, at which `EagerEndOfTurn` is sent; at most `eot_threshold`; without it none is',
  }),
  encoding: oneOf(turnEncodings)
    .exactOptional()
    .meta({
      description: `${turnEncodings.map((name) => `\`${name}\``).join(', ')}; without it a container, known by its first bytes`,
    }),
  eot_threshold: decimal(endOfTurn.min, endOfTurn.max)
    .default(defaults.endOfTurn)
    .meta({ description: 'the confidence, 0.5 to 0.9, at which a turn ends; 0.7 by default' }),
  eot_timeout_ms: integer(timeoutMs.min, timeoutMs.max).default(defaults.timeoutMs).meta({
    description:
      'milliseconds of silence, 500 to 60000, after which a turn ends anyhow; 5000 by default',
  }),
  keyterm: repeatedText().meta({
    description:
      'raises the confidence of these words where they were said, and spells them so; repeatable',
  }),
  mip_opt_out: flag().meta({ description: 'without effect' }),
  model: anyText().exactOptional().meta({
    description: '`flux-general-en`, or a name in the setting `speech.models`; required',
  }),
  sample_rate: sampleRate().meta({
    description: 'needed with `encoding`, except for `ogg-opus`, and only read with it',
  }),
  tag: repeatedText().meta({
    description: 'selects parts of scripts; otherwise without effect; repeatable',
  }),
} satisfies z.ZodRawShape;

/** `isConfigured`: whether the world has a further model of this name. */
export function readTurnParameters(
  query: URLSearchParams,
  isConfigured: (model: string) => boolean,
): speech.TurnParameters | ErrorForm {
  const given = readQuery(query, turnParameters, { path: turnPath, unknown: 'refused' });
  if (isError(given)) return given;
  const { model, encoding, sample_rate: rate } = given;
  if (model === undefined) return badRequest(`${neededModel}.`);
  if (!speech.turnModels.includes(model) && !isConfigured(model)) {
    return badRequest(`${neededModel}, not ${quoted(model)}.`);
  }
  if (encoding !== undefined && encoding !== 'ogg-opus' && rate === undefined) {
    return badRequest(`sample_rate must be given with encoding=${encoding}.`);
  }
  const settings = speech.mergeThresholds(speech.turnSettingsDefault, changeOf(given));
  if (!settings.ok) return badRequest(settings.error.description);
  return {
    model,
    encoding: encoding ?? null,
    sampleRate: encoding === undefined ? null : (rate ?? null),
    ...settings.value,
    tags: given.tag,
    mipOptOut: given.mip_opt_out ?? false,
  };
}

const neededModel = `model must be ${speech.turnModels.join(', ')}, or a name in the setting speech.models`;

function changeOf(given: z.infer<z.ZodObject<typeof turnParameters>>): speech.TurnChange {
  const { eager_eot_threshold: eager } = given;
  return {
    ...(eager === undefined ? {} : { eagerEndOfTurn: eager }),
    endOfTurn: given.eot_threshold,
    timeoutMs: given.eot_timeout_ms,
    keyterms: given.keyterm,
  };
}
