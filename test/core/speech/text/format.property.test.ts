import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerCase, upperCase } from '../../../../core/kernel/unicode.ts';
import { placeholderConfidence } from '../../../../core/speech/text/heard-word.ts';
import { placeholderWords } from '../../../../core/speech/recognition/hearing/placeholders.ts';
import type { HeardWord } from '../../../../core/speech/text/heard-word.ts';
import { digitCount } from '../../../../core/speech/text/digits.ts';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { redactionKinds, type TextOptions } from '../../../../core/speech/text/options.ts';
import { smartFormat } from '../../../../core/speech/text/smart/smart-format.ts';
import { keysOf } from '../../../../core/speech/text/terms.ts';
import { placed, textWordsOf } from '../../../../core/speech/text/text-word.ts';
import { anyWords, optionsWith, textOptions } from '../../../support/arbitraries/speech-text.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const words = anyWords();
const wordsOfOne = words.map((heard) => heard.map((word) => ({ ...word, speaker: 0 })));
const final = { isFinal: true };
const textOf = (heard: readonly HeardWord[], own: Partial<TextOptions>) =>
  formatWords(heard, optionsWith(own), final).transcript;
const read = (heard: readonly HeardWord[]) => textWordsOf(heard, { language: 'en' });

/** A text without the tags of redaction. */
const untagged = (text: string) => text.replaceAll(/\[[A-Z_]+(_\d+)?\]/g, '*');

const flagsThatSettle = ['punctuate', 'numerals', 'profanityFilter'] as const;

describe('the words of a result, with any options', () => {
  it('are in order, within the words heard, not overlapping, and joined in its transcript', () => {
    fc.assert(
      fc.property(words, textOptions, fc.boolean(), (heard, options, isFinal) => {
        const result = formatWords(heard, options, { isFinal });
        let end = heard[0]?.start ?? 0;
        for (const word of result.words) {
          expect(word.start).toBeGreaterThanOrEqual(end);
          expect(word.end).toBeGreaterThanOrEqual(word.start);
          end = word.end;
        }
        expect(end).toBeLessThanOrEqual(heard.at(-1)?.end ?? 0);
        const shown = result.words.map(({ word, punctuatedWord = word }) => punctuatedWord);
        expect(result.transcript).toBe(shown.join(' '));
      }),
    );
  });

  it('are lower case unless replaced, and have hundredths of confidence', () => {
    fc.assert(
      fc.property(words, textOptions, (heard, options) => {
        const replacements = options.replace.map(({ to }) => to).join(' ');
        for (const { word, confidence } of formatWords(heard, options, final).words) {
          const isReplaced = replacements.includes(word.replaceAll('*', ''));
          if (untagged(word) !== '*' && !isReplaced) expect(word).toBe(lowerCase(word));
          expect(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100).toBe(true);
        }
      }),
    );
  });

  it('are the same each time, finals also after any interims', () => {
    fc.assert(
      fc.property(words, textOptions, fc.nat(24), (heard, options, length) => {
        const before = JSON.stringify(heard);
        const first = formatWords(heard, options, final);
        formatWords(heard.slice(0, length), options, { isFinal: false });
        expect(formatWords(heard, options, final)).toEqual(first);
        expect(JSON.stringify(heard)).toBe(before);
        expect(JSON.parse(JSON.stringify(first))).toEqual(first);
      }),
    );
  });

  it('have entities and hits within them', () => {
    fc.assert(
      fc.property(words, textOptions, (heard, options) => {
        const result = formatWords(heard, options, final);
        let end = 0;
        for (const { startWord, endWord } of result.entities ?? []) {
          expect(startWord).toBeGreaterThanOrEqual(end);
          expect(endWord).toBeGreaterThan(startWord);
          end = endWord;
        }
        expect(end).toBeLessThanOrEqual(result.words.length);
        const starts = new Set(result.words.map(({ start }) => start));
        const ends = new Set(result.words.map((word) => word.end));
        for (const { start, end } of (result.search ?? []).flatMap(({ hits }) => hits)) {
          expect(starts.has(start) && ends.has(end)).toBe(true);
        }
      }),
    );
  });
});

describe('without options', () => {
  it('all words are there, but for case and signs', () => {
    fc.assert(
      fc.property(words, (heard) => {
        const plain = formatWords(heard, optionsWith({}), final).words.map(({ word }) => word);
        expect(plain).toEqual(read(heard).map(({ core }) => lowerCase(core)));
        expect(textOf(heard, {})).toBe(textOf(heard, { search: ['one'], redact: [] }));
      }),
    );
  });

  it('but with punctuate, a text of known source stays as it is written', () => {
    fc.assert(
      fc.property(words, (heard) => {
        const text = heard.map((word) => word.text).join(' ');
        expect(textOf(heard, { punctuate: true })).toBe(read(heard).length === 0 ? '' : text);
      }),
    );
  });
});

