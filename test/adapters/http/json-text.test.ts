// Texts as JSON: the same bytes as JSON.stringify, whatever is in them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { furtherMembers, inJson, inOnePiece, listOf } from '../../../adapters/http/json-text.ts';
import { anyText, hostileText } from '../../support/arbitraries/hostile-text.ts';

describe('JSON that is put together', () => {
  it('has texts as JSON.stringify prints them', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, hostileText), (text) => {
        expect(`"${inJson(text)}"`).toBe(JSON.stringify(text));
        expect(inOnePiece(inJson(text))).toBe(inJson(text));
      }),
    );
  });

  it('has each character as JSON.stringify prints it', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      if (`"${inJson(text)}"` !== JSON.stringify(text)) throw new Error(`Code ${code} differs.`);
    }
  });

  it('has lists and further members', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.dictionary(anyText, fc.jsonValue()),
        (list, more) => {
          expect(listOf(list, (value) => JSON.stringify(value))).toBe(JSON.stringify(list));
          expect(`{"first":1${furtherMembers(more)}}`).toBe(
            JSON.stringify({ first: 1 }).slice(0, -1) +
              (Object.keys(more).length === 0 ? '}' : `,${JSON.stringify(more).slice(1)}`),
          );
        },
      ),
    );
  });
});
