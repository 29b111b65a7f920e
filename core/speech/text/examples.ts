// Examples of each text option in English. The generated documentation prints them with their results, and a test checks that each
// option has one.

import type { HeardWord } from './heard-word.ts';
import type { TextOptions } from './options.ts';

export type TextExample = {
  readonly options: Partial<TextOptions>;
  readonly text: string;
  /** Other members of the words. */
  readonly words?: Partial<HeardWord>;
  /** Later words, of another speaker or language. */
  readonly next?: { readonly text: string; readonly words: Partial<HeardWord> };
};

const person = { number: 0, label: 'PERSON', value: 'Ann Lee' };

export const textExamples: readonly TextExample[] = [
  { options: {}, text: 'Hello, World! It’s 3.50.' },
  { options: { punctuate: true }, text: 'Hello, World! It’s 3.50.' },
  { options: { punctuate: true }, text: 'there is more to come', words: { confidence: 40 } },
  {
    options: { diarize: true },
    text: 'How are you?',
    next: { text: 'Fine.', words: { speaker: 1 } },
  },
  {
    options: { language: 'multi' },
    text: 'Good morning',
    next: { text: 'y buenos días', words: { language: 'es' } },
  },
  { options: { keyterms: ['AcmePay'] }, text: 'call acmepay now', words: { confidence: 80 } },
  {
    options: { keyterms: ['AcmePay'], punctuate: true },
    text: 'call acmepay now',
    words: { confidence: 80 },
  },
  {
    options: { keywords: [{ term: 'acme', boost: -4 }] },
    text: 'call acme',
    words: { confidence: 80 },
  },
  { options: { dictation: true }, text: 'dear Ann comma new line how are you question mark' },
  { options: { dictation: true }, text: 'open quote well hyphen known close quote period' },
  { options: { numerals: true }, text: 'four hundred twenty seven of five million' },
  { options: { numerals: true }, text: 'in nineteen ninety nine no one came second' },
  { options: { numerals: true }, text: 'code five five five oh one and three point one four' },
  { options: { smartFormat: true }, text: 'five dollars and fifty cents or twelve thousand euros' },
  { options: { smartFormat: true }, text: 'two point five percent of five million dollars' },
  { options: { smartFormat: true }, text: 'on june fifth twenty twenty two at ten thirty p m' },
  { options: { smartFormat: true }, text: 'call eight hundred five five five one two one two' },
  { options: { smartFormat: true }, text: 'john dot smith at example dot com' },
  { options: { smartFormat: true }, text: 'visit example dot com slash help' },
  { options: { replace: [{ from: 'monika', to: 'Monica' }], punctuate: true }, text: 'Hi Monika!' },
  { options: { replace: [{ from: 'monika', to: 'Monica' }] }, text: 'Hi Monika!' },
  { options: { replace: [{ from: 'um', to: '' }] }, text: 'I um think so' },
  { options: { profanityFilter: true }, text: 'well damn it' },
  { options: { redact: ['ssn'] }, text: 'it is 123-45-6789 since 1999.' },
  { options: { redact: ['ssn'] }, text: 'three dogs, and my number is one two' },
  { options: { redact: ['pci'] }, text: 'card 4111 1111 1111 1111 till 12/25.' },
  { options: { redact: ['numbers'] }, text: 'room 101, or 555-123-4567, 12 times' },
  { options: { redact: ['aggressive_numbers'] }, text: 'five dollars for 2 of them' },
  { options: { search: ['hello world', 'bye'] }, text: 'Hello, world!' },
  { options: { detectEntities: true }, text: 'pay five dollars' },
  { options: { detectEntities: true }, text: 'Write to ann@example.com.' },
  { options: { detectEntities: true }, text: 'Ann Lee', words: { entity: person } },
];
