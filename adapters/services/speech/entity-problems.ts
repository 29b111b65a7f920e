// Checks the entities of a script: each is some words of the text of its utterance.

import { speech } from '../../../core/index.ts';

type Utterance =
  | string
  | { readonly text: string; readonly entities?: readonly speech.ScriptedEntity[] | undefined };

export interface EntityProblem {
  /** Within the list of parts. */
  readonly path: (string | number)[];
  readonly message: string;
}

/** What is wrong with the entities, in their order. */
export function* entityProblems(
  parts: readonly { readonly utterances: readonly Utterance[] }[],
): Generator<EntityProblem> {
  for (const [part, { utterances }] of parts.entries()) {
    for (const [at, utterance] of utterances.entries()) {
      if (typeof utterance === 'string') continue;
      for (const { path, message } of problemsOf(utterance)) {
        yield { path: [part, 'utterances', at, 'entities', ...path], message };
      }
    }
  }
}

function* problemsOf({
  text,
  entities = [],
}: Exclude<Utterance, string>): Generator<EntityProblem> {
  if (entities.length === 0) return;
  const isSearched = entities.some(({ from }) => from === undefined);
  const words = (isSearched ? speech.bareWords : speech.scriptWords)(text);
  for (const [index, entity] of entities.entries()) {
    const problem = problemOf(entity, words);
    if (problem !== undefined) yield { path: [index, problem.member], message: problem.message };
  }
}

function problemOf(
  entity: speech.ScriptedEntity,
  words: readonly string[],
): { readonly member: 'value' | 'from' | 'to'; readonly message: string } | undefined {
  const { from, to } = entity;
  const count = words.length;
  if (from === undefined) {
    if (to !== undefined)
      return { member: 'to', message: 'needs from, the number of the first word' };
    if (speech.entityRange(entity, words) !== undefined) return undefined;
    const message = 'must be whole words of the text, unless from and to give their numbers';
    return { member: 'value', message };
  }
  if (from >= count) {
    return {
      member: 'from',
      message: `must be less than ${count}, the number of words in the text`,
    };
  }
  if (to === undefined || (to > from && to <= count)) return undefined;
  return {
    member: 'to',
    message: `must be from ${from + 1} to ${count}, the number of words in the text`,
  };
}
