// Tables of parameters, one for each operation: by them requests are read, and the index and the description are written.

import { calendar } from '../../../../core/index.ts';
import type { JsonSchema } from '../../../http/json-schema.ts';
import { invalid, Refused, tooLongIn, type Kind } from './kinds.ts';

/** What of a site's settings bears on how parameters are read. */
export interface PageSettings {
  /** Items of a page where the client does not say. */
  readonly perPage: number;
  readonly perPageMax: number;
  /** The window of events that is meant where a client names none; known only where it is to be told. */
  readonly usualWindow?: Readonly<Record<'start_date' | 'end_date', string>>;
}

/** What a parameter makes of a value that is of no type that it takes. */
export const mistyped: unique symbol = Symbol('mistyped');

/** What came of a value: itself as the kind has it, nothing, or why it is refused. */
export type Reading<T> = T | undefined | typeof invalid | typeof mistyped | Refused;

/** `IsThere` where it has a value in any request that is not refused. */
export interface Parameter<T = unknown, IsThere extends boolean = boolean> {
  readonly description: string;
  readonly isRequired: boolean;
  readonly isThere: IsThere;
  readonly type: Kind<T>['type'];
  readonly form: JsonSchema;
  readonly defaultIn: (settings: PageSettings) => T | undefined;
  readonly read: (value: unknown, settings: PageSettings) => Reading<T>;
}

export type Table = Readonly<Record<string, Parameter>>;

type Of<P> = P extends Parameter<infer T> ? T : never;
type NamesThere<P extends Table> = {
  [Name in keyof P]: P[Name] extends Parameter<unknown, true> ? Name : never;
}[keyof P];

/** What a table reads from a request: a member for each parameter that was sent, is required or has a default. */
export type Values<P extends Table> = {
  readonly [Name in NamesThere<P>]: Of<P[Name]>;
} & {
  readonly [Name in Exclude<keyof P, NamesThere<P>>]?: Of<P[Name]>;
};

/** A parameter that may be left out; `told` is what that means, where it can be told. */
export function optional<T>(
  kind: Kind<T>,
  description: string,
  told?: (settings: PageSettings) => T | undefined,
): Parameter<T, false> {
  return parameter(kind, description, {
    isThere: false,
    ...(told === undefined ? {} : { defaultIn: told }),
  });
}

/** A parameter that must be sent. */
export function required<T>(kind: Kind<T>, description: string): Parameter<T, true> {
  return parameter(kind, description, { isThere: true, isRequired: true });
}

/** A parameter that has a value of its own where none is sent; `fit` has the last word about one that is. */
export function withDefault<T>(
  kind: Kind<T>,
  description: string,
  defaultIn: T | ((settings: PageSettings) => T),
  fit?: (value: T, settings: PageSettings) => T,
): Parameter<T, true> {
  const isFunction = (given: typeof defaultIn): given is (settings: PageSettings) => T =>
    typeof given === 'function';
  return parameter(kind, description, {
    isThere: true,
    defaultIn: isFunction(defaultIn) ? defaultIn : () => defaultIn,
    ...(fit === undefined ? {} : { fit }),
  });
}

interface Rest<T, IsThere> {
  readonly isThere: IsThere;
  readonly isRequired?: boolean;
  readonly defaultIn?: (settings: PageSettings) => T | undefined;
  readonly fit?: (value: T, settings: PageSettings) => T;
}

function parameter<T, IsThere extends boolean>(
  kind: Kind<T>,
  description: string,
  { isThere, isRequired = false, defaultIn, fit = (value) => value }: Rest<T, IsThere>,
): Parameter<T, IsThere> {
  return {
    description,
    isRequired,
    isThere,
    type: kind.type,
    form: formOf(kind),
    defaultIn: (settings) => defaultIn?.(settings),
    read(value, settings) {
      if (value === undefined) return undefined;
      const tooLong = tooLongIn(value, kind);
      if (tooLong !== undefined) return tooLong;
      const read = value === null ? undefined : kind.read(value);
      if (read === invalid || read instanceof Refused) return read;
      if (read === undefined) return kind.type === undefined ? undefined : mistyped;
      return fit(read, settings);
    },
  };
}

/** Texts that are no words of a list say how long they may be. */
function formOf({ form, charsMax = calendar.wordCharsMax, isList }: Kind<unknown>): JsonSchema {
  const isFree = form['type'] === 'string' && form['enum'] === undefined && isList !== true;
  return isFree ? { ...form, maxLength: charsMax } : form;
}

/** The table as updates have it: nothing in it is required, and nothing has a default. */
export function optionally<P extends Table>(
  table: P,
): { readonly [Name in keyof P]: Parameter<Of<P[Name]>, false> } {
  const entries = Object.entries(table).map(([name, all]) => [
    name,
    { ...all, isRequired: false, isThere: false, defaultIn: () => undefined },
  ]);
  return Object.fromEntries(entries) as { [Name in keyof P]: Parameter<Of<P[Name]>, false> };
}
