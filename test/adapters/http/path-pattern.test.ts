import { expect, it } from 'vitest';
import { pathMatcher } from '../../../adapters/http/path-pattern.ts';

it.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/', true],
  ['/a/b', '/a/b/c', false],
  ['/a/*', '/a/b', true],
  ['/a/*', '/a', false],
  ['/a/*/c', '/a/b/c', true],
  ['/a/**', '/a/b/c', true],
  ['/a/**', '/a', true],
  ['/a/**', '/ab', false],
  ['/**', '/', true],
])('%s and %s: %s', (pattern, path, matches) => {
  expect(pathMatcher(pattern)(path)).toBe(matches);
});
