// The query parameters of /v1/listen (spec/speech.md, "/v1/listen"; reference/speech.md section 4).

import type { z } from 'zod';
import { omitUndefined, speech } from '../../../../core/index.ts';
import { inputEncodings } from '../../../audio/decoding/decoder.ts';
import { quoted } from '../../../wording.ts';
import { fixedRates } from '../audio/stream-form.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import { badRequest, type ErrorForm } from '../errors.ts';
import {
  anyText,
  decimalOf,
  flag,
  integer,
  integerOf,
  isError,
  oneOf,
  pairOf,
  readQuery,
  repeated,
  repeatedText,
  sampleRate,
  single,
} from './query.ts';
import { isReplacement, isTerm, repeatedTerm, replacementProblem, termProblem } from './terms.ts';

const listenPath = '/v1/listen';

/** The most channels of audio with `encoding`. */
export const channelsMax = 20;
const endpointingMsMax = 60_000;
const utteranceEndMsMax = 5_000;
const keywordBoostMax = 1_000;

const endpointingMsDefault = 10;

const endpointingForm = {
  anyOf: [{ type: 'integer', minimum: 0, maximum: endpointingMsMax }, { type: 'boolean' }],
};

export const languageTagWords = 'must be a BCP-47 tag, such as en or en-US, or multi';

