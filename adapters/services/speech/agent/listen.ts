// Listen settings of the voice agent (spec/speech.md, "Settings object").

import { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { languageTag, languageTagWords } from '../parameters/listen.ts';
import { isTerm, termProblem } from '../parameters/terms.ts';
import { keytermCharsMax, keytermsMax } from './limits.ts';
import { anyName, checkName } from './names.ts';
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

const provider = z
  .discriminatedUnion(
    'version',
    [
      z.strictObject({
        type,
        version: z.literal('v1').exactOptional(),
        model: anyName.exactOptional(),
        language: language.exactOptional(),
        keyterms,
        smart_format: z.boolean().exactOptional(),
      }),
      z.strictObject({ type, version: z.literal('v2'), model: anyName, keyterms }),
    ],
    {
      error: ({ code }) => (code === 'invalid_union' ? 'must be v1 or v2' : undefined),
    },
  )
  .meta({ description: 'How turns of the user are heard: v1 ends them by silence.' });

export const listenSchema = z.strictObject({ provider });

const listenLanguageDefault = 'en-US';

/** `spoken`: the deprecated `agent.language`. */
export function listenOf(
  given: z.infer<typeof listenSchema> | undefined,
  spoken: string | undefined,
  place: string,
  rules: AgentRules,
): speech.ListenSettings {
  const common = spoken ?? listenLanguageDefault;
  if (given === undefined) {
    return { version: 'v1', language: common, keyterms: [], smartFormat: false };
  }
  const { provider: by } = given;
  const { keyterms: terms = [] } = by;
  const names = by.version === 'v2' ? speech.turnModels : [...speech.listenModels, 'custom'];
  const limits = { names, isOpen: false, hasEndpoint: false };
  if (by.model !== undefined) checkName(by.model, `${place}.provider.model`, limits, rules);
  if (by.version === 'v2') return { version: 'v2', keyterms: terms };
  return {
    version: 'v1',
    language: by.language ?? common,
    keyterms: terms,
    smartFormat: by.smart_format ?? false,
  };
}
