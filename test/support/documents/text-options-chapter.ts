// Generates the chapter of core/speech/README.md about text options. The options themselves compute all results.

import { placeholderConfidence } from '../../../core/speech/text/heard-word.ts';
import type { HeardWord } from '../../../core/speech/text/heard-word.ts';
import { spokenSigns } from '../../../core/speech/text/dictation.ts';
import { entityLabels } from '../../../core/speech/text/entities/mark.ts';
import { textExamples, type TextExample } from '../../../core/speech/text/examples.ts';
import { formatWords, type FormattedText } from '../../../core/speech/text/format.ts';
import { textLimits } from '../../../core/speech/text/limits.ts';
import { plainText, type TextOptions } from '../../../core/speech/text/options.ts';
import { profanityVersion } from '../../../core/speech/text/profanity-data.ts';
import { profanity } from '../../../core/speech/text/profanity.ts';
import { heardWords } from '../speech/heard-words.ts';

const parameterNames: Readonly<Record<keyof TextOptions, string>> = {
  language: 'language',
  punctuate: 'punctuate',
  diarize: 'diarize',
  numerals: 'numerals',
  smartFormat: 'smart_format',
  dictation: 'dictation',
  profanityFilter: 'profanity_filter',
  detectEntities: 'detect_entities',
  redact: 'redact',
  replace: 'replace',
  search: 'search',
  keyterms: 'keyterm',
  keywords: 'keywords',
};

/** The parameters of options as in a query, without encoding. */
function queryOf(options: Partial<TextOptions>): string {
  const pairs = Object.entries(options).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.map((each) => `${parameterNames[name as keyof TextOptions]}=${textOf(each)}`);
  });
  return pairs.map(code).join(' ');
}

/** A colon separates a term from its replacement or boost. */
function textOf(value: string | boolean | object): string {
  return typeof value === 'object' ? Object.values(value).join(':') : `${value}`;
}

/** The words of an example, one after the other. */
function wordsOf({ text, words, next }: TextExample): readonly HeardWord[] {
  const first = heardWords(text, words);
  if (next === undefined) return first;
  const end = 10 + (first.at(-1)?.end ?? 0);
  const rest = heardWords(next.text, next.words);
  return [
    ...first,
    ...rest.map((word) => ({ ...word, start: end + word.start, end: end + word.end })),
  ];
}

export function resultOf(example: TextExample): FormattedText {
  return formatWords(wordsOf(example), { ...plainText, ...example.options }, { isFinal: true });
}

const code = (text: string) => `\`${text.replaceAll('\n', '\\n')}\``;
const seconds = (hops: number) => hops / 100;

/** The parts of a result other than its text. */
function besidesOf({ words, languages, entities, search }: FormattedText, example: TextExample) {
  const heard = wordsOf(example);
  const changed = words.filter(
    ({ confidence }, index) => confidence !== (heard[index]?.confidence ?? confidence),
  );
  const { confidence = 100, entity } = example.words ?? {};
  const parts = [
    confidence <= placeholderConfidence.max && 'placeholders',
    entity !== undefined && 'named by a script',
    words.some(({ speaker }) => speaker !== undefined) &&
      `speakers ${words.map(({ speaker }) => speaker).join(', ')}`,
    languages && `languages ${languages.join(', ')}`,
    ...changed.map(({ word, confidence }) => `${code(word)} has confidence ${confidence / 100}`),
    ...(entities ?? []).map(({ label, value, rawValue, startWord, endWord }) => {
      const raw = rawValue === value ? '' : `, spoken ${code(rawValue)}`;
      return `${label} ${code(value)}${raw}, words ${startWord} to ${endWord}`;
    }),
    ...(search ?? []).map(({ query, hits }) => {
      const found = hits.map(({ start, end }) => `${seconds(start)} to ${seconds(end)} s`);
      return `${code(query)}: ${found.join(', ') || 'no hit'}`;
    }),
  ];
  return parts.filter((part) => typeof part === 'string').join('; ');
}

