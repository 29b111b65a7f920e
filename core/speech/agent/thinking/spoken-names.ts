// Names of functions and parameters in what a user said: "check_availability" is spoken as "check availability".

import { wordForms, type SpokenWord } from './spoken-words.ts';

/** A name at words; `to` is the number of the word behind it. */
export interface NamePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A longer name is not spoken. */
const nameCharsMax = 100;

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
  if (byForm.size === 0) return [];
  const spoken = joined(words);
  const lengths = [...new Set([...byForm.keys()].map(({ length }) => length))];
  lengths.sort((left, right) => right - left);
  const places: NamePlace[] = [];
  for (let from = 0; from < words.length;) {
    const place = placeAt(byForm, lengths, spoken, from);
    if (place !== undefined) {
      places.push(place);
      byForm.delete(formOf(place.name));
    }
    from = place?.to ?? from + 1;
  }
  return places;
}

/** Words without spaces: where each begins, and which word begins at a place, or -1. */
interface JoinedWords {
  readonly text: string;
  readonly starts: readonly number[];
  readonly wordAt: Int32Array;
}

function joined(words: readonly SpokenWord[]): JoinedWords {
  const text = words.map(({ form }) => form).join('');
  const wordAt = new Int32Array(text.length + 1).fill(-1);
  const starts: number[] = [];
  let at = 0;
  for (const { form } of words) {
    wordAt[at] = starts.length;
    starts.push(at);
    at += form.length;
  }
  wordAt[at] = words.length;
  return { text, starts, wordAt };
}

/** The longest name that begins at a word. */
function placeAt(
  byForm: ReadonlyMap<string, string>,
  lengths: readonly number[],
  { text, starts, wordAt }: JoinedWords,
  from: number,
): NamePlace | undefined {
  const start = starts[from]!;
  for (const length of lengths) {
    const to = wordAt[start + length] ?? -1;
    const name = to === -1 ? undefined : byForm.get(text.slice(start, start + length));
    if (name !== undefined) return { name, from, to };
  }
  return undefined;
}

/** Underscores, hyphens and spaces are alike, and so is case. */
function formOf(name: string): string {
  return wordForms(name.slice(0, nameCharsMax + 1)).join('');
}
