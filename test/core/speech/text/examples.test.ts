import { describe, expect, it } from 'vitest';
import { textExamples } from '../../../../core/speech/text/examples.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { resultOf } from '../../../support/documents/text-options-chapter.ts';

describe('the examples of text options', () => {
  it('show each option', () => {
    const shown = new Set(textExamples.flatMap(({ options }) => Object.keys(options)));
    expect([...shown].sort()).toEqual(Object.keys(plainText).sort());
  });

  it('each show the effect of each of their options', () => {
    for (const example of textExamples) {
      for (const name of Object.keys(example.options)) {
        const { [name as keyof typeof plainText]: _none, ...options } = example.options;
        expect(resultOf({ ...example, options }), name).not.toEqual(resultOf(example));
      }
    }
  });
});
