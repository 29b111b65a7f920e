// The answer rules of agents, as operators write them in fixtures and in requests to the control plane.

import { z } from 'zod';
import { speech } from '../../../core/index.ts';

const {
  rulesMax,
  patternCharsMax,
  templateCharsMax,
  valueCharsMax,
  valueNamesMax,
  callsMax,
  functionNameCharsMax,
  latencyMsMax,
  failuresMax,
  failureCharsMax,
} = speech.answerLimits;

const template = z.string().max(templateCharsMax);
const functionName = z.string().min(1).max(functionNameCharsMax);
const latency = z.int().min(0).max(latencyMsMax).exactOptional();

/** The number of names is checked before the names. */
function valuesOf(value: z.ZodString): z.ZodType<Readonly<Record<string, string>>> {
  const values = z.record(z.string(), value);
  const described = { type: 'string', maxLength: value.maxLength };
  return z
    .unknown()
    .refine((given) => !isObject(given) || Object.keys(given as object).length <= valueNamesMax, {
      error: `must have at most ${valueNamesMax} names`,
      abort: true,
    })
    .pipe(values)
    .meta({ type: 'object', additionalProperties: described });
}

type CallArguments = { readonly [name: string]: speech.ScriptedValue };

/** The rules check its values. Not a record of zod, which drops a member `__proto__`. */
const callArguments = z.unknown().refine(isObject, 'must be an object').meta({
  type: 'object',
  description: 'A JSON object, in which all texts are templates.',
}) as unknown as z.ZodType<CallArguments>;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const call = z.strictObject({
  name: functionName,
  arguments: callArguments.exactOptional(),
});

const failure = z.strictObject({
  provider: z.enum(['think', 'speak']),
  times: z
    .int()
    .min(1)
    .max(failuresMax)
    .exactOptional()
    .meta({ description: 'How many providers of a list fail, one after the other; 1 by default.' }),
  reason: z.string().max(failureCharsMax).exactOptional(),
});

export const answerRule = z
  .strictObject({
    hears: z.string().max(patternCharsMax).exactOptional().meta({
      description: 'A pattern of all that the user said. Absent, without `after`: anything.',
    }),
    after: functionName.exactOptional().meta({
      description: 'Instead of `hears`: the name of a function that was just answered.',
    }),
    failed: z
      .boolean()
      .exactOptional()
      .meta({ description: 'With `after`: whether that function has failed.' }),
    when: valuesOf(z.string().max(valueCharsMax)).exactOptional().meta({
      description: 'Values of the session that must be equal. One that is not set is empty.',
    }),
    says: template.exactOptional().meta({ description: 'The reply: a template.' }),
    thinks: template
      .exactOptional()
      .meta({ description: 'The text of AgentThinking: a template.' }),
    calls: z
      .array(call)
      .max(callsMax)
      .exactOptional()
      .meta({ description: 'Functions to call, after the reply.' }),
    sets: valuesOf(template)
      .exactOptional()
      .meta({ description: 'Values of the session from now on: templates.' }),
    latency: z
      .strictObject({ think: latency, speak: latency })
      .exactOptional()
      .meta({ description: 'Milliseconds, instead of those of the world.' }),
    fails: failure.exactOptional().meta({ description: 'A provider that fails.' }),
    once: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether it matches once in a session.' }),
  })
  .meta({ id: 'AnswerRule', description: 'The first rule that matches is the answer.' });

export const answerRules = z
  .array(answerRule)
  .max(rulesMax)
  .superRefine((rules, context) => {
    for (const { path, reason } of speech.ruleProblems(rules, problemsMax).slice(0, problemsMax)) {
      context.addIssue({ code: 'custom', path: [...path], message: reason });
    }
  });

/** The most problems of one list that are reported. */
const problemsMax = 20;
