// Names of secrets on the wire and in settings. Recordings contain tokens in place of their values.

/** The kind of a secret. One that is too short for a token becomes a mark with this word. */
export const secretKinds = [
  'key',
  'password',
  'secret',
  'ciphertext',
  'recovery',
  'cookie',
] as const;
export type SecretKind = (typeof secretKinds)[number];

/** How the value of a name is read. */
export interface SecretField {
  readonly kind: SecretKind;
  /** It begins with the word of its scheme, as the header Authorization does. */
  readonly hasScheme?: true;
  /** It is a URL of which only the credentials are replaced. */
  readonly isAddress?: true;
  /** Only a text is a secret: an object of this name is something else, such as the token of a balance. */
  readonly isTextOnly?: true;
}

/** Members that are read in a way of their own, by name: nothing in a `plain` one is a secret; a `body` is a text that is read as one. */
export type MemberFields = Readonly<Record<string, SecretField | 'plain' | 'body'>>;

/**
 * Explicit lists, so that it can be said what a recording contains. Words of fields and parameters are written in camel case; on the
 * wire also with `_` or `-` between them, in any letter case.
 */
export interface SecretNames {
  /** Members of bodies, forms and settings; parameters of URLs, too. */
  readonly fields?: Readonly<Record<string, SecretField>>;
  /** Members of objects of these names, or of the objects in a list: elsewhere their names have other meanings. In lower case. */
  readonly objects?: Readonly<Record<string, MemberFields>>;
  /** Parameters that are secrets in a URL only: in a body these names have other meanings. */
  readonly parameters?: Readonly<Record<string, SecretField>>;
  /** Headers whose whole value is a key, in lower case. */
  readonly keyHeaders?: readonly string[];
  /** Types of commands with secrets that are not part of any event: their fields are redacted, too. */
  readonly commands?: readonly string[];
}
