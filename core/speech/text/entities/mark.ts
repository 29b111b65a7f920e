// Marks the words of entities: those that a script names, then those that rules find in the smartly formatted text, so that "five
// dollars" is an amount even where it is not shown as "$5".

import { smartFormat } from '../smart/smart-format.ts';
import { placed, writtenOf, type TextWord } from '../text-word.ts';
import { creditCard, phoneNumber, socialSecurityNumber } from './codes.ts';
import type { EntityRule } from './rule.ts';
import { date, emailAddress, money, number, time, url } from './values.ts';

/** The first rule that finds an entity at a word counts. */
const rules: readonly (readonly [label: string, rule: EntityRule])[] = [
  ['CREDIT_CARD', creditCard],
  ['SSN', socialSecurityNumber],
  ['PHONE_NUMBER', phoneNumber],
  ['EMAIL_ADDRESS', emailAddress],
  ['URL', url],
  ['MONEY', money],
  ['DATE', date],
  ['TIME', time],
  ['NUMBER', number],
];

export const entityLabels = rules.map(([label]) => label);

/**
 * The words with their entities, numbered anew. Words of one entity are neighbours. `isSmart`: the words are smartly formatted, and
 * would stay as they are.
 */
export function markEntities(words: readonly TextWord[], isSmart: boolean): readonly TextWord[] {
  const given = placed(words);
  const smart = isSmart ? given : smartFormat(given);
  const marked = [...given];
  for (let at = 0; at < smart.length;) {
    const { label, length } = entityAt(smart, at);
    if (label !== undefined) {
      const found = smart.slice(at, at + length);
      const entity = { number: -1 - at, label, value: valueOf(found) };
      const [from, to] = [found[0]!.from, found.at(-1)!.to];
      const isFree = marked.slice(from, to).every((word) => word.entity === undefined);
      if (isFree)
        for (const word of marked.slice(from, to)) marked[word.from] = { ...word, entity };
    }
    at += length;
  }
  return marked;
}

type Found = { readonly label?: string; readonly length: number };

function entityAt(words: readonly TextWord[], at: number): Found {
  for (const [label, rule] of rules) {
    const length = rule(words, at);
    if (length > 0) return { label, length };
  }
  return { length: 1 };
}

/** The text of an entity without the signs around it. */
function valueOf(words: readonly TextWord[]): string {
  const last = words.length - 1;
  return words
    .map((word, index) =>
      writtenOf({
        ...word,
        before: index === 0 ? '' : word.before,
        after: index === last ? '' : word.after,
      }),
    )
    .join(' ');
}
