import { expect, it } from 'vitest';
import { cutText } from '../../../../../core/speech/agent/thinking/cut-text.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a😀', 3, 'a😀'],
  ['a😀', 2, 'a'],
  ['abc', 0, ''],
])('cuts %j at %i to %j', (text, charsMax, cut) => expect(cutText(text, charsMax)).toBe(cut));
