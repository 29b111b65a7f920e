// Phrases that messages to operators share: allowed values, and where to find what exists.

import { similarNames } from './similar-names.ts';

const givenCharsMax = 64;
const choicesCharsMax = 600;
const examplesMax = 3;

/** `a, b, c`, with the number of further names, or `none`. */
export function listed(names: readonly string[], max = names.length): string {
  if (names.length === 0) return 'none';
  const further = names.length - max;
  return `${names.slice(0, max).join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
}

/** All values that are allowed; of a long list some, similar ones first. */
export function choices(values: readonly string[], given: unknown): string {
  const all = values.join(', ');
  if (all.length <= choicesCharsMax) return `one of ${all}`;
  const similar = typeof given === 'string' ? similarNames(given, values) : [];
  const examples = [...new Set([...similar, ...values])].slice(0, examplesMax);
  return `one of ${values.length} values, such as ${examples.join(', ')}`;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** A value of a request, shortened for a message. */
export function quoted(given: unknown): string {
  return typeof given === 'string' ? `'${given.slice(0, givenCharsMax)}'` : String(given);
}

/** The message for a name that is not among the known ones. */
export function noneNamed(
  kind: string,
  given: string,
  known: readonly string[],
  max = known.length,
): string {
  return `There is no ${kind} ${quoted(given)}; there are: ${listed(known, max)}.`;
}

/** As `noneNamed`, with the similar names first. */
export function noneNamedLike(kind: string, given: string, known: readonly string[]): string {
  const similar = similarNames(given, known);
  if (similar.length === 0) return noneNamed(kind, given, known);
  return `There is no ${kind} ${quoted(given)}. Did you mean ${similar.join(' or ')}? There are: ${listed(known)}.`;
}

/** The message for an unknown record; `list` is the path of a world that lists the known ones. */
export function noRecord(kind: string, given: string, world: string, list: string): string {
  return `There is no ${kind} ${quoted(given)}; GET /__reprise/worlds/${world}/${list} lists all.`;
}

/** At most so many characters; the rest becomes `…`. */
export function clipped(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const part = text.slice(0, Math.max(0, charsMax - 1));
  return `${part.replace(/[\ud800-\udbff]$/, '')}…`; // no half of a surrogate pair
}