function exampleRow(example: TextExample): string {
  const heard = wordsOf(example)
    .map(({ text }) => text)
    .join(' ');
  const result = resultOf(example);
  const cells = [
    queryOf(example.options) || 'none',
    code(heard),
    code(result.transcript),
    besidesOf(result, example),
  ];
  return `| ${cells.join(' | ')} |`;
}

const signRow = ([phrase, { sign, place }]: readonly [
  string,
  (typeof spokenSigns)[keyof typeof spokenSigns],
]) => `| ${phrase} | ${code(sign.trim() === '' ? sign : sign.trim())} | ${placeNames[place]} |`;

const placeNames = {
  after: 'attached to the word before',
  before: 'in front of the next word',
  between: 'between two words, which become one',
} as const;

export function textOptionsChapter(): string {
  return `## Text options

[text/](text) turns the words of a result of \`/v1/listen\` into its text, each time anew, whatever interims showed. The
options themselves computed the results below. The last column has what a result shows beside its text.

| parameters | heard | transcript | beside it |
| --- | --- | --- | --- |
${textExamples.map(exampleRow).join('\n')}

\`word\` has no signs at its ends and is lower case, unless \`replace\` wrote it. \`punctuated_word\` and a transcript with case and
signs come with \`punctuate\`, and with \`smart_format\`, \`dictation\` or \`detect_entities\`, which imply it. If several words become one,
it spans them and is as sure as the least sure of them. The options apply in this order ([text/format.ts](text/format.ts)):

1. \`punctuate\` makes sentences of placeholders, with a full stop in finals. Texts of scripts and known sounds keep the signs that they
   have: a pause may cut them anywhere.
2. \`keywords\`, then \`keyterm\`: words that were said get the spelling of the term (hyphens and case do not matter) and another
   confidence: a key term halves the doubt, a keyword adds 0.05 for each point of its boost. No word comes or goes.
3. \`dictation\`: English phrases below are always signs. One without a word to stand at is a word of its own.
4. \`smart_format\`, or else \`numerals\`. A sign ends a number, and another speaker does. A lone "one" and ordinals up to "ninth" stay words.
   Out of reach: "half past ten", fractions, pounds, measures, street addresses, spelled letters.
5. \`replace\`, on whole words of the text so far: the longest term first; what it wrote keeps its case and is not replaced again.
   Replacements add at most ${textLimits.addedWordsMax} words and ${textLimits.addedCharsMax} characters to a result; a term that would add more stays as it was said.
6. \`detect_entities\` and \`redact\` find the same entities, in finals and interims; only finals list them. Those of a script come first, then
   ${entityLabels.join(', ')}. "Five dollars" is MONEY however it is shown.
7. \`redact\`: entities get numbered tags, the same value the same one; digits caught by their count get \`[REDACTED]\`, and all of them in
   interims. \`ssn\`: SSN. \`pci\`: CREDIT_CARD (with a right check digit) and 13 to 19 digits, not the date of expiry. \`numbers\` (\`true\`):
   entities and neighbouring words with three digits or more, also spoken ones. \`aggressive_numbers\`: with any. A number at the end of
   a result may go on in the next one, unless a sentence ends there (\`.\`, \`?\`, \`!\`) or the stream: with any of these kinds it is \`[REDACTED]\`, in
   finals and interims, however many digits it has; so is one with which the same speaker begins after such a final. So no pause, \`Finalize\`
   or long segment uncovers a part of a number. An amount, a date or a time that a final cuts is two.
   Only messages to the client are redacted: events, the state of a world, snapshots and recordings hold the words as they were
   heard, and the audio.
8. \`profanity_filter\` masks ${profanity.size} words, whole: those of \`${profanityVersion}\`, without some that mostly say something else.
9. \`search\` finds whole words, as spoken or as shown, never redacted ones: ${textLimits.hitsMax} hits of all terms in a result.

Numerals, smart formatting, dictation and the profanity filter know English only: the language of a word is that of its source, else
the parameter's, with \`multi\` English.

| spoken | sign | place |
| --- | --- | --- |
${Object.entries(spokenSigns).map(signRow).join('\n')}
`;
}
