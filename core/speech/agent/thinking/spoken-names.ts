// Names of functions and parameters in the text of a user: "check_availability" is spoken as "check availability".

import { wordForms, type SpokenWord } from './spoken-words.ts';

/** A name at words; `to` is the number of the word after it. */
export interface NamePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A longer name is not spoken. */
const nameCharsMax = 100;

/** The first place of each spoken name, in the order of the words. At a word the longest name counts, and names do not overlap. */
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

/** Words without spaces: the offset of each, and the word that begins at an offset, or -1. */
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

/** Ignores case, and treats underscores and hyphens as spaces. */
function formOf(name: string): string {
  return wordForms(name.slice(0, nameCharsMax + 1)).join('');
}
