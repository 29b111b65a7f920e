// Replaces numbers by tags. Entities come first, with a numbered tag each; then runs of digits, by their count alone. Numbers in words
// are read as digits in any case: smartly formatted ("one percent"), and plainly ("five at example dot com"). Numbers at the border of
// the result come last, since their other part is unknown.

import { digitCount } from './digits.ts';
import { cardDigits } from './entities/codes.ts';
import { entitySpans } from './entities/spans.ts';
import type { RedactionKind, ResultForm } from './options.ts';
import { writeNumerals } from './numerals.ts';
import { cutNumbers } from './open-numbers.ts';
import { smartFormat } from './smart/smart-format.ts';
import { isSpokenByOne, joined, placed, writtenOf, type TextWord } from './text-word.ts';

/** Entities that `numbers` does not redact. */
const digitsMax = 2;
const plainTag = '[REDACTED]';

/** Replaces the marked entities of these kinds by tags. */
export function redact(
  words: readonly TextWord[],
  kinds: readonly RedactionKind[],
  { isFinal, ...form }: ResultForm,
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
  const whole = [smartFormat, writeNumerals].reduce((done, write) => {
    const runs = digitRuns(done, write).filter(({ digits }) =>
      kinds.some((kind) => isRedactedRun(kind, digits)),
    );
    return replaced(
      done,
      runs.map((span) => ({ ...span, tag: plainTag })),
    );
  }, tagged);
  return withoutCutNumbers(whole, form);
}

/** For all kinds: the count of digits is unknown while one end of a number is missing. */
function withoutCutNumbers(
  words: readonly TextWord[],
  form: Pick<ResultForm, 'continuesNumber' | 'endsStream'>,
): readonly TextWord[] {
  const spans: (Span & { readonly tag: string })[] = [];
  for (const [index, isCut] of cutNumbers(words, form).entries()) {
    if (!isCut || words[index]!.isTag === true) continue;
    const last = spans.at(-1);
    const from = last?.to === index ? last.from : index;
    if (from < index) spans.pop();
    spans.push({ from, to: index + 1, tag: plainTag });
  }
  return replaced(words, spans);
}

/** Numbered tags. Equal values have equal tags. */
function tagger(): (label: string, value: string) => string {
  const numbers = new Map<string, Map<string, number>>();
  return (label, value) => {
    const known = numbers.get(label) ?? new Map<string, number>();
    numbers.set(label, known);
    const number = known.get(value) ?? known.size + 1;
    known.set(value, number);
    return `[${label}_${number}]`;
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

/** Joins each span of words. Entities that overlap a span with others are no longer marked. */
function replaced(
  words: readonly TextWord[],
  spans: readonly (Span & { readonly tag: string })[],
): readonly TextWord[] {
  const done: TextWord[] = [];
  const unmarked = new Set<number>();
  let end = 0;
  for (const { from, to, tag } of spans) {
    const found = words.slice(from, to);
    const word = { ...joined(found, tag), spoken: '', isQuantity: false, isTag: true };
    done.push(...words.slice(end, from), word);
    end = to;
    for (const { entity } of found) {
      if (entity !== undefined && word.entity === undefined) unmarked.add(entity.number);
    }
  }
  done.push(...words.slice(end));
  return done.map((word) =>
    unmarked.has(word.entity?.number ?? NaN) ? withoutEntity(word) : word,
  );
}

function withoutEntity({ entity: _entity, ...word }: TextWord): TextWord {
  return word;
}

/** Neighbouring words of one speaker that have digits, if numbers are written so; spoken signs may stand between them. */
function digitRuns(
  words: readonly TextWord[],
  write: (words: readonly TextWord[]) => readonly TextWord[],
): readonly (Span & { readonly digits: number })[] {
  const runs: (Span & { readonly digits: number })[] = [];
  let last: TextWord | undefined; // the word before, if it is of a run
  for (const word of write(placed(words))) {
    if (word.sign !== undefined && last !== undefined && isSpokenByOne(last, word)) continue;
    const digits = word.isTag === true ? 0 : digitCount(writtenOf(word));
    const run = runs.at(-1);
    if (digits > 0 && run !== undefined && last !== undefined && isSpokenByOne(last, word)) {
      runs[runs.length - 1] = { from: run.from, to: word.to, digits: run.digits + digits };
    } else if (digits > 0) {
      runs.push({ from: word.from, to: word.to, digits });
    }
    last = digits > 0 ? word : undefined;
  }
  return runs;
}
