// Patterns for the whole text of a user, without case and punctuation:
//   book a table      these words
//   {count}           one or more words, as few as possible, as a value with this name
//   *                 any words, or none
//   (book|reserve)    one of these
//   [please|kindly]   one of these, or nothing
// Parsed into a program for match-pattern.ts.

import { err, ok, type Result } from '../../../kernel/result.ts';
import { answerLimits } from '../limits.ts';
import { nameProblem, resultName, type TextProblem } from './names.ts';
import { wordForms } from './spoken-words.ts';

export interface Pattern {
  readonly parts: readonly PatternPart[];
  readonly steps: readonly PatternStep[];
  readonly names: readonly string[];
}

/** A step of a program. The next one follows steps that consume a word, and `open` and `close`. */
export type PatternStep =
  /** Consumes a word with this form. */
  | { readonly kind: 'word'; readonly form: string }
  /** Consumes any word. */
  | { readonly kind: 'any' }
  /** A value begins or ends. */
  | { readonly kind: 'open' | 'close'; readonly name: string }
  /** Continues at all of these steps, best first. */
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'end' };

/** The parts of a pattern. */
export type PatternPart =
  | { readonly kind: 'word'; readonly form: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'rest' }
  | { readonly kind: 'choice'; readonly options: readonly (readonly PatternPart[])[] };

export function parsePattern(text: string): Result<Pattern, TextProblem> {
  if (text.length > answerLimits.patternCharsMax) {
    const reason = `a pattern must have at most ${answerLimits.patternCharsMax} characters`;
    return err({ offset: answerLimits.patternCharsMax, reason });
  }
  const parser = new PatternParser(text);
  try {
    const parts = parser.parse();
    return ok({ parts, steps: stepsOf(parts), names: parser.names });
  } catch (error) {
    if (error instanceof PatternError) return err({ offset: error.offset, reason: error.message });
    throw error;
  }
}

class PatternError extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Its depth is bounded by the length of a pattern. */
class PatternParser {
  readonly #text: string;
  #at = 0;
  readonly #names = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  parse(): readonly PatternPart[] {
    const options = this.#options(new Set());
    const sign = this.#text[this.#at];
    if (sign !== undefined) throw new PatternError(this.#at, `"${sign}" closes nothing`);
    return options.length === 1 ? options[0]! : [{ kind: 'choice', options }];
  }

  /** Sequences between bars. A value may be in several of them, but once in each. */
  #options(taken: Set<string>): readonly (readonly PatternPart[])[] {
    const before = [...taken];
    const options: (readonly PatternPart[])[] = [];
    do {
      if (options.length > 0) this.#at += 1;
      const own = new Set(before);
      const from = this.#at;
      const parts = this.#sequence(own);
      if (parts.length === 0) throw new PatternError(from, 'words, {name} or * must be here');
      options.push(parts);
      for (const name of own) taken.add(name);
    } while (this.#text[this.#at] === '|');
    return options;
  }

  #sequence(taken: Set<string>): readonly PatternPart[] {
    const parts: PatternPart[] = [];
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '|' || sign === ')' || sign === ']') return parts;
      if (sign === '{') parts.push(this.#value(taken));
      else if (sign === '(' || sign === '[') parts.push(this.#choice(sign, taken));
      else if (sign === '*') {
        this.#at += 1;
        parts.push({ kind: 'rest' });
      } else if (sign === '}') {
        throw new PatternError(this.#at, '"}" closes nothing');
      } else parts.push(...this.#words());
    }
  }

  #words(): readonly PatternPart[] {
    const from = this.#at;
    while (this.#at < this.#text.length && !'(){}[]|*'.includes(this.#text[this.#at]!)) {
      this.#at += 1;
    }
    const forms = wordForms(this.#text.slice(from, this.#at));
    return forms.map((form) => ({ kind: 'word', form }) as const);
  }

  #value(taken: Set<string>): PatternPart {
    const from = this.#at;
    const end = this.#text.indexOf('}', from);
    if (end === -1) throw new PatternError(from, '"{" is not closed');
    const name = this.#text.slice(from + 1, end);
    const problem = nameProblem(name);
    if (problem !== undefined) throw new PatternError(from + 1, problem);
    if (name === resultName) {
      throw new PatternError(from + 1, `"${name}" is the name of the answer of a function`);
    }
    if (taken.has(name)) throw new PatternError(from + 1, `{${name}} is there already`);
    taken.add(name);
    this.#names.add(name);
    this.#at = end + 1;
    return { kind: 'value', name };
  }

  #choice(sign: '(' | '[', taken: Set<string>): PatternPart {
    const from = this.#at;
    this.#at += 1;
    const options = this.#options(taken);
    if (this.#text[this.#at] !== closings[sign]) {
      throw new PatternError(from, `"${sign}" is not closed`);
    }
    this.#at += 1;
    return { kind: 'choice', options: sign === '[' ? [...options, []] : options };
  }
}

/**
 * The same pattern, with each `*` as a value whose name is `*`, followed by the name of the value right after it, if there is one. It
 * matches the same texts in the same way.
 */
export function withNamedRests(pattern: Pattern): Pattern {
  return { ...pattern, steps: stepsOf(pattern.parts, true) };
}

function stepsOf(parts: readonly PatternPart[], namesRests = false): readonly PatternStep[] {
  const steps: PatternStep[] = [];
  addParts(steps, parts, namesRests);
  steps.push({ kind: 'end' });
  return steps;
}

function addParts(steps: PatternStep[], parts: readonly PatternPart[], namesRests: boolean): void {
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'rest' || !namesRests) {
      addPart(steps, part, namesRests);
      continue;
    }
    const next = parts[index + 1];
    const name = next?.kind === 'value' ? `*${next.name}` : '*';
    steps.push({ kind: 'open', name });
    addPart(steps, part, namesRests);
    steps.push({ kind: 'close', name });
  }
}

function addPart(steps: PatternStep[], part: PatternPart, namesRests: boolean): void {
  switch (part.kind) {
    case 'word':
      steps.push(part);
      return;
    case 'value': {
      const any = steps.length + 1;
      steps.push({ kind: 'open', name: part.name }, { kind: 'any' });
      steps.push({ kind: 'fork', to: [any + 2, any] }, { kind: 'close', name: part.name });
      return;
    }
    case 'rest': {
      const fork = steps.length;
      steps.push({ kind: 'fork', to: [fork + 3, fork + 1] }, { kind: 'any' });
      steps.push({ kind: 'fork', to: [fork] });
      return;
    }
    case 'choice':
      addChoice(steps, part.options, namesRests);
  }
}

function addChoice(
  steps: PatternStep[],
  options: readonly (readonly PatternPart[])[],
  namesRests: boolean,
): void {
  const to: number[] = [];
  const leave: number[][] = [];
  steps.push({ kind: 'fork', to });
  for (const option of options) {
    to.push(steps.length);
    addParts(steps, option, namesRests);
    const behind: number[] = [];
    leave.push(behind);
    steps.push({ kind: 'fork', to: behind });
  }
  for (const behind of leave) behind.push(steps.length);
}
