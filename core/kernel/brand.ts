// Names for primitive types, so that a unit or an identity is not mistaken for another.

declare const brand: unique symbol;

export type Brand<T, Name extends string> = T & { readonly [brand]?: Name };

/** An instant: integer milliseconds since 1970-01-01T00:00:00Z, in virtual time. */
export type Millis = Brand<number, 'Millis'>;

/** An exact amount in the smallest unit of its token, as integer text: money's form in messages. */
export type Units = Brand<string, 'Units'>;
