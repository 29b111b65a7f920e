// JSON that is put together text by text, as JSON.stringify prints it: for answers whose parts are mostly known already.

/** A character that JSON.stringify may not print as it is. */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A text as it stands in JSON between its quotes. */
export function inJson(text: string): string {
  return special.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** Members of an object that come behind others, printed in their order. */
export function furtherMembers(members: object): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

/** A list of what is printed one by one. */
export function listOf<T>(values: readonly T[], print: (value: T) => string): string {
  let printed = '';
  for (const value of values) printed += printed === '' ? print(value) : `,${print(value)}`;
  return `[${printed}]`;
}

/** A printed text in one piece, to be kept: one that was put together is a tree of its parts, walked whenever it is used. */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
