// Random heard words and text options: English that the options recognize, signs, other scripts, any text.

import fc from 'fast-check';
import type { HeardWord } from '../../../core/speech/text/heard-word.ts';
import { plainText, redactionKinds, type TextOptions } from '../../../core/speech/text/options.ts';

const phrases =
  `one|two|three|five|nine|zero|oh|ten|thirteen|nineteen|twenty|ninety|hundred|thousand|million|and|a|point|first|second|tenth|
  twenty-one|dollars|cents|euros|percent|per|cent|am|p.m.|p|m|june|may|of|the|5th|2022|dot|com|org|at|slash|john|example|
  underscore|comma|period|new|line|open|close|quote|parenthesis|hyphen|question|mark|hell|damn|it's|Hello,|World.|(yes)|
  ...|–|5|12|555|1234|4111|1111|123-45-6789|10:30|$5|50%|a1|x2y3|٣|５|Ünïcode|Straße|日本|🙂|[SSN_1]|New|York`
    .split('|')
    .map((phrase) => phrase.trim());

const texts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...phrases) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', minLength: 1, maxLength: 6 })
      .filter((text) => !/\s/.test(text)),
  },
);

/** Words in order, of two speakers; some follow without a gap. */
export function anyWords(): fc.Arbitrary<readonly HeardWord[]> {
  const word = fc.record({
    text: texts,
    gap: fc.nat(20),
    length: fc.nat(40),
    confidence: fc.integer({ min: 51, max: 100 }),
    speaker: fc.constantFrom(0, 0, 0, 1),
  });
  return fc.array(word, { maxLength: 24 }).map((words) => {
    let at = 0;
    return words.map(({ gap, length, ...rest }) => {
      const start = at + gap;
      at = start + length;
      return { ...rest, start, end: at };
    });
  });
}

const terms = fc.array(fc.constantFrom(...phrases), { minLength: 1, maxLength: 3 });
const term = terms.map((words) => words.join(' '));
const flag = fc.boolean();

export const textOptions: fc.Arbitrary<TextOptions> = fc.record({
  language: fc.constantFrom('en', 'en', 'en-US', 'multi', 'es'),
  punctuate: flag,
  diarize: flag,
  numerals: flag,
  smartFormat: flag,
  dictation: flag,
  profanityFilter: flag,
  detectEntities: flag,
  redact: fc.subarray([...redactionKinds]),
  replace: fc.array(fc.record({ from: term, to: fc.oneof(fc.constant(''), term) }), {
    maxLength: 3,
  }),
  search: fc.array(term, { maxLength: 3 }),
  keyterms: fc.array(term, { maxLength: 3 }),
  keywords: fc.array(fc.record({ term, boost: fc.integer({ min: -30, max: 30 }) }), {
    maxLength: 3,
  }),
});

/** The default options with these changes. */
export function optionsWith(own: Partial<TextOptions>): TextOptions {
  return { ...plainText, ...own };
}
