// The query parameters of /v2/listen (spec/speech.md, "/v2/listen"; reference/speech.md section 5).

import type { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { quoted } from '../../../wording.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import { badRequest, type ErrorForm } from '../errors.ts';
import { languageTag, languageTagWords } from './listen.ts';
import {
  anyText,
  decimal,
  decimalOf,
  flag,
  integer,
  isError,
  oneOf,
  readQuery,
  repeated,
  repeatedText,
  sampleRate,
  single,
} from './query.ts';

const turnPath = '/v2/listen';

export const turnEncodings = ['linear16', 'linear32', 'mulaw', 'alaw', 'opus', 'ogg-opus'] as const;

const { eagerEndOfTurn, endOfTurn, timeoutMs } = speech.thresholdBounds;
const defaults = speech.turnSettingsDefault.thresholds;

const turnRedactions = ['numbers', 'aggressive_numbers'] as const;

function endThresholdOf(text: string): number | undefined {
  const value = decimalOf(text, endOfTurn.min, speech.endOfTurnNever);
  const isBetween = value !== undefined && value > endOfTurn.max && value < speech.endOfTurnNever;
  return isBetween ? undefined : value;
}

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
  eot_threshold: single(
    endThresholdOf,
    `must be a number from ${endOfTurn.min} to ${endOfTurn.max}, or ${speech.endOfTurnNever}`,
    { type: 'number', minimum: endOfTurn.min, maximum: speech.endOfTurnNever },
  )
    .default(defaults.endOfTurn)
    .meta({
      description:
        'the confidence, 0.5 to 0.9, at which a turn ends, or 1 for none; 0.7 by default',
    }),
  eot_timeout_ms: integer(timeoutMs.min, timeoutMs.max).default(defaults.timeoutMs).meta({
    description:
      'milliseconds of silence, 500 to 60000, after which a turn ends anyhow; 5000 by default',
  }),
  keyterm: repeatedText().meta({
    description:
      'raises the confidence of these words where they were said, and spells them so; repeatable',
  }),
  language_hint: repeated(languageTag, languageTagWords).meta({
    description:
      'a BCP-47 tag, sent back in `languages_hinted`; with `flux-general-multi` only; repeatable',
  }),
  mip_opt_out: flag().meta({ description: 'without effect' }),
  model: anyText().exactOptional().meta({
    description:
      '`flux-general-en`, `flux-general-multi`, or a name in the setting `speech.models`; required',
  }),
  numerals: flag().meta({ description: 'written numbers become digits' }),
  profanity_filter: flag().meta({ description: 'masks swear words' }),
  redact: repeated(
    (text) => turnRedactions.find((kind) => kind === text),
    `must be one of ${turnRedactions.join(', ')}`,
    { type: 'string', enum: turnRedactions },
  ).meta({
    description: '`numbers`, `aggressive_numbers`: replaces such words by labels; repeatable',
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
  rule?: UnknownMembersRule,
): speech.TurnParameters | ErrorForm {
  const given = readQuery(query, turnParameters, { path: turnPath, unknown: 'refused', rule });
  if (isError(given)) return given;
  const { model, encoding, sample_rate: rate } = given;
  if (model === undefined) return badRequest(`${neededModel}.`);
  if (!speech.turnModels.includes(model) && !isConfigured(model)) {
    return badRequest(`${neededModel}, not ${quoted(model)}.`);
  }
  if (encoding !== undefined && encoding !== 'ogg-opus' && rate === undefined) {
    return badRequest(`sample_rate must be given with encoding=${encoding}.`);
  }
  const { language_hint: languageHints } = given;
  if (languageHints.length > 0 && model === speech.monolingualTurnModel) {
    return badRequest(`language_hint is for ${speech.multilingualTurnModel} only, not ${model}.`);
  }
  const settings = speech.mergeThresholds(speech.turnSettingsDefault, changeOf(given));
  if (!settings.ok) return badRequest(settings.error.description);
  return {
    model,
    encoding: encoding ?? null,
    sampleRate: encoding === undefined ? null : (rate ?? null),
    ...settings.value,
    ...textOf(given),
    ...(languageHints.length === 0 ? {} : { languageHints }),
    tags: given.tag,
    mipOptOut: given.mip_opt_out ?? false,
  };
}

const neededModel = `model must be ${speech.turnModels.join(', ')}, or a name in the setting speech.models`;

/** Empty if words are written as spoken. */
function textOf({
  numerals = false,
  profanity_filter: profanityFilter = false,
  redact,
}: GivenTurnParameters): Pick<speech.TurnParameters, 'text'> {
  if (!numerals && !profanityFilter && redact.length === 0) return {};
  return { text: { numerals, profanityFilter, redact: [...new Set(redact)] } };
}

type GivenTurnParameters = z.infer<z.ZodObject<typeof turnParameters>>;

function changeOf(given: GivenTurnParameters): speech.TurnChange {
  const { eager_eot_threshold: eager } = given;
  return {
    ...(eager === undefined ? {} : { eagerEndOfTurn: eager }),
    endOfTurn: given.eot_threshold,
    timeoutMs: given.eot_timeout_ms,
    keyterms: given.keyterm,
  };
}
