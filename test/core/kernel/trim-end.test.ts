import { expect, it } from 'vitest';
import { trimEndOf } from '../../../core/kernel/trim-end.ts';

it.each([
  ['', '/', ''],
  ['a', '', 'a'],
  ['//', '/', ''],
  ['/a/b//', '/', '/a/b'],
  ['a. b.) .', '.) ', 'a. b'],
  ['a…。', '…。', 'a'],
])('"%s" without "%s" at its end is "%s"', (text, characters, trimmed) => {
  expect(trimEndOf(text, characters)).toBe(trimmed);
});
