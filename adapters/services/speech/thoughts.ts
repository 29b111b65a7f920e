// The thoughts of agents as the control plane shows them: with the matching rule, and why other rules did not match.

import { z } from 'zod';
import { omitUndefined, type speech } from '../../../core/index.ts';
import { quoted } from '../../wording.ts';

const index = z.int().min(0).meta({ description: 'Its number in `answer`, from 0.' });
const count = z.int().min(0);

const trigger = {
  hears: z.string().exactOptional().meta({ description: 'Its pattern. Without it, anything.' }),
  after: z.string().exactOptional().meta({ description: 'Its function.' }),
  failed: z.boolean().exactOptional().meta({ description: 'Whether that must have failed.' }),
};

const rest = z.strictObject({
  text: z.string().meta({ description: 'The words that it took; empty if none.' }),
  before: z
    .string()
    .nullable()
    .meta({ description: 'The name of the value right after it; null without one.' }),
});

const matchedRule = z.strictObject({
  index,
  ...trigger,
  captures: z
    .record(z.string(), z.string())
    .meta({ description: 'The values of its pattern, as they were said.' }),
  rests: z.array(rest).meta({ description: 'What each `*` of its pattern took, in order.' }),
});

const nearMiss = z
  .strictObject({
    index,
    ...trigger,
    distance: z.int().min(1).meta({ description: 'How many words and conditions are in its way.' }),
    reasons: z.array(z.string()).min(1),
  })
  .meta({ id: 'NearMiss' });

export const thoughtForm = z
  .strictObject({
    position: z.int().min(1).meta({ description: 'Of the event with which it began.' }),
    at: z.string().meta({ format: 'date-time' }),
    session: z.string(),
    turn: count.meta({ description: 'Of the agent, from 1.' }),
    round: count.meta({ description: 'Rounds of functions before it, in this turn.' }),
    thinker: count.meta({ description: 'The number of the thinker in its list, from 0.' }),
    kind: z.enum(['rule', 'live', 'plain', 'greeting', 'injected']).meta({
      description:
        'Who answered: a rule of the script, a live thinker, or the plain one. Or no thought: a greeting, or a message of the client.',
    }),
    heard: z
      .string()
      .nullable()
      .meta({ description: 'What the user said; null of a greeting, and of an injected message.' }),
    after: z
      .array(z.strictObject({ name: z.string(), failed: z.boolean() }))
      .meta({ description: 'The functions that were just answered, or failed.' }),
    rule: matchedRule
      .nullable()
      .meta({ description: 'The rule that matched, of the script at that time; null: none.' }),
    nearMisses: z
      .array(nearMiss)
      .meta({ description: 'Rules that nearly matched, the nearest first.' }),
    says: z.string(),
    calls: z.array(z.strictObject({ name: z.string(), arguments: z.string() })),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the provider failed; null: it did not.' }),
    interrupted: z.boolean().meta({ description: 'Whether the user interrupted it.' }),
  })
  .meta({ id: 'ExplainedThought' });

export type ThoughtForm = z.infer<typeof thoughtForm>;

export function printThought(
  { position, atMs, sessionId, turn, round, entry, outcome }: speech.LoggedThought,
  { kind, heard, after, rule, nearMisses }: speech.ThoughtExplanation,
): ThoughtForm {
  const { says, calls, failure, isInterrupted } = outcome;
  return {
    position,
    at: new Date(atMs).toISOString(),
    session: sessionId,
    turn,
    round,
    thinker: entry,
    kind,
    heard,
    after: after.map(({ name, hasFailed }) => ({ name, failed: hasFailed })),
    rule: rule && {
      index: rule.index,
      ...triggerOf(rule.rule),
      captures: { ...rule.captures },
      rests: [...rule.rests],
    },
    nearMisses: nearMisses.map(({ index: number, rule: own, distance, obstacles }) => {
      return { index: number, ...triggerOf(own), distance, reasons: obstacles.map(reasonOf) };
    }),
    says,
    calls: [...calls],
    failure,
    interrupted: isInterrupted,
  };
}

function triggerOf({ hears, after, failed }: speech.AnswerRule) {
  return omitUndefined({ hears, after, failed });
}

function reasonOf(obstacle: speech.Obstacle): string {
  switch (obstacle.kind) {
    case 'missing':
      return `was not said: ${obstacle.words.join(' ')}`;
    case 'surplus':
      return `has no place for: ${obstacle.words.join(' ')}`;
    case 'value': {
      const { name, wanted, actual } = obstacle;
      return `when ${name} is ${quoted(wanted)}, but it is ${quoted(actual)}`;
    }
    case 'used':
      return 'once in a session, and was used before';
    case 'outcome':
      return obstacle.hasFailed
        ? 'the function did not fail'
        : 'the function failed, and the rule has no failed: true';
    case 'earlier':
      return `answer.${obstacle.index} comes first`;
  }
}
