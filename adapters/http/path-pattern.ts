// Patterns of paths, in filters of requests and in faults: literal segments, `*` for one segment, `**` at the end for any number of them.

import { trimEndOf } from '../../core/index.ts';

/** A predicate of paths, without their queries. A slash at the end of a path does not count. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const segments = segmentsOf(pattern);
  const isOpen = segments.at(-1) === '**';
  const named = isOpen ? segments.slice(0, -1) : segments;
  return (path) => {
    const given = segmentsOf(path);
    if (isOpen ? given.length < named.length : given.length !== named.length) return false;
    return named.every((segment, index) => segment === '*' || segment === given[index]);
  };
}

/** For messages about texts that are no patterns. */
export const pathPatternRule =
  'a path without a query, with * (not :id) for one segment, and ** at the end for any number of them';

/** Whether a text is a pattern. Its asterisks are whole segments, and it has no parameters as routes have. */
export function isPathPattern(text: string): boolean {
  if (!/^\/[^\s?#]*$/.test(text)) return false;
  const segments = segmentsOf(text);
  return segments.every((segment, index) => {
    if (segment === '**') return index === segments.length - 1;
    return segment === '*' || !/^:|\*/.test(segment);
  });
}

/** Whether there is a path that matches both patterns. */
export function haveCommonPath(one: string, other: string): boolean {
  const [shorter, longer] = [segmentsOf(one), segmentsOf(other)].sort(
    (first, second) => namedCount(first) - namedCount(second),
  ) as [readonly string[], readonly string[]];
  const count = namedCount(shorter);
  if (count < namedCount(longer) && shorter.at(-1) !== '**') return false;
  return shorter
    .slice(0, count)
    .every((segment, index) => [segment, longer[index]].includes('*') || segment === longer[index]);
}

/** The number of segments without `**` at the end. */
function namedCount(segments: readonly string[]): number {
  return segments.at(-1) === '**' ? segments.length - 1 : segments.length;
}

function segmentsOf(path: string): readonly string[] {
  return trimEndOf(path, '/').split('/');
}
