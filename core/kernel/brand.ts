// Branded primitive types, so that units and identities are not mixed up.

declare const brand: unique symbol;

export type Brand<T, Name extends string> = T & { readonly [brand]?: Name };

/** An instant: integer milliseconds since 1970-01-01T00:00:00Z, in virtual time. */
export type Millis = Brand<number, 'Millis'>;

/** An exact amount in the smallest unit of its token, as integer text. Messages contain money in this form. */
export type Units = Brand<string, 'Units'>;

/** The form of a record in messages: its amounts as text. */
export type InText<T> = { readonly [K in keyof T]: T[K] extends bigint | undefined ? Units : T[K] };
