// Scripts, as operators write them in fixtures and in requests to the control plane. answers.ts has the answer rules of agents.

import { z } from 'zod';
import { omitUndefined, speech } from '../../../core/index.ts';
import { problemsMax } from '../../protocol/parse.ts';
import { answerRules } from './answers.ts';
import { entityProblems } from './entity-problems.ts';

const {
  partsMax,
  utterancesMax,
  textCharsMax,
  speakerCharsMax,
  languageCharsMax,
  entitiesMax,
  labelCharsMax,
  gapMsMin,
  gapMsMax,
} = speech.scriptLimits;

/** Limits of the members of a selection. */
export const tagCharsMax = 1_000;
export const scriptChannelMax = 19;
export const scriptOrdinalMax = 1_000_000;
export const confidenceMax = 1;

const wordNumber = z.int().min(0).max(textCharsMax);

const entity = z
  .strictObject({
    label: z.string().min(1).max(labelCharsMax).meta({ description: 'Its kind, as `NAME`.' }),
    value: z.string().min(1).max(textCharsMax),
    from: wordNumber.exactOptional().meta({
      description: 'The number of its first word, from 0. Absent: where its value is.',
    }),
    to: wordNumber
      .exactOptional()
      .meta({ description: 'The number of the word behind its last one.' }),
  })
  .meta({ description: 'An entity in the text.' });

const text = z
  .string()
  .max(textCharsMax)
  .meta({ description: 'The words, with case and signs. Empty: nothing is heard.' });

export const scriptUtterance = z
  .union([
    text,
    z.strictObject({
      text,
      speaker: z
        .union([z.string().min(1).max(speakerCharsMax), z.int().min(0).max(scriptOrdinalMax)])
        .exactOptional()
        .meta({ description: 'Equal speakers have equal numbers in results.' }),
      language: z.string().min(1).max(languageCharsMax).exactOptional(),
      confidence: z.number().min(0).max(confidenceMax).exactOptional(),
      entities: z.array(entity).max(entitiesMax).exactOptional(),
    }),
  ])
  .meta({ description: 'What is heard between two silences.' });

export const scriptPart = z
  .strictObject({
    tag: z
      .string()
      .max(tagCharsMax)
      .exactOptional()
      .meta({ description: 'Selects sessions with this tag.' }),
    path: z
      .enum(['/v1/listen', '/v2/listen', '/v1/agent/converse'])
      .exactOptional()
      .meta({ description: 'Selects sessions of this channel of the service.' }),
    channel: z
      .int()
      .min(0)
      .max(scriptChannelMax)
      .exactOptional()
      .meta({ description: 'Selects this channel of the audio, from 0.' }),
    ordinal: z
      .int()
      .min(1)
      .max(scriptOrdinalMax)
      .exactOptional()
      .meta({ description: 'Selects the session with this number on its path, from 1.' }),
    gapMs: z
      .int()
      .min(gapMsMin)
      .max(gapMsMax)
      .exactOptional()
      .meta({ description: 'The silence between utterances, in milliseconds; 700 by default.' }),
    utterances: z.array(scriptUtterance).max(utterancesMax),
  })
  .meta({
    id: 'ScriptPart',
    description: 'Its first part that selects a session and channel is heard there.',
  });

/** The list of parts, with the limits of all of them, whatever is in their utterances. */
export function scriptParts<Part extends z.ZodType<AnyPart>>(part: Part) {
  return z
    .array(part)
    .max(partsMax)
    .refine((each) => count(each) <= utterancesMax, {
      error: `must have at most ${utterancesMax} utterances in all parts`,
    });
}

type AnyPart = { readonly utterances: readonly unknown[] };

const parts = scriptParts(scriptPart).superRefine((each, context) => {
  let problems = 0;
  for (const { path, message } of entityProblems(each)) {
    context.addIssue({ code: 'custom', path, message, continue: false });
    problems += 1;
    if (problems === problemsMax) return;
  }
});

/** Replaces the whole script: an absent member is empty. */
export const scriptMembers = {
  hear: parts.exactOptional().meta({ description: 'What sessions hear, whatever is spoken.' }),
  answer: answerRules.exactOptional().meta({ description: 'What agents answer.' }),
};

const script = z.strictObject(scriptMembers);

export type WrittenScript = z.infer<typeof script>;

function count(all: readonly AnyPart[]): number {
  return all.reduce((sum, { utterances }) => sum + utterances.length, 0);
}

/** The script of parsed members. */
export function scriptOf({ hear = [], answer = [] }: WrittenScript): speech.SpeechScript {
  return {
    parts: hear.map(({ tag, path, channel, ordinal, gapMs, utterances }) => ({
      select: omitUndefined({ tag, path, channel, ordinal }),
      ...omitUndefined({ gapMs }),
      utterances: utterances.map((each) => (typeof each === 'string' ? { text: each } : each)),
    })),
    ...(answer.length > 0 && { answers: answer }),
  };
}

/** The script as operators write it. `answer` is absent without rules. */
export function printScript({ parts: heard, answers }: speech.SpeechScript): object {
  return {
    hear: heard.map(({ select, ...rest }) => ({ ...select, ...rest })),
    ...omitUndefined({ answer: answers }),
  };
}
