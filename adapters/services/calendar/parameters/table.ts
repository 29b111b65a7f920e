// Tables of parameters, one for each operation. Requests are parsed by them; the index and the OpenAPI document are
// generated from them.

import { calendar } from '../../../../core/index.ts';
import type { JsonSchema } from '../../../protocol/json-schema.ts';
import { invalid, Refused, tooLongIn, type Kind } from './kinds.ts';

/** Settings of a site on which the defaults and limits of parameters depend. */
export interface PageSettings {
  /** The default page size. */
  readonly perPage: number;
  readonly perPageMax: number;
  /** The default window of event lists, present only in descriptions of the API. */
  readonly defaultWindow?: Readonly<Record<'start_date' | 'end_date', string>>;
}

/** The result of parsing a value of the wrong type. */
export const mistyped: unique symbol = Symbol('mistyped');

/** The result of parsing a value: undefined if it counts as absent. */
export type ParsedValue<T> = T | undefined | typeof invalid | typeof mistyped | Refused;

/** `HasValue`: whether it has a value in every valid request. */
export interface Parameter<T = unknown, HasValue extends boolean = boolean> {
  readonly description: string;
  readonly isRequired: boolean;
  readonly hasValue: HasValue;
  readonly type: Kind<T>['type'];
  readonly form: JsonSchema;
  readonly defaultIn: (settings: PageSettings) => T | undefined;
  readonly read: (value: unknown, settings: PageSettings) => ParsedValue<T>;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

type Of<P> = P extends Parameter<infer T> ? T : never;
type NamesWithValue<P extends ParameterTable> = {
  [Name in keyof P]: P[Name] extends Parameter<unknown, true> ? Name : never;
}[keyof P];

/** The parsed parameters of a request: a member for each one that was sent, is required or has a default. */
export type ParameterValues<P extends ParameterTable> = {
  readonly [Name in NamesWithValue<P>]: Of<P[Name]>;
} & {
  readonly [Name in Exclude<keyof P, NamesWithValue<P>>]?: Of<P[Name]>;
};

/** A parameter that may be omitted. Its default may be known in descriptions only. */
export function optional<T>(
  kind: Kind<T>,
  description: string,
  defaultIn?: (settings: PageSettings) => T | undefined,
): Parameter<T, false> {
  return parameter(kind, description, { hasValue: false, defaultIn });
}

/** A parameter that must be sent. */
export function required<T>(kind: Kind<T>, description: string): Parameter<T, true> {
  return parameter(kind, description, { hasValue: true, isRequired: true });
}

/** A parameter with a default value. `fit` adjusts sent values to the site. */
export function withDefault<T>(
  kind: Kind<T>,
  description: string,
  defaultIn: T | ((settings: PageSettings) => T),
  fit?: (value: T, settings: PageSettings) => T,
): Parameter<T, true> {
  const isFunction = (value: typeof defaultIn): value is (settings: PageSettings) => T =>
    typeof value === 'function';
  return parameter(kind, description, {
    hasValue: true,
    defaultIn: isFunction(defaultIn) ? defaultIn : () => defaultIn,
    fit,
  });
}

interface ParameterOptions<T, HasValue> {
  readonly hasValue: HasValue;
  readonly isRequired?: boolean;
  readonly defaultIn?: ((settings: PageSettings) => T | undefined) | undefined;
  readonly fit?: ((value: T, settings: PageSettings) => T) | undefined;
}

function parameter<T, HasValue extends boolean>(
  kind: Kind<T>,
  description: string,
  { hasValue, isRequired = false, defaultIn, fit }: ParameterOptions<T, HasValue>,
): Parameter<T, HasValue> {
  return {
    description,
    isRequired,
    hasValue,
    type: kind.type,
    form: schemaOf(kind),
    defaultIn: (settings) => defaultIn?.(settings),
    read(value, settings) {
      if (value === undefined) return undefined;
      const tooLong = tooLongIn(value, kind);
      if (tooLong !== undefined) return tooLong;
      const read = value === null ? undefined : kind.read(value);
      if (read === invalid || read instanceof Refused) return read;
      if (read === undefined) return kind.type === undefined ? undefined : mistyped;
      return fit === undefined ? read : fit(read, settings);
    },
  };
}

/** The schema of a kind, with the length limit of texts that are neither enumerated nor lists. */
function schemaOf({ form, charsMax = calendar.wordCharsMax, isList }: Kind<unknown>): JsonSchema {
  const isFree = form['type'] === 'string' && form['enum'] === undefined && isList !== true;
  return isFree ? { ...form, maxLength: charsMax } : form;
}

/** The table of an update: nothing is required or has a default. */
export function optionally<P extends ParameterTable>(
  table: P,
): { readonly [Name in keyof P]: Parameter<Of<P[Name]>, false> } {
  const entries = Object.entries(table).map(([name, all]) => [
    name,
    { ...all, isRequired: false, hasValue: false, defaultIn: () => undefined },
  ]);
  return Object.fromEntries(entries) as { [Name in keyof P]: Parameter<Of<P[Name]>, false> };
}
