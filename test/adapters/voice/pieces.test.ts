// Texts in pieces: spoken, hummed and shortened parts, and the limits of every piece.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceLengthMax, piecesOf } from '../../../adapters/voice/pieces.ts';

/** The texts of pieces, with parts separated by `|` and hummed ones in brackets. */
const shown = (text: string) =>
  piecesOf(text).map((piece) =>
    piece.map(({ kind, text: part }) => (kind === 'hum' ? `[${part}]` : part)).join('|'),
  );

describe('the pieces of a text', () => {
  it.each([
    ['Hello, world!', ['Hello, world!']],
    ['  two\n\nlines\t', ['two lines']],
    ['café, Straße, Łódź', ['cafe, Strasse, Lodz']],
    ['“Don’t” – it costs €5…', ['"Don\'t" - it costs euro 5...']],
    ['Привет, мир!', ['[Привет, мир!]']],
    ['say Привет, twice', ['say |[Привет, ]|twice']],
    ['お元気ですか。7', ['[お元気ですか。]|7']],
    ['👩‍👩‍👧 ok ❤️', ['[👩👩👧 ]|ok |[❤]']],
    ['\u0000\ud800', ['[\ud800]']],
    ['', []],
    [' \n', []],
    ['\u200b', []],
  ])('of %j', (text, pieces) => {
    expect(shown(text)).toEqual(pieces);
  });

  it('shorten runs of signs, and cut long words', () => {
    expect(shown('.'.repeat(400))).toEqual(['...']);
    expect(shown('Wait?!?!?!?!?!?!')).toEqual(['Wait?!?!?!?!']);
    const [first = ''] = shown('x'.repeat(150));
    expect(first.split(' ').map((word) => word.length)).toEqual([60, 60, 30]);
  });

  it('end after a clause or a word if possible', () => {
    expect(shown('a clause of six words, '.repeat(40))[0]).toMatch(/words, $/);
    expect(shown('word '.repeat(200))[0]).toMatch(/^(word )+$/);
  });

  const words = fc
    .array(
      fc.constantFrom(
        'a',
        'Z',
        ' ',
        '1',
        '$',
        '.',
        ',',
        '-',
        '\n',
        'Привет',
        '😀',
        'word ',
        'x'.repeat(70),
        '9'.repeat(90),
      ),
      { maxLength: 300 },
    )
    .map((all) => all.join(''));

  it('have bounded lengths, and only characters that the synthesiser supports', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 900 }), words);
    fc.assert(
      fc.property(texts, (text) => {
        for (const piece of piecesOf(text)) {
          const all = piece.map((part) => part.text).join('');
          expect(all.length).toBeGreaterThan(0);
          expect(all.length).toBeLessThanOrEqual(pieceLengthMax);
          expect(all.match(/[0-9]/g)?.length ?? 0).toBeLessThanOrEqual(80);
          expect(all).not.toMatch(/[A-Za-z0-9]{61}|\.{4}/);
          expect(piece.length).toBeLessThanOrEqual(20);
          for (const part of piece)
            if (part.kind === 'words') expect(part.text).toMatch(/^[ -~]+$/);
        }
      }),
    );
  });

  it('contain every word and every hummed character', () => {
    const kept = (text: string) => text.replace(/[^A-Za-z0-9Привет😀]/gu, '');
    fc.assert(
      fc.property(words, (text) => {
        const parts = piecesOf(text).flatMap((piece) => piece.map((part) => part.text));
        expect(kept(parts.join(''))).toBe(kept(text));
      }),
    );
  });
});
