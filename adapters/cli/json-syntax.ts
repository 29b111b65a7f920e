// Finds where a text is not JSON: the errors of JSON.parse name no place in some versions of Node.

export interface JsonError {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = new RegExp(
  `${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
);

/** The first error of a text; undefined for JSON. The text nests as deep as the stack allows. */
export function jsonErrorIn(text: string): JsonError | undefined {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let comma: number | undefined; // the one before `at`

  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  }
  function skipSign(sign: string): boolean {
    skip(/[ \t\r\n]*/y);
    if (text[at] !== sign) return false;
    comma = sign === ',' ? at : undefined;
    at += 1;
    skip(/[ \t\r\n]*/y);
    return true;
  }
  function skipItems(end: string, skipItem: () => boolean): boolean {
    if (skipSign(end)) return true;
    do if (!skipItem()) return false;
    while (skipSign(','));
    return skipSign(end);
  }
  function skipMember(): boolean {
    return skip(string) && skipSign(':') && skipValue();
  }
  function skipValue(): boolean {
    if (skipSign('{')) return skipItems('}', skipMember);
    if (skipSign('[')) return skipItems(']', skipValue);
    return skip(scalar);
  }

  const isWhole = skipValue() && (skip(/[ \t\r\n]*/y), at === text.length);
  if (isWhole) return undefined;
  const isTrailing = comma !== undefined && /[\]}]/.test(text[at] ?? '');
  const before = text.slice(0, isTrailing ? comma : at).split('\n');
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    reason: isTrailing ? 'trailing comma' : 'not JSON',
  };
}
