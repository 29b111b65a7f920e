// The chain hash over a world's rows: each input's seal covers its text, its digest, the asides of its events, and the seal
// before it; the first one starts from the world's record. What events tell is in the digest, against which whoever reads
// entries holds them. An edit, a gap or a cut is found where it is.

import { nodeHash } from '../node-hash.ts';

/** The seal in front of the first input: that of the world's record. */
export function sealOfRecord(record: string): string {
  return hashOf(['record', record]);
}

/** The seal in front of a fork's own first input: that of its record, and of what it shares with its parent. */
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

/** Whether it is the seal of that input, also as files of schema 3 and earlier have it: over the texts of events, too. */
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

/** Canonical texts hold no line breaks, so they cannot run into each other. */
function hashOf(parts: readonly string[]): string {
  return nodeHash(parts.join('\n'));
}
