import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endsSentence,
  lastSentences,
  sentenceCharsMax,
  sentenceEnds,
  sentencesAt,
  sentencesOf,
} from '../../../../core/speech/synthesis/sentences.ts';

/** The sentences of a text that arrives in these parts. */
function spoken(parts: readonly string[]): readonly string[] {
  let rest = '';
  const sentences: string[] = [];
  for (const part of parts) {
    const text = rest + part;
    const cut = sentencesAt(text, sentenceEnds(text));
    sentences.push(...cut.sentences);
    rest = cut.rest;
  }
  return [...sentences, ...lastSentences(rest)];
}

/** The text after encoding to UTF-8, in which a lone surrogate becomes a replacement character. */
const encoded = (text: string) => Buffer.from(text).toString();

describe('a text', () => {
  it.each([
    ['Hello. How are you? Fine!', ['Hello.', 'How are you?', 'Fine!']],
    ['It costs 3.50 dollars... Really?! Yes', ['It costs 3.50 dollars...', 'Really?!', 'Yes']],
    [
      'Dr. Smith met J. Doe at St. Paul, e.g. today. Then',
      ['Dr. Smith met J. Doe at St. Paul, e.g. today.', 'Then'],
    ],
    ['He said "Go." And (left.) So', ['He said "Go."', 'And (left.)', 'So']],
    ['one\ntwo\n\n three', ['one', 'two', 'three']],
    ['你好。再见！好', ['你好。', '再见！', '好']],
    ['  \n . ', ['.']],
    ['', []],
  ])('%j has these sentences', (text, sentences) => {
    expect(spoken([text])).toEqual(sentences);
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it('is cut between words, or within one, where a sentence is too long', () => {
    const words = 'word '.repeat(100);
    expect(spoken([words]).map(({ length }) => length)).toEqual([399, 99]);
    expect(spoken(['x'.repeat(900)]).map(({ length }) => length)).toEqual([400, 400, 100]);
    const smileys = spoken([`x${'\u{1f600}'.repeat(300)}`]);
    expect(smileys.map(({ length }) => length)).toEqual([399, 202]);
    for (const sentence of smileys.map(encoded)) expect(sentence).not.toContain('\ufffd');
  });

  const signs = fc.constantFrom(
    '.',
    '. ',
    '! ',
    '?"',
    ' ',
    '\n',
    'Dr',
    'a',
    'B',
    '。',
    '\u{1f600}',
    'x'.repeat(150),
  );
  const parts = fc.array(
    fc.array(signs, { maxLength: 8 }).map((texts) => texts.join('')),
    { maxLength: 12 },
  );

  it('has the same sentences in any parts', () => {
    fc.assert(
      fc.property(parts, (arrived) => {
        const whole = arrived.join('');
        expect(spoken(arrived)).toEqual(spoken([whole]));
        expect(spoken(whole.split(''))).toEqual(spoken([whole]));
      }),
    );
  });

  it('loses nothing but space, and has no sentence that is too long', () => {
    fc.assert(
      fc.property(parts, (arrived) => {
        const sentences = spoken(arrived);
        const letters = (text: string) => text.replaceAll(/\s/g, '');
        expect(letters(sentences.join(''))).toBe(letters(arrived.join('')));
        for (const { length } of sentences) expect(length).toBeLessThanOrEqual(sentenceCharsMax);
      }),
    );
  });
});

describe('an end', () => {
  it.each([
    ['of sentences', 'Good. He said "Go!" One\nWell… 好。', true],
    ['of pieces that are too long', 'word '.repeat(200), false],
    ['of pieces of a long word', 'a'.repeat(900), false],
  ])('%s ends a sentence or not', (_what, text, isEnd) => {
    const ends = sentenceEnds(`${text} More`);
    expect(ends.length).toBeGreaterThanOrEqual(2);
    for (const end of ends) expect(endsSentence(`${text} More`.slice(0, end))).toBe(isEnd);
  });
});
