// Values of JSON texts whose form is not known.

import { jsonIn } from '../../../core/index.ts';

/** The value of a JSON text; undefined if it is none. */
export function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : jsonIn(text);
}

/** True for objects that are not arrays. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
