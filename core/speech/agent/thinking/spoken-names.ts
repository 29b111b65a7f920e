// Names of functions and parameters in what a user said: "check_availability" is spoken as "check availability".

import { wordForms, type SpokenWord } from './spoken-words.ts';

/** A name at words; `to` is the number of the word behind it. */
export interface NamePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A longer name is not spoken. */
const nameCharsMax = 200;

/** Where names are spoken first, in the order of the words. At one word the longest name counts, and its words are no other's. */
export function placesOf(
  names: readonly string[],
  words: readonly SpokenWord[],
): readonly NamePlace[] {
  const byForm = new Map<string, string>();
  for (const name of names) {
    const form = formOf(name);
    if (form !== '' && form.length <= nameCharsMax && !byForm.has(form)) byForm.set(form, name);
  }
  let longest = 0;
  for (const { length } of byForm.keys()) longest = Math.max(longest, length);
  const places: NamePlace[] = [];
  for (let at = 0; at < words.length;) {
    const place = longestAt(byForm, longest, words, at);
    if (place !== undefined) {
      places.push(place);
      byForm.delete(formOf(place.name));
    }
    at = place?.to ?? at + 1;
  }
  return places;
}

function longestAt(
  byForm: ReadonlyMap<string, string>,
  longest: number,
  words: readonly SpokenWord[],
  from: number,
): NamePlace | undefined {
  let form = '';
  let found: NamePlace | undefined;
  for (let at = from; at < words.length && form.length < longest; at += 1) {
    form += words[at]!.form;
    const name = byForm.get(form);
    if (name !== undefined) found = { name, from, to: at + 1 };
  }
  return found;
}

/** Underscores, hyphens and spaces are alike, and so is case. */
function formOf(name: string): string {
  return wordForms(name.slice(0, nameCharsMax + 1)).join('');
}
