// SHA-256 in the page is that of the server, for texts of any length and in any script.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../../../../adapters/node-hash.ts';
import { pageHash } from '../../../../../adapters/studio/page/model/hash.ts';
import { runs } from '../../../../support/runner/runs.ts';

describe('the hash of the page', () => {
  it('is that of Node', () => {
    const unit = fc.constantFrom<'binary' | 'grapheme'>('binary', 'grapheme');
    const texts = unit.chain((each) => fc.string({ unit: each, maxLength: 1_000 }));
    fc.assert(
      fc.property(texts, fc.nat({ max: 40 }), (text, times) => {
        const repeated = text.repeat(times);
        expect(pageHash(repeated)).toBe(nodeHash(repeated));
      }),
      runs(100),
    );
  });

  it('has room for the longest text of its buffer, and for longer ones', () => {
    for (const length of [5_460, 5_461, 5_462, 16_384, 16_385]) {
      const text = '€'.repeat(length);
      expect(pageHash(text)).toBe(nodeHash(text));
    }
  });
});
