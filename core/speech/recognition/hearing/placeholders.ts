// Placeholders: plain words for speech that is not recognized, chosen by its fingerprints. Equal sounds have equal words.

import { placeholderConfidence } from '../../text/heard-word.ts';
import type { PlainWord } from './words.ts';

/** Words without a subject, numbers, dates or profanity: text options do not change them. */
export const placeholderWords: readonly string[] = `
  about above after again all almost along also always and any around as at away back because before behind below
  beside best better between both but by clear close come down each early easy else even ever every far few find
  follow for from full general give go good great group have here high hold how in instead into it just keep kind know
  large last later least leave less let like little long look low main make many maybe more most move much near
  need never new next nice no none not now of off often old on once only open or other our out over own part people
  perhaps place plain quick quite rather ready real right same see several shape short show side simple small
  so some soon still such take than that the their them then there these they thing this those though through time to
  together too toward turn under until up upon use very view wait walk want warm way we well what when where
  which while who whole why wide will wish with without word work would yes yet you your
`
  .trim()
  .split(/\s+/);

/** The hash of no fingerprints. */
export const noFingerprints = 0x811c9dc5 | 0;

/** The FNV-1a hash, for 16 bits at a time. */
export function withFingerprint(hash: number, fingerprint: number): number {
  return Math.imul(hash ^ fingerprint, 0x01000193);
}

export function placeholder(hash: number): PlainWord {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  const { min, max } = placeholderConfidence;
  return {
    text: placeholderWords[(mixed >>> 8) % placeholderWords.length] as string,
    confidence: min + ((mixed & 0xff) % (max - min + 1)),
    speaker: '',
  };
}
