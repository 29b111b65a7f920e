// The chain hash over a world's rows: the seal of an input covers its text, its digest, the asides of its events, and the seal
// before it; the chain starts with the world's record. The texts of events are covered by the digest, which the reader verifies.
// Edits, gaps and truncation are found, with their place.

import { nodeHash } from '../node-hash.ts';

/** The seal before the first input: that of the world's record. */
export function sealOfRecord(record: string): string {
  return hashOf(['record', record]);
}

/** The seal before a fork's own first input: that of its record and its base. */
export function sealOfFork(
  record: string,
  base: { readonly inputs: number; readonly position: number; readonly seal: string },
): string {
  return hashOf(['fork', `${base.inputs} ${base.position}`, base.seal, record]);
}

interface InputPart {
  readonly text: string;
  readonly digest: string;
}

interface EventPart {
  readonly text: string;
  readonly aside: string | null;
}

/** The seal of an input row with its event rows, in order. */
export function sealOfInput(
  before: string,
  { text, digest }: InputPart,
  events: readonly Pick<EventPart, 'aside'>[],
): string {
  const parts = [before, text, digest];
  for (const { aside } of events) parts.push(aside ?? '');
  return hashOf(parts);
}

/** Also accepts seals of schema 3 and earlier, which cover the texts of events. */
export function isSealOfInput(
  seal: string,
  before: string,
  input: InputPart,
  events: readonly EventPart[],
): boolean {
  if (seal === sealOfInput(before, input, events)) return true;
  const parts = [before, input.text, input.digest];
  for (const { text, aside } of events) parts.push(text, aside ?? '');
  return seal === hashOf(parts);
}

/** Canonical texts contain no line breaks, so the joined text is unambiguous. */
function hashOf(parts: readonly string[]): string {
  return nodeHash(parts.join('\n'));
}
