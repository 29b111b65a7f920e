// The message types that a source text declares, with their comments.

/** A message type as its file declares it. */
export interface Declared {
  readonly type: string;
  /** The doc comment above the type; `heritage` is the text between its name and the brace. */
  readonly comment: string;
  readonly heritage: string;
}

/** The message types of a source text, in order. */
export function declarationsIn(text: string): readonly Declared[] {
  const pattern =
    /(?:\/\*\* ([^\n]*?) \*\/\n)?(?:export )?(?:interface|type) [A-Za-z]+([^{;]*)\{\n {2}readonly type: '(\w+)'/g;
  return [...text.matchAll(pattern)].map(([, comment = '', heritage = '', type = '']) => ({
    type,
    comment,
    heritage,
  }));
}
