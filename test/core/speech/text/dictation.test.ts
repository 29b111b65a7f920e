import { describe, expect, it } from 'vitest';
import { formatWords } from '../../../../core/speech/text/format.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { formatted, transcriptOf } from '../../../support/speech/formatted.ts';
import { heardWords } from '../../../support/speech/heard-words.ts';

const dictated = (text: string) => transcriptOf(text, { dictation: true });

describe('dictation', () => {
  it.each([
    ['Patient has a headache comma nausea period they', 'Patient has a headache, nausea. They'],
    ['is it so question mark yes exclamation point', 'is it so? Yes!'],
    ['one colon two semicolon three semi colon four', 'one: two; three; four'],
    ['wait ellipsis no dash really', 'wait... no - really'],
    ['a new line b full stop new paragraph c', 'a\n B.\n\n C'],
    ['say open quote hello close quote now', 'say "hello" now'],
    ['open parenthesis maybe close parenthesis', '(maybe)'],
    ['well hyphen known and slash or', 'well-known and/or'],
  ])('turns %j into %j', (text, transcript) => {
    expect(dictated(text)).toBe(transcript);
  });

  it('replaces a written sign by a spoken one', () => {
    expect(dictated('Hello, comma, world. Period.')).toBe('Hello, world.');
    expect(dictated('Yes. New line, no')).toBe('Yes.\n No');
  });

  it('shows a sign as a word of its own if no word can have it', () => {
    expect(dictated('period then hyphen')).toBe('. Then -');
    expect(dictated('open quote')).toBe('"');
    expect(dictated('comma period new line')).toBe(',.\n');
    expect(dictated('comma hyphen one')).toBe(', - one');
    expect(formatted('comma', { dictation: true }).words).toEqual([
      { word: 'comma', punctuatedWord: ',', start: 0, end: 30, confidence: 98 },
    ]);
  });

  it('adds no sign to the words of another speaker', () => {
    const words = [...heardWords('hello'), ...heardWords('comma', { speaker: 1 })];
    const options = { ...plainText, dictation: true };
    expect(formatWords(words, options, { isFinal: true }).transcript).toBe('hello ,');
  });

  it('supports English signs only', () => {
    expect(transcriptOf('hola period', { dictation: true, language: 'es' })).toBe('hola period');
    expect(transcriptOf('hello period', { dictation: true, language: 'en-GB' })).toBe('hello.');
  });

  it('joins words at a hyphen, with the lower of their confidences', () => {
    const { words } = formatted('well hyphen known', { dictation: true });
    expect(words).toEqual([
      { word: 'well-known', punctuatedWord: 'well-known', start: 0, end: 110, confidence: 98 },
    ]);
  });
});
