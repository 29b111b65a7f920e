// Patterns of paths, in filters of requests: literal segments, `*` for one segment, `**` at the end for any number of them.

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

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/+$/, '').split('/');
}
