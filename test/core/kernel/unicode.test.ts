import { describe, expect, it } from 'vitest';
import {
  composed,
  decomposed,
  isLatin,
  lowerCase,
  unicodeVersion,
  upperCase,
} from '../../../core/kernel/unicode.ts';

describe('Unicode of the package', () => {
  it('folds case', () => {
    expect(lowerCase('ÉCOLE Ǆ İ')).toBe('école ǆ i̇');
    expect(upperCase('straße ﬁ ŉ')).toBe('STRASSE FI ʼN');
  });

  it('writes sigma at the end of a word in its own form', () => {
    expect(lowerCase('ΟΔΟΣ ΣΟΦΟΣ Σ')).toBe('οδος σοφος σ');
    expect(lowerCase('ΟΔΟΣ. ΑΣ\u0301Α')).toBe('οδος. ασ\u0301α');
    expect(lowerCase('𝚨Σ\u{1d167}Α 𐐀Σ')).toBe('𝚨σ\u{1d167}α 𐐨ς');
  });

  it('decomposes and composes letters', () => {
    expect(decomposed('ế 한 각')).toBe('e\u0302\u0301 \u1112\u1161\u11ab \u1100\u1161\u11a8');
    expect(composed('e\u0302\u0301 \u1112\u1161\u11ab \u1100\u1161\u11a8')).toBe('ế 한 각');
    expect(decomposed('q\u0307\u0323')).toBe('q\u0323\u0307');
    expect(composed('\u0344')).toBe('\u0308\u0301'); // excluded from composition
  });

  it('contains letters of its own version of Unicode', () => {
    expect(lowerCase('\ua7cb')).toBe('\u0264'); // a letter of Unicode 16
    expect(isLatin(0xa7cb)).toBe(true);
    expect(unicodeVersion).toBe('17.0.0');
  });

  it('does not change lone surrogates', () => {
    for (const change of [lowerCase, upperCase, decomposed, composed])
      expect(change('1\ud8002\udc00')).toBe('1\ud8002\udc00');
  });

  it('has a cost proportional to the length of a text', () => {
    const marks = '\u0301\u0323'.repeat(200_000);
    expect(composed(`a${marks}`)).toHaveLength(1 + marks.length - 1);
    expect(lowerCase('Σ'.repeat(200_000)).endsWith('ς')).toBe(true);
    expect(lowerCase(`Σ${"'".repeat(400_000)}Σ`)).toHaveLength(400_002);
  });
});
