// Listen settings of the voice agent (spec/speech.md, "Settings object").

import { z } from 'zod';
import { omitUndefined, speech } from '../../../../core/index.ts';
import { languageTag, languageTagWords } from '../parameters/listen.ts';
import { isTerm, termProblem } from '../parameters/terms.ts';
import { keytermCharsMax, keytermsMax, languageHintsMax } from './limits.ts';
import { anyName, checkName } from './names.ts';
import { invalid } from './problem.ts';
import type { AgentRules } from './rules.ts';

export const language = z
  .string()
  .refine((text) => languageTag(text) !== undefined, languageTagWords)
  .meta({ description: 'A BCP-47 tag, or `multi`.' });

const type = z.enum(['deepgram', 'native']);

const keyterms = z
  .array(z.string().min(1).max(keytermCharsMax).refine(isTerm, termProblem))
  .max(keytermsMax)
  .exactOptional()
  .meta({ description: 'Words whose spelling is known.' });

const eotBounds = speech.thresholdBounds;

function threshold(least: number, most: number) {
  const words = `must be a number from ${least} to ${most}`;
  return z.number(words).min(least, words).max(most, words).exactOptional();
}

const timeoutWords = `must be an integer from ${eotBounds.timeoutMs.min} to ${eotBounds.timeoutMs.max}`;

const hint = z.string().refine((text) => languageTag(text) !== undefined, languageTagWords);

const hints = z
  .array(hint)
  .max(languageHintsMax)
  .exactOptional()
  .meta({ description: 'Languages of the user; with `flux-general-multi` only.' });

const turnMembers = {
  language_hints: hints,
  language_hint: z
    .union([hint, z.array(hint).max(languageHintsMax)])
    .exactOptional()
    .meta({ description: 'Deprecated, and without effect as in the original.' }),
  eot_threshold: threshold(eotBounds.endOfTurn.min, speech.endOfTurnNever).meta({
    description: 'The confidence at which a turn ends; 1: none does.',
  }),
  eager_eot_threshold: threshold(eotBounds.eagerEndOfTurn.min, eotBounds.eagerEndOfTurn.max),
  eot_timeout_ms: z
    .int(timeoutWords)
    .min(eotBounds.timeoutMs.min, timeoutWords)
    .max(eotBounds.timeoutMs.max, timeoutWords)
    .exactOptional(),
  keyterms,
};

/** The members of both versions. Members of the other version are ignored. */
const mixed = {
  type,
  model: anyName.exactOptional(),
  language: language.exactOptional(),
  smart_format: z.boolean().exactOptional(),
  ...turnMembers,
};

const provider = z
  .discriminatedUnion(
    'version',
    [
      z.strictObject({ ...mixed, version: z.literal('v1').exactOptional() }),
      z.strictObject({ type, version: z.literal('v2'), model: anyName, ...turnMembers }),
    ],
    {
      error: ({ code }) => (code === 'invalid_union' ? 'must be v1 or v2' : undefined),
    },
  )
  .meta({ description: 'How turns of the user are heard: v1 ends them by silence.' });

export const listenSchema = z.strictObject({ provider: provider.exactOptional() });

/** The listen settings of UpdateListen. */
export const listenUpdateSchema = z.strictObject({
  provider: z.strictObject({ ...mixed, version: z.enum(['v1', 'v2']).exactOptional() }),
});

type Provider = z.infer<typeof listenUpdateSchema>['provider'];

const listenLanguageDefault = 'en-US';

/** `spoken`: the deprecated `agent.language`. `place`: the path of the settings in the message. Throws MessageProblem. */
export function listenOf(
  given: { readonly provider?: Provider } | undefined,
  spoken: string | undefined,
  place: string,
  rules: AgentRules,
): speech.ListenSettings {
  const common = spoken ?? listenLanguageDefault;
  const by = given?.provider;
  if (by === undefined) {
    return { version: 'v1', language: common, keyterms: [], smartFormat: false };
  }
  const at = `${place}.provider`;
  const isTurns = by.version === 'v2' || (by.version === undefined && isFlux(by.model));
  noteOthers(by, isTurns ? plainMembers : turnOnlyMembers, isTurns ? 'v1' : 'v2', at, rules);
  const names = isTurns ? speech.turnModels : [...speech.listenModels, 'custom'];
  const limits = { names, isOpen: false, hasEndpoint: false };
  if (by.model !== undefined) checkName(by.model, `${at}.model`, limits, rules);
  if (isTurns) return turnsOf(by, at, rules);
  return {
    version: 'v1',
    language: by.language ?? common,
    keyterms: by.keyterms ?? [],
    smartFormat: by.smart_format ?? false,
  };
}

function isFlux(model: string | undefined): boolean {
  return model?.startsWith('flux-') === true;
}

const plainMembers = ['language', 'smart_format'] as const;
const turnOnlyMembers = [
  'language_hints',
  'language_hint',
  'eot_threshold',
  'eager_eot_threshold',
  'eot_timeout_ms',
] as const;

function noteOthers(
  by: Provider,
  members: readonly (keyof Provider)[],
  version: string,
  place: string,
  { onNote }: AgentRules,
): void {
  for (const member of members) {
    if (by[member] !== undefined) onNote?.(`${place}.${member}`, `it is for version ${version}`);
  }
}

function turnsOf(by: Provider, place: string, { onNote }: AgentRules): speech.ListenSettings {
  const { model, keyterms: terms = [], language_hints: languageHints } = by;
  if (model === undefined) {
    throw invalid(`${place}.model`, 'is missing; it must be a text for version v2');
  }
  const isHinted = languageHints !== undefined && model !== speech.monolingualTurnModel;
  if (languageHints !== undefined && !isHinted) {
    onNote?.(`${place}.language_hints`, `${model} knows one language`);
  }
  const thresholds = thresholdsOf(by, place);
  return {
    version: 'v2',
    keyterms: terms,
    ...omitUndefined({ thresholds, languageHints: isHinted ? languageHints : undefined }),
  };
}

/** The thresholds; undefined if the message has none. */
function thresholdsOf(by: Provider, place: string): speech.TurnThresholds | undefined {
  const { eager_eot_threshold: eager, eot_threshold: end, eot_timeout_ms: timeoutMs } = by;
  if (eager === undefined && end === undefined && timeoutMs === undefined) return undefined;
  const before = speech.turnSettingsDefault.thresholds;
  const endOfTurn = end ?? before.endOfTurn;
  if (eager !== undefined && eager > endOfTurn) {
    const reason = `must not be greater than eot_threshold (${endOfTurn})`;
    throw invalid(`${place}.eager_eot_threshold`, reason);
  }
  return { eagerEndOfTurn: eager ?? null, endOfTurn, timeoutMs: timeoutMs ?? before.timeoutMs };
}
