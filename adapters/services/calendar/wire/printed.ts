// The type of what is printed for a schema: `JSON.stringify` omits members that are undefined.

import type { z } from 'zod';
import type { schemas } from './schemas.ts';

/** A record on the wire, by the name of its schema. */
export type PrintedRecord<Name extends keyof typeof schemas> = Printable<
  z.infer<(typeof schemas)[Name]>
>;

type Printable<T> = T extends readonly (infer Item)[]
  ? readonly Printable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Printable<T[Key]> | OptionalIn<T, Key> }
    : T;

/** `undefined` for members that may be absent. */
type OptionalIn<T, Key extends keyof T> = object extends Pick<T, Key> ? undefined : never;
