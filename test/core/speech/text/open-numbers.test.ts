import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardWord } from '../../../../core/speech/text/heard-word.ts';
import { formatWords, isNumberOpen } from '../../../../core/speech/text/format.ts';
import {
  plainText,
  redactionKinds,
  type ResultForm,
  type TextOptions,
} from '../../../../core/speech/text/options.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const final = { isFinal: true };
const continued = { isFinal: true, continuesNumber: true };

function shown(text: string, form: ResultForm, own: Partial<TextOptions> = {}): string {
  const options: TextOptions = { ...plainText, redact: ['ssn'], punctuate: true, ...own };
  return formatWords(heardWords(text), options, form).transcript;
}

describe('a number at the end of a result', () => {
  it.each([
    ['it is one two three', 'it is [REDACTED]'],
    ['It is 123-45-', 'It is [REDACTED]-'],
    ['four, five, six,', '[REDACTED],'],
    ['four hundred and', '[REDACTED] and'],
    ['two oh', '[REDACTED]'],
    ['my 4111 ...', 'my [REDACTED] ...'],
    ['It is 123-45-6789 and 12', 'It is [SSN_1] [REDACTED]'],
    ['It is 1234.', 'It is 1234.'],
    ['Is it one? Or 2!', 'Is it one? Or 2!'],
    ['1234 it is', '1234 it is'],
    ['and', 'and'],
    ['oh', 'oh'],
    ['wait a second', 'wait a second'],
  ])('may continue: %j is shown as %j', (text, transcript) => {
    expect(shown(text, final)).toBe(transcript);
  });

  it('is hidden in interims, too', () => {
    expect(shown('it is one two three', { isFinal: false })).toBe('it is [REDACTED]');
  });

  it('is whole where the stream ends: only what its count of digits asks for is hidden', () => {
    const last = { ...final, endsStream: true };
    expect(shown('room 12', last, { redact: ['numbers'] })).toBe('room 12');
    expect(shown('room one two', last)).toBe('room one two');
    expect(shown('room 120', last, { redact: ['numbers'] })).toBe('room [REDACTED]');
    expect(shown('12', { ...last, continuesNumber: true })).toBe('[REDACTED]');
    expect(shown('12', last, { redact: ['aggressive_numbers'] })).toBe('[REDACTED]');
  });

  it('is shown without redaction', () => {
    expect(shown('it is one two', final, { redact: [] })).toBe('it is one two');
  });

  it('is found after replaced words and spoken signs', () => {
    const replace = [{ from: 'nil', to: '0' }];
    expect(shown('five nil', final, { replace })).toBe('[REDACTED]');
    expect(shown('five hyphen', final, { dictation: true })).toBe('[REDACTED] -');
    expect(shown('five period', final, { dictation: true })).toBe('five.');
  });

  it('is that of its last speaker alone', () => {
    const words = [...heardWords('one two'), ...heardWords('three', { speaker: 1 })];
    const options: TextOptions = { ...plainText, redact: ['ssn'] };
    expect(formatWords(words, options, final).transcript).toBe('one two [REDACTED]');
  });

  it('is listed by detect_entities as it is shown', () => {
    const options: TextOptions = { ...plainText, redact: ['ssn'], detectEntities: true };
    expect(formatWords(heardWords('it is 12'), options, final).entities).toMatchObject([
      { label: 'NUMBER', value: '[REDACTED]', rawValue: '[REDACTED]' },
    ]);
  });
});

describe('a number at the beginning of a result', () => {
  it.each([
    ['forty five dogs', '[REDACTED] dogs'],
    ['oh one two please', '[REDACTED] please'],
    ['and twenty dogs', 'and [REDACTED] dogs'],
    ['6789. 1 dog', '[REDACTED]. 1 dog'],
    ['dogs 45 cats', 'dogs 45 cats'],
    ['oh', '[REDACTED]'],
  ])('may continue that of the final before: %j is shown as %j', (text, transcript) => {
    expect(shown(text, continued)).toBe(transcript);
  });

  it('is shown if that ended in none', () => {
    expect(shown('forty five dogs', final)).toBe('forty five dogs');
  });
});

const numberWords =
  `one|two|nine|zero|oh|ten|nineteen|twenty|ninety|hundred|thousand|million|and|a|point|first|twenty-one|1|12|123|123-45-6789|
  4111|1111,|6789|45|(5|5)|hello|is|hyphen|comma`
    .split('|')
    .map((text) => text.trim());

const anyWords: fc.Arbitrary<readonly HeardWord[]> = fc
  .array(
    fc.record({ text: fc.constantFrom(...numberWords), speaker: fc.constantFrom(0, 0, 0, 1) }),
    {
      maxLength: 24,
    },
  )
  .map((words) =>
    words.flatMap(({ text, speaker }, index) =>
      heardWords(text, { speaker, start: index * 40, end: index * 40 + 30 }),
    ),
  );

const anyOptions: fc.Arbitrary<TextOptions> = fc
  .record({
    redact: fc.subarray([...redactionKinds], { minLength: 1 }),
    numerals: fc.boolean(),
    dictation: fc.boolean(),
    punctuate: fc.boolean(),
  })
  .map((own) => ({ ...plainText, ...own }));

/** The starts of the words that a result shows without redaction. */
function startsShown(words: readonly HeardWord[], options: TextOptions, form: ResultForm) {
  const hidden = formatWords(words, options, form).words.filter(({ word }) => /[A-Z]/.test(word));
  const isHidden = ({ start }: HeardWord) =>
    hidden.some((tag) => tag.start <= start && start < tag.end);
  return words.filter((word) => !isHidden(word)).map(({ start }) => start);
}

const hasDigits = ({ text }: HeardWord) =>
  !/^(hello|is|and|a|point|oh|first|hyphen|comma)$/.test(text);

describe('finals that cut the words at any place', () => {
  it('show no digits that one final of all the words hides', () => {
    fc.assert(
      fc.property(
        anyWords,
        anyOptions,
        fc.array(fc.nat(24)),
        fc.boolean(),
        (words, options, cuts, endsStream) => {
          const digits = words.filter(hasDigits).map(({ start }) => start);
          const whole = startsShown(words, options, { ...final, endsStream }).filter((at) =>
            digits.includes(at),
          );
          const ends = [...cuts.filter((cut) => cut < words.length), words.length];
          let [start, speaker] = [0, -1];
          for (const end of ends.toSorted((a, b) => a - b)) {
            const part = words.slice(start, end);
            const form = {
              isFinal: true,
              continuesNumber: part[0]?.speaker === speaker,
              endsStream: endsStream && end === words.length,
            };
            const shownStarts = startsShown(part, options, form).filter((at) =>
              digits.includes(at),
            );
            expect(whole).toEqual(expect.arrayContaining(shownStarts));
            if (part.length > 0) {
              speaker = isNumberOpen(part, options, form) ? part.at(-1)!.speaker : -1;
            }
            start = end;
          }
        },
      ),
    );
  });
});
