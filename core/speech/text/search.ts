// Finds search terms in a result: whole words, as they were spoken or as they are shown. A redacted word is never found.

import { keyOf, keysOf, termFinder } from './terms.ts';
import { joined, type TextWord } from './text-word.ts';

export type SearchResult = {
  readonly query: string;
  readonly hits: readonly SearchHit[];
};

export type SearchHit = {
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
  /** The words of the hit as the result shows them. */
  readonly snippet: string;
};

/** An item for each term, with hits in the order of their words. */
export function searchTerms(
  words: readonly TextWord[],
  terms: readonly string[],
  textOf: (word: TextWord) => string,
): readonly SearchResult[] {
  const shown = { keys: keysOf(words), places: words.map((_, index) => index) };
  const spoken = spokenKeys(words);
  return terms.map((query) => {
    const spans = [...spansOf(query, spoken), ...spansOf(query, shown)];
    const byPlace = new Map(spans.map((span) => [span.first * words.length + span.last, span]));
    const ordered = [...byPlace].sort(([left], [right]) => left - right);
    const hits = ordered.map(([, { first, last }]) => {
      const found = words.slice(first, last + 1);
      const { confidence, start, end } = joined(found);
      return { confidence, start, end, snippet: found.map(textOf).join(' ') };
    });
    return { query, hits };
  });
}

/** Keys, each with the index of the word that it belongs to. */
type Keys = { readonly keys: readonly string[]; readonly places: readonly number[] };

function spokenKeys(words: readonly TextWord[]): Keys {
  const found = words.flatMap(({ spoken }, place) =>
    spoken.split(' ').map((core) => ({ key: keyOf(core), place })),
  );
  return { keys: found.map(({ key }) => key), places: found.map(({ place }) => place) };
}

/** Spans of words that hold a term; no two of them share a key. */
function spansOf(
  query: string,
  { keys, places }: Keys,
): readonly { readonly first: number; readonly last: number }[] {
  const find = termFinder([query]);
  const spans = [];
  for (let at = 0; at < keys.length;) {
    const length = find(keys, at)?.keys.length;
    if (length !== undefined) spans.push({ first: places[at]!, last: places[at + length - 1]! });
    at += length ?? 1;
  }
  return spans;
}
