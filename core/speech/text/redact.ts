// Replaces numbers by tags. Entities come first, with a numbered tag each; then digits that are caught by their count alone. Numbers in
// words are read as digits, whether they are shown so or not.

import { digitCount } from './digits.ts';
import { cardDigits } from './entities/codes.ts';
import { entitySpans } from './entities/spans.ts';
import type { RedactionKind } from './options.ts';
import { smartFormat } from './smart/smart-format.ts';
import { isSpokenByOne, joined, placed, writtenOf, type TextWord } from './text-word.ts';

/** What `numbers` lets pass. */
const digitsMax = 2;
const plainTag = '[REDACTED]';

/** Words whose entities are marked, with tags in place of what the kinds name. */
export function redact(
  words: readonly TextWord[],
  kinds: readonly RedactionKind[],
  isFinal: boolean,
): readonly TextWord[] {
  const tagOf = isFinal ? tagger() : () => plainTag;
  const entities = entitySpans(words).filter(({ entity: { label, value } }) => {
    if (label === 'NUMBER') return false; // left to its count of digits
    return kinds.some((kind) => isRedactedEntity(kind, label, digitCount(value)));
  });
  const tagged = replaced(
    words,
    entities.map(({ entity, from, to }) => ({ from, to, tag: tagOf(entity.label, entity.value) })),
  );
  const runs = digitRuns(tagged).filter(({ digits }) =>
    kinds.some((kind) => isRedactedRun(kind, digits)),
  );
  return replaced(
    tagged,
    runs.map((span) => ({ ...span, tag: plainTag })),
  );
}

/** Numbered tags; the same value has the same tag. */
function tagger(): (label: string, value: string) => string {
  const values = new Map<string, string[]>();
  return (label, value) => {
    const known = values.get(label) ?? [];
    values.set(label, known);
    if (!known.includes(value)) known.push(value);
    return `[${label}_${known.indexOf(value) + 1}]`;
  };
}

function isRedactedEntity(kind: RedactionKind, label: string, digits: number): boolean {
  switch (kind) {
    case 'pci':
      return label === 'CREDIT_CARD';
    case 'ssn':
      return label === 'SSN';
    case 'numbers':
      return digits > digitsMax;
    case 'aggressive_numbers':
      return digits > 0;
  }
}

function isRedactedRun(kind: RedactionKind, digits: number): boolean {
  switch (kind) {
    case 'pci':
      return digits >= cardDigits.min && digits <= cardDigits.max;
    case 'ssn':
      return false;
    case 'numbers':
      return digits > digitsMax;
    case 'aggressive_numbers':
      return digits > 0;
  }
}

/** Words from a place to another. */
type Span = { readonly from: number; readonly to: number };

/** Each span of words as one word. */
function replaced(
  words: readonly TextWord[],
  spans: readonly (Span & { readonly tag: string })[],
): readonly TextWord[] {
  let end = 0;
  const done = spans.flatMap(({ from, to, tag }) => {
    const before = words.slice(end, from);
    end = to;
    const found = joined(words.slice(from, to), tag);
    return [...before, { ...found, spoken: '', isQuantity: false, isTag: true }];
  });
  return [...done, ...words.slice(end)];
}

/** Neighbouring words of one speaker that have digits, where numbers are written so. */
function digitRuns(words: readonly TextWord[]): readonly (Span & { readonly digits: number })[] {
  const runs: (Span & { readonly digits: number })[] = [];
  let last: TextWord | undefined;
  for (const word of smartFormat(placed(words))) {
    const { from, to } = word;
    const digits = word.isTag === true ? 0 : digitCount(writtenOf(word));
    const run = runs.at(-1);
    const continues = run?.to === from && isSpokenByOne(last!, word);
    if (digits > 0 && continues) {
      runs[runs.length - 1] = { from: run.from, to, digits: run.digits + digits };
    } else if (digits > 0) {
      runs.push({ from, to, digits });
    }
    last = word;
  }
  return runs;
}
