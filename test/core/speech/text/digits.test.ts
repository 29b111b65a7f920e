import { describe, expect, it } from 'vitest';
import { unicodeVersion } from '../../../../core/kernel/unicode.ts';
import { digitCount } from '../../../../core/speech/text/digits.ts';

describe('digits', () => {
  it('are counted in all scripts', () => {
    expect(digitCount('a12٣９𝟗')).toBe(5);
  });

  it('are decimal ones only', () => {
    expect(digitCount('/:٪½②Ⅳ百x')).toBe(0);
    expect(digitCount('')).toBe(0);
  });

  // A host with another version of Unicode may have others.
  it.runIf(`${process.versions['unicode']}.0` === unicodeVersion)('are those of the host', () => {
    for (let code = 0; code < 0x20000; code += 1) {
      const text = String.fromCodePoint(code);
      if (/\p{Nd}/u.test(text))
        expect({ code, count: digitCount(text) }).toEqual({ code, count: 1 });
    }
  });
});
