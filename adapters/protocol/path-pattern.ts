// Patterns of paths, in filters of requests and in faults: literal segments, `*` for one segment, `**` at the end for any number of them.

import { trimEndOf } from '../../core/index.ts';

/**
 * A predicate of paths, without their queries. A slash at the end of a path does not count. It reads no more segments of a path
 * than the pattern has: paths have thousands of them.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const segments = segmentsOf(pattern);
  const isOpen = segments.at(-1) === '**';
  const named = isOpen ? segments.slice(0, -1) : segments;
  return (path) => {
    const end = trimEndOf(path, '/').length;
    let start = 0; // of the next segment; beyond the end after the last one
    for (const segment of named) {
      if (start > end) return false;
      const slash = path.indexOf('/', start);
      const stop = slash === -1 ? end : Math.min(slash, end);
      const isEqual = stop - start === segment.length && path.startsWith(segment, start);
      if (segment !== '*' && !isEqual) return false;
      start = stop + 1;
    }
    return isOpen || start > end;
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
