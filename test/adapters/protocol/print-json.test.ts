import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../core/index.ts';
import { jsonInPieces } from '../../../adapters/protocol/print-json.ts';

it('prints as JSON.stringify does, members without a value left out', () => {
  const leaf = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const list = fc.array(leaf, { maxLength: 60 });
  const record = fc.dictionary(fc.string(), fc.oneof(leaf, list, fc.dictionary(fc.string(), list)));
  fc.assert(
    fc.property(fc.oneof(record, list), (value) => {
      expect(atOnce(jsonInPieces(value))).toBe(JSON.stringify(value));
    }),
  );
});

it('pauses after each item of a long list, and not in a short one', () => {
  const piecesOf = (value: object) => [...jsonInPieces(value)].length;
  expect(piecesOf({ data: { items: Array.from({ length: 1_000 }, String) } })).toBe(1_000);
  expect(piecesOf({ data: { items: [1, 2, 3] } })).toBe(0);
});
