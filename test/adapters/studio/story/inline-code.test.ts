// Code in an element of HTML: strings, expressions and templates keep their meaning, and nothing ends the element early.

import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inlineScript, inlineStyle } from '../../../../adapters/studio/story/inline-code.ts';
import { commentTexts } from '../../../support/studio/inline-code.ts';

/** What each expression is worth in a script of its own. */
function values(code: (text: string) => string) {
  return Object.entries(commentTexts).map(([name, expression]) => [
    name,
    runInNewContext(code(`result = ${expression};`), {}),
  ]);
}

it('keeps the value of strings, regular expressions and templates with the start of a comment', () => {
  expect(values(inlineScript)).toEqual(values((text) => text));
});

it('has no end tag in strings and regular expressions, and keeps their value', () => {
  const code = String.raw`result = ['</script>', '</STYLE>', /^[</script]+$/v.test('</script')]`;
  expect(inlineScript(code)).not.toMatch(/<\/(script|style)/i);
  expect(runInNewContext(inlineScript(code), {})).toEqual(['</script>', '</STYLE>', true]);
  expect(inlineStyle('a::after { content: "</style>" }')).not.toContain('</');
});

it('ends what is a comment for HTML', () => {
  expect(inlineScript('let last; // of the code')).toMatch(/\n\/\/-->$/);
});