/** Every parameter of /v1/listen, with its allowed values. */
export const listenParameters = {
  callback: single(urlOf, 'must be an http or https URL', { type: 'string', format: 'uri' })
    .exactOptional()
    .meta({
      description:
        'a URL to which all messages are sent, in place of the socket; its host must be allowed with `--allow-host`',
    }),
  callback_method: oneOf(['POST', 'GET', 'PUT', 'DELETE']).default('POST').meta({
    description: 'the method of these requests: `POST` (default), `GET`, `PUT`, `DELETE`',
  }),
  channels: integer(1, channelsMax)
    .default(1)
    .meta({ description: '1 (default) to 20 channels of raw audio; only read with `encoding`' }),
  detect_entities: flag().meta({
    description: 'finals list entities; implies `punctuate`',
  }),
  diarize: flag().meta({ description: 'each word has the number of its speaker, from 0' }),
  diarize_model: anyText().exactOptional().meta({ description: 'without effect' }),
  dictation: flag().meta({
    description: 'spoken signs become signs; implies `punctuate`',
  }),
  encoding: oneOf(inputEncodings)
    .exactOptional()
    .meta({
      description: `${inputEncodings.map((name) => `\`${name}\``).join(', ')}; without it a container, known by its first bytes`,
    }),
  endpointing: single(endpointingOf, 'must be false or an integer from 0 to 60000', endpointingForm)
    .default(endpointingMsDefault)
    .meta({
      description:
        'milliseconds of silence after which a segment is final with `speech_final`: 10 by default; `false` for never',
    }),
  extra: repeated(extraOf, 'must be key:value').meta({
    description: '`key:value`, sent back in the metadata of each message; repeatable',
  }),
  interim_results: flag().meta({ description: 'results of the segment in progress, each second' }),
  keyterm: repeatedTerm().meta({
    description:
      'raises the confidence of these words where they were said, and spells them so; `nova-3` models only; repeatable',
  }),
  keywords: repeated(keywordOf, 'must be term or term:boost, with a number as boost')
    .refine((words) => words.every(({ term }) => isTerm(term)), termProblem)
    .meta({
      description:
        '`term:boost`: the same for other models; a negative boost lowers it; repeatable',
    }),
  language: single(languageTag, languageTagWords).default('en').meta({
    description:
      'a BCP-47 tag, `en` by default; `multi` adds the language of each word to the results',
  }),
  mip_opt_out: flag().meta({ description: 'without effect' }),
  model: anyText().default(speech.listenModelDefault).meta({
    description:
      'one of the models of the original, `custom`, or a name in the setting `speech.models`; by default `base`. All hear the same',
  }),
  multichannel: flag().meta({
    description: 'each channel has results of its own; else the channels are mixed',
  }),
  numerals: flag().meta({ description: 'written numbers become digits' }),
  profanity_filter: flag().meta({ description: 'masks swear words' }),
  punctuate: flag().meta({ description: 'adds signs and capitals' }),
  redact: repeated(redactionOf, `must be one of true, false, ${speech.redactionKinds.join(', ')}`, {
    type: 'string',
    enum: ['true', 'false', ...speech.redactionKinds],
  }).meta({
    description:
      '`pci`, `numbers` (also `true`), `aggressive_numbers`, `ssn`: replaces such words by labels in messages; events and recordings hold the raw words; repeatable',
  }),
  replace: repeated(replacementOf, 'must be term:replacement')
    .refine((terms) => terms.every(({ from }) => isTerm(from)), termProblem)
    .refine((terms) => terms.every(({ to }) => isReplacement(to)), replacementProblem)
    .meta({
      description: '`term:replacement`; without a replacement the term is removed; repeatable',
    }),
  sample_rate: sampleRate().meta({ description: 'needed with `encoding`, and only read with it' }),
  search: repeatedTerm().meta({
    description: 'results say where the terms were said; repeatable',
  }),
  smart_format: flag().meta({
    description: 'punctuation, numerals, dates, amounts and such; implies `punctuate`',
  }),
  tag: repeatedText().meta({
    description: 'selects parts of scripts; otherwise without effect; repeatable',
  }),
  utterance_end_ms: integer(1, utteranceEndMsMax).exactOptional().meta({
    description:
      'milliseconds without words, 1 to 5000, after which `UtteranceEnd` is sent; needs `interim_results`',
  }),
  vad_events: flag().meta({ description: '`SpeechStarted` is sent when a voice begins' }),
  version: anyText().exactOptional().meta({
    description: 'the version that `model_info` names; otherwise that of the model',
  }),
} satisfies z.ZodRawShape;

export interface ListenRequest {
  readonly parameters: speech.ListenParameters;
  /** Present if the parameters have a callback. */
  readonly callbackUrl?: string;
}

/** The settings on which the handshake depends, besides its query. */
export interface ListenRules {
  /** Whether the world has a further model of this name. */
  readonly isConfigured: (model: string) => boolean;
  /** Whether callbacks may be sent to the host. */
  readonly isAllowed: (hostname: string) => boolean;
  /** Whether unknown parameters are refused or lead to a warning. */
  readonly unknownMembers?: UnknownMembersRule | undefined;
}

/** `custom` stands for a model of the client's own. */
const models = new Set([...speech.listenModels, 'custom']);

export function readListenParameters(
  query: URLSearchParams,
  rules: ListenRules,
): ListenRequest | ErrorForm {
  const given = readQuery(withoutUnread(query), listenParameters, {
    path: listenPath,
    unknown: 'ignored',
    rule: rules.unknownMembers,
  });
  if (isError(given)) return given;
  const error = problemOf(given, rules);
  if (error !== undefined) return badRequest(`${error}.`);
  const { interim_results: interimResults = false, callback, callback_method: method } = given;
  const parameters: speech.ListenParameters = {
    model: given.model,
    version: given.version ?? null,
    ...audioOf(given),
    multichannel: given.multichannel ?? false,
    interimResults,
    endpointingMs: given.endpointing,
    utteranceEndMs: interimResults ? (given.utterance_end_ms ?? null) : null,
    vadEvents: given.vad_events ?? false,
    text: textOptions(given),
    extra: given.extra,
    tags: given.tag,
    mipOptOut: given.mip_opt_out ?? false,
    callback: callback === undefined ? null : { method },
  };
  return { parameters, ...omitUndefined({ callbackUrl: callback }) };
}

/** Rate and channels count only with `encoding`: a container states its own. */
function withoutUnread(query: URLSearchParams): URLSearchParams {
  if (query.has('encoding')) return query;
  const read = new URLSearchParams(query);
  for (const name of ['channels', 'sample_rate']) read.delete(name);
  return read;
}

type Given = z.infer<z.ZodObject<typeof listenParameters>>;

/** A combination of parameters that is refused. */
function problemOf(given: Given, { isConfigured, isAllowed }: ListenRules): string | undefined {
  const { model, encoding, sample_rate: rate, callback } = given;
  if (!models.has(model) && !isConfigured(model)) return `${unknownModel}, not ${quoted(model)}`;
  if (given.keyterm.length > 0 && !speech.isNova3(model)) {
    return `keyterm needs a nova-3 model, not ${quoted(model)}: use keywords`;
  }
  if (given.keywords.length > 0 && speech.isNova3(model)) {
    return `keywords is not for the model ${quoted(model)}: use keyterm`;
  }
  if (encoding !== undefined && rate === undefined) {
    return `sample_rate must be given with encoding=${encoding}`;
  }
  const fixed = encoding === undefined ? undefined : fixedRates[encoding];
  if (fixed !== undefined && rate !== fixed) {
    return `sample_rate must be ${fixed} with encoding=${encoding}, not '${rate}'`;
  }
  if (callback !== undefined && !isAllowed(new URL(callback).hostname)) {
    const { hostname } = new URL(callback);
    return `callback names the host ${quoted(hostname)}, which is not allowed: start the server with --allow-host ${hostname}`;
  }
  return undefined;
}

const unknownModel = `There is no such model/language/tier combination: model must be one of ${[...models].join(', ')}, or a name in the setting speech.models`;

function audioOf({ encoding, sample_rate: rate, channels }: Given) {
  if (encoding === undefined) return { encoding: null, sampleRate: null, channels: 1 };
  return { encoding, sampleRate: rate ?? null, channels };
}

function textOptions(given: Given): speech.TextOptions {
  return {
    punctuate: given.punctuate ?? false,
    numerals: given.numerals ?? false,
    smartFormat: given.smart_format ?? false,
    dictation: given.dictation ?? false,
    profanityFilter: given.profanity_filter ?? false,
    detectEntities: given.detect_entities ?? false,
    diarize: given.diarize ?? false,
    redact: [...new Set(given.redact)].filter((kind) => kind !== 'none'),
    replace: given.replace,
    search: given.search,
    keyterms: given.keyterm,
    keywords: given.keywords,
    language: given.language,
  };
}

function endpointingOf(text: string): number | null | undefined {
  if (text === 'false') return null;
  return text === 'true' ? endpointingMsDefault : integerOf(text, 0, endpointingMsMax);
}

function urlOf(text: string): string | undefined {
  const isUrl = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  return isUrl ? text : undefined;
}

/** `true` stands for `numbers` (reference/speech.md section 4, `redact`). */
function redactionOf(text: string): speech.RedactionKind | 'none' | undefined {
  if (text === 'true') return 'numbers';
  return text === 'false' ? 'none' : speech.redactionKinds.find((kind) => kind === text);
}

function extraOf(text: string): { readonly key: string; readonly value: string } | undefined {
  const [key, value] = pairOf(text) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

function replacementOf(text: string): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = pairOf(text) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

function keywordOf(text: string): { readonly term: string; readonly boost: number } | undefined {
  const [term, given] = pairOf(text) ?? [text, '1'];
  const boost = decimalOf(given, -keywordBoostMax, keywordBoostMax);
  return boost === undefined ? undefined : { term, boost };
}

/** The text if it is a valid `language`; otherwise undefined. */
export function languageTag(text: string): string | undefined {
  if (text === 'multi') return text;
  return text.length <= languageCharsMax && isLanguageTag.test(text) ? text : undefined;
}

/** Matching the pattern takes quadratic time. */
const languageCharsMax = 255;

const subtags = {
  language: '[a-z]{2,3}(-[a-z]{3}){0,3}',
  script: '(-[a-z]{4})?',
  region: '(-([a-z]{2}|\\d{3}))?',
  variants: '(-([a-z\\d]{5,8}|\\d[a-z\\d]{3}))*',
  extensions: '(-[\\da-wyz](-[a-z\\d]{2,8})+)*',
  privateUse: '(-x(-[a-z\\d]{1,8})+)?',
};
/** RFC 5646 section 2.1; languages of more than three letters are not registered. The second form: private use, and `i-klingon`. */
const isLanguageTag = new RegExp(
  `^(${Object.values(subtags).join('')}|[ix](-[a-z\\d]{1,8})+)$`,
  'i',
);
