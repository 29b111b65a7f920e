// Events for tests of the studio, as a history has them.

import fc from 'fast-check';
import { parseEnvelope, type Envelope } from '../../../core/index.ts';
import { toEnvelope } from '../../../core/kernel/message.ts';

/** An event that no domain made. */
export function envelopeOf(
  position: number,
  stream: string,
  type: string,
  data: object,
  aside?: Readonly<Record<string, string>>,
  { atMs = position * 1_000, cause }: { readonly atMs?: number; readonly cause?: number } = {},
): Envelope {
  const event = { ...data, type, ...(aside === undefined ? {} : { aside }) };
  const place = { position, stream, version: 1, atMs, event };
  const { text } = toEnvelope(cause === undefined ? place : { ...place, cause });
  return parseEnvelope(text, aside) as Envelope;
}

/** A log of a few transactions, with causes. */
export const walletEvents: fc.Arbitrary<Envelope[]> = fc
  .array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      type: fc.constantFrom('TransferInitiated', 'TransactionSent', 'TransactionStuck'),
      ms: fc.nat(100),
      back: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
    }),
    { maxLength: 400 },
  )
  .map((steps) => {
    let atMs = 0;
    return steps.map(({ id, type, ms, back }, index) => {
      atMs += ms;
      const position = index + 1;
      const cause = back === undefined || back >= position ? undefined : position - back;
      const place = cause === undefined ? { atMs } : { atMs, cause };
      return envelopeOf(position, `wallet/transaction/${id}`, type, {}, undefined, place);
    });
  });
