import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  haveCommonPath,
  isPathPattern,
  pathMatcher,
} from '../../../adapters/protocol/path-pattern.ts';

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

it.each(['/', '/**', '/a/*/b', '/a/**', '/a/', '/a%2Ab'])('%s is a pattern', (text) => {
  expect(isPathPattern(text)).toBe(true);
});

it.each(['', 'a', '/a/**/b', '/a*', '/a/:id', '/a?b=1', '/a#b', '/a b'])(
  '%s is no pattern',
  (text) => {
    expect(isPathPattern(text)).toBe(false);
  },
);

it('two patterns have a common path if one can be found', () => {
  const segment = fc.constantFrom('a', 'b', '*');
  const pattern = fc
    .tuple(fc.array(segment, { maxLength: 3 }), fc.boolean())
    .map(([names, isOpen]) => `/${[...names, ...(isOpen ? ['**'] : [])].join('/')}`);
  const paths = pathsOf(['a', 'b', 'c'], 4);
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      const [isOne, isOther] = [pathMatcher(one), pathMatcher(other)];
      const isFound = paths.some((path) => isOne(path) && isOther(path));
      expect(haveCommonPath(one, other)).toBe(isFound);
    }),
  );
});

/** All paths of up to `depth` segments with these names. */
function pathsOf(names: readonly string[], depth: number): readonly string[] {
  if (depth === 0) return ['/'];
  const shorter = pathsOf(names, depth - 1);
  const longer = shorter.flatMap((path) =>
    names.map((name) => `${path.replace(/\/$/, '')}/${name}`),
  );
  return [...new Set([...shorter, ...longer])];
}