describe('placeholders', () => {
  it('become a sentence, and no other option changes them', () => {
    const text = fc.array(fc.constantFrom(...placeholderWords), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (drawn) => {
        const heard = heardWords(drawn.join(' '), { confidence: placeholderConfidence.max });
        const options = optionsWith({
          numerals: true,
          smartFormat: true,
          dictation: true,
          profanityFilter: true,
          detectEntities: true,
          redact: [...redactionKinds],
        });
        const result = formatWords(heard, options, final);
        const [first = '', ...rest] = drawn.join(' ');
        expect(result.transcript).toBe(`${upperCase(first)}${rest.join('')}.`);
        expect(result.entities).toEqual([]);
      }),
    );
  });
});

describe('key terms and replacements', () => {
  it('of any kind neither add nor remove words', () => {
    fc.assert(
      fc.property(words, textOptions, (heard, { keyterms, keywords }) => {
        const keys = (own: Partial<TextOptions>) =>
          keysOf(read(heardWords(textOf(heard, { ...own, punctuate: true }))));
        expect(keys({ keyterms, keywords })).toEqual(keys({}));
      }),
    );
  });

  it('that do not occur change nothing', () => {
    fc.assert(
      fc.property(words, textOptions, (heard, { replace, keyterms }) => {
        const absent = replace.map(({ from, to }) => ({ from: `${from} unheard`, to }));
        const own = { replace: absent, keyterms: keyterms.map((term) => `unheard ${term}`) };
        expect(formatWords(heard, optionsWith(own), final)).toEqual(
          formatWords(heard, optionsWith({}), final),
        );
      }),
    );
  });
});

describe('formatting', () => {
  it.each(flagsThatSettle)('of formatted text changes nothing: %s', (flag) => {
    fc.assert(
      fc.property(wordsOfOne, (heard) => {
        const own = { punctuate: true, [flag]: true };
        const once = textOf(heard, own);
        expect(textOf(heardWords(once), own)).toBe(textOf(heardWords(once), { punctuate: true }));
      }),
    );
  });

  it('of smartly formatted words changes nothing', () => {
    fc.assert(
      fc.property(words, (heard) => {
        const once = smartFormat(read(heard));
        expect(placed(smartFormat(once))).toEqual(placed(once));
      }),
    );
  });
});

describe('redaction', () => {
  it('of aggressive_numbers leaves no digit, nor a word that is a number', () => {
    fc.assert(
      fc.property(wordsOfOne, textOptions, fc.boolean(), (heard, options, isFinal) => {
        const redact = ['aggressive_numbers'] as const;
        const own = { ...options, redact, language: 'en', profanityFilter: false };
        const { transcript, entities } = formatWords(heard, own, { isFinal });
        expect(digitCount(untagged(transcript))).toBe(0);
        for (const { value } of entities ?? []) expect(digitCount(untagged(value))).toBe(0);
        const again = heardWords(untagged(transcript).replaceAll('\n', ' '));
        expect(digitCount(textOf(again, { numerals: true }))).toBe(0);
      }),
    );
  });

  it('of numbers leaves no three successive digits of one speaker', () => {
    fc.assert(
      fc.property(wordsOfOne, textOptions, (heard, options) => {
        const redact = ['numbers'] as const;
        const { transcript } = formatWords(heard, { ...options, redact }, final);
        expect(untagged(transcript)).not.toMatch(/\p{Nd}(?:[^\p{L}\p{N}*]*\p{Nd}){2}/u);
      }),
    );
  });
});

describe('a hostile text', () => {
  it.each([
    ['of one sign', '.'.repeat(2_000)],
    ['of one letter', 'a'.repeat(2_000)],
    ['of one digit', '1'.repeat(2_000)],
    ['of single letters', 'a '.repeat(1_000)],
    ['of single digits', 'one '.repeat(500)],
    ['of numbers', 'twenty-one '.repeat(180)],
    ['of half addresses', 'a at b dot '.repeat(180)],
    ['of half amounts', '5 and 5 million '.repeat(120)],
    ['of half a domain', `a@${'a.'.repeat(900)}1`],
    ['of spoken signs', 'open quote comma '.repeat(110)],
  ])('%s needs no more time than another', (_, text) => {
    const terms = Array.from({ length: 100 }, (_, index) => `${'a '.repeat(index)}b`);
    const options: TextOptions = {
      language: 'en',
      punctuate: true,
      diarize: true,
      numerals: true,
      smartFormat: true,
      dictation: true,
      profanityFilter: true,
      detectEntities: true,
      redact: ['pci', 'ssn', 'numbers'],
      replace: terms.slice(0, 20).map((from) => ({ from, to: 'a a' })),
      search: terms.slice(0, 20),
      keyterms: terms,
      keywords: terms.map((term) => ({ term, boost: 1 })),
    };
    expect(formatWords(heardWords(text), options, final).words.length).toBeLessThan(1_001);
  });
});
