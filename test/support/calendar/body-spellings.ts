// The spellings of one request as JSON, form, query and multipart, for tests that expect no difference.

/** A JSON value of a request. */
export type FieldValue =
  string | number | boolean | readonly FieldValue[] | { readonly [name: string]: FieldValue };

export type FormFields = { readonly [name: string]: FieldValue };

/** A choice for each list: empty brackets, or indices. */
export type Brackets = 'empty' | 'indices';

/** The pairs of a form: names with brackets, and texts. */
export function formPairs(said: FormFields, brackets: Brackets = 'indices'): [string, string][] {
  return Object.entries(said).flatMap(([name, value]) => pairsOf(name, value, brackets));
}

function pairsOf(name: string, value: FieldValue, brackets: Brackets): [string, string][] {
  if (typeof value !== 'object') return [[name, textOf(value)]];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([inner, below]) =>
      pairsOf(`${name}[${inner}]`, below, brackets),
    );
  }
  const items = value as readonly FieldValue[];
  // The only spelling of an empty list is an empty text.
  if (items.length === 0) return [[name, '']];
  const isPlain = items.every((item) => typeof item !== 'object');
  return items.flatMap((item, index) =>
    pairsOf(isPlain && brackets === 'empty' ? `${name}[]` : `${name}[${index}]`, item, brackets),
  );
}

function textOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/** As the body of a form, or a query. */
export function urlencodedText(pairs: readonly [string, string][]): string {
  return new URLSearchParams(pairs.map((pair) => [...pair])).toString();
}

/** A multipart body and its type. */
export function multipartBody(
  pairs: readonly [string, string][],
  boundary = 'a-boundary-of-tests',
) {
  const parts = pairs.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
}
