// Finds search terms in a result: whole words, as they were spoken or as they are shown. A redacted word is never found.

import { memoizeByObject } from '../../kernel/memo.ts';
import { textLimits } from './limits.ts';
import { keyOf, keysOf, Terms } from './terms.ts';
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

const termsOf = memoizeByObject((texts: readonly string[]) => new Terms(texts));

/** An item for each term, with hits in the order of their words: `hitsMax` in all, those of earlier terms first. */
export function searchTerms(
  words: readonly TextWord[],
  texts: readonly string[],
  textOf: (word: TextWord) => string,
): readonly SearchResult[] {
  const terms = termsOf(texts);
  const shown = { keys: keysOf(words), places: words.map((_, index) => index) };
  const spans = spansOf(terms, [spokenKeys(words), shown]);
  let left: number = textLimits.hitsMax;
  return texts.map((query, index) => {
    const term = terms.listed(index);
    const found = term === undefined || left === 0 ? [] : (spans.get(term.index) ?? []);
    const hits = distinct(found, words.length)
      .slice(0, left)
      .map(({ first, last }) => {
        const said = words.slice(first, last + 1);
        const { confidence, start, end } = joined(said);
        return { confidence, start, end, snippet: said.map(textOf).join(' ') };
      });
    left -= hits.length;
    return { query, hits };
  });
}

/** Words from the first to the last one. */
type Span = { readonly first: number; readonly last: number };

/** Each span once, in the order of their words. */
function distinct(spans: readonly Span[], wordCount: number): readonly Span[] {
  const byPlace = new Map(spans.map((span) => [span.first * wordCount + span.last, span]));
  return [...byPlace].sort(([left], [right]) => left - right).map(([, span]) => span);
}

/** Keys, each with the index of the word that it belongs to. */
type Keys = { readonly keys: readonly string[]; readonly places: readonly number[] };

function spokenKeys(words: readonly TextWord[]): Keys {
  const found = words.flatMap(({ spoken }, place) =>
    spoken.split(' ').map((core) => ({ key: keyOf(core), place })),
  );
  return { keys: found.map(({ key }) => key), places: found.map(({ place }) => place) };
}

/** Spans of words that are a term, by its index, without overlaps. */
function spansOf(terms: Terms, texts: readonly Keys[]): ReadonlyMap<number, readonly Span[]> {
  const spans = new Map<number, Span[]>();
  for (const { keys, places } of texts) {
    /** The index after the last key of a term's last span. */
    const taken = new Map<number, number>();
    for (let at = 0; at < keys.length; at += 1) {
      for (const { index, length } of terms.allAt(keys, at)) {
        if (at < (taken.get(index) ?? 0)) continue;
        taken.set(index, at + length);
        const own = spans.get(index) ?? [];
        spans.set(index, own);
        own.push({ first: places[at]!, last: places[at + length - 1]! });
      }
    }
  }
  return spans;
}
