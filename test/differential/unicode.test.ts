// Compares the packaged Unicode tables with those of the host, an independent implementation.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composed,
  decomposed,
  isLatin,
  isMark,
  isWordCharacter,
  lowerCase,
  unicodeVersion,
  upperCase,
} from '../../core/kernel/unicode.ts';
import * as data from '../../core/kernel/unicode-data.ts';
import { unicodeDataSource } from '../unicode/generate.ts';

/** The host is comparable if it has the same edition: any Node from 20.20 on has. */
const hostAgrees = `${process.versions['unicode']}.0` === unicodeVersion;

const functions = [
  ['lowerCase', lowerCase, (text: string) => text.toLowerCase()],
  ['upperCase', upperCase, (text: string) => text.toUpperCase()],
  ['decomposed', decomposed, (text: string) => text.normalize('NFD')],
  ['composed', composed, (text: string) => text.normalize('NFC')],
] as const;

const properties = [
  ['isLatin', isLatin, /^\p{Script=Latin}$/u],
  ['isMark', isMark, /^\p{M}$/u],
  ['isWordCharacter', isWordCharacter, /^[\p{L}\p{M}\p{N}]$/u],
] as const;

function codePoints(): readonly number[] {
  return Array.from({ length: 0x110000 }, (_, code) => code);
}

describe.runIf(hostAgrees)('Unicode of the package and of a host with the same edition', () => {
  it('is the generated source', () => {
    const source = unicodeDataSource();
    for (const [name, value] of Object.entries(data)) {
      expect(source.includes(`${name} = \`${value}\`;`) || name === 'unicodeVersion', name).toBe(
        true,
      );
    }
  });

  it.each(functions)('%s agrees on every character', (_name, ours, hosts) => {
    const unlike = codePoints().filter((code) => {
      const text = String.fromCodePoint(code);
      return ours(text) !== hosts(text);
    });
    expect(unlike).toEqual([]);
  });

  it.each(properties)('%s agrees on every character', (_name, ours, pattern) => {
    const unlike = codePoints().filter(
      (code) => ours(code) !== pattern.test(String.fromCodePoint(code)),
    );
    expect(unlike).toEqual([]);
  });

  const marks = codePoints().filter((code) => isMark(code));
  const changing = codePoints().filter((code) => {
    const text = String.fromCodePoint(code);
    return (
      text.normalize('NFD') !== text || text.toLowerCase() !== text || text.toUpperCase() !== text
    );
  });
  const character = fc.oneof(
    fc.constantFrom(...changing).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(...marks).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x1100, max: 0x11ff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(
      ...Array.from('aeouAEOUsSwW\u0300\u0301\u0302\u0307\u0308\u0310\u0323\u0327\u0334\u0345'),
    ),
    fc.constantFrom('Σ', 'a', 'E', ' ', "'", '.', '\ud800', '\udc00'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const text = fc.array(character, { maxLength: 12 }).map((all) => all.join(''));

  it.each(functions)('%s agrees on random texts', (_name, ours, hosts) => {
    fc.assert(
      fc.property(text, (all) => ours(all) === hosts(all)),
      { numRuns: 10_000 },
    );
  });
});
