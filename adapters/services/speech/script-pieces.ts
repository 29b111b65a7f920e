// Parses a long script in pieces: first all but its utterances and rules, then each of these.

import { z } from 'zod';
import { omitUndefined, speech, type InPieces } from '../../../core/index.ts';
import { boundedParse } from '../../protocol/bounded-parse.ts';
import { answerRule } from './answers.ts';
import { entityProblems } from './entity-problems.ts';
import { scriptPart, scriptParts, scriptUtterance, type WrittenScript } from './script.ts';

/** A script with any utterances and rules. */
const frame = z.strictObject({
  hear: scriptParts(
    scriptPart.extend({ utterances: z.array(z.unknown()).max(speech.scriptLimits.utterancesMax) }),
  ).exactOptional(),
  answer: z.array(z.unknown()).max(speech.answerLimits.rulesMax).exactOptional(),
});

type WrittenParts = NonNullable<WrittenScript['hear']>;
type WrittenRules = NonNullable<WrittenScript['answer']>;

/** The script of a body as its schema parses it; undefined if the schema refuses it. */
export function* scriptInPieces(body: unknown): InPieces<WrittenScript | undefined> {
  const { success, data } = boundedParse(frame, body);
  if (!success) return undefined;
  const hear = data.hear === undefined ? undefined : yield* partsInPieces(data.hear);
  const answer = data.answer === undefined ? undefined : yield* rulesInPieces(data.answer);
  return hear === 'refused' || answer === 'refused' ? undefined : omitUndefined({ hear, answer });
}

function* partsInPieces(
  given: NonNullable<z.infer<typeof frame>['hear']>,
): InPieces<WrittenParts | 'refused'> {
  const parts: WrittenParts = [];
  for (const part of given) {
    const utterances = yield* itemsInPieces(scriptUtterance, part.utterances);
    if (utterances === 'refused') return 'refused';
    for (const utterance of utterances) {
      if (entityProblems([{ utterances: [utterance] }]).next().done !== true) return 'refused';
      yield;
    }
    parts.push({ ...part, utterances });
  }
  return parts;
}

function* rulesInPieces(given: readonly unknown[]): InPieces<WrittenRules | 'refused'> {
  const rules = yield* itemsInPieces(answerRule, given);
  if (rules === 'refused') return 'refused';
  const problems = yield* speech.ruleProblemsInPieces(rules, 1);
  return problems.length > 0 ? 'refused' : rules;
}

function* itemsInPieces<T>(
  schema: z.ZodType<T>,
  items: readonly unknown[],
): InPieces<T[] | 'refused'> {
  const parsed: T[] = [];
  for (const item of items) {
    const { success, data } = boundedParse(schema, item);
    if (!success) return 'refused';
    parsed.push(data);
    yield;
  }
  return parsed;
}
