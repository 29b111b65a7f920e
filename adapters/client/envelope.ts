// Events of a world as its streams have them, from their text on the wire.

import type { Envelope } from '../../core/index.ts';

/** The envelope of a canonical text; without values that clients pick at random, which are not in it. */
export function envelopeOf(text: string): Envelope {
  const { at: atMs, data, type, ...place } = JSON.parse(text) as WrittenEnvelope;
  return { ...place, atMs, event: { ...data, type }, text } as Envelope;
}

interface WrittenEnvelope {
  readonly at: number;
  readonly type: string;
  readonly data: object;
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly cause?: number;
}
