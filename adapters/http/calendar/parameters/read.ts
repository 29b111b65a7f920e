// Reads what was sent by a table, or says what is missing or wrong, in the order in which the original looks (reference/
// calendar.md sections 1.1 and 1.4).

import type { PageSettings, Table, Values } from './table.ts';

/** What is wrong with a request's parameters: names that must be there, or names with the reason why they are refused. */
export type ParameterTrouble =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'invalid'; readonly names: readonly string[] }
  | { readonly kind: 'mistyped'; readonly types: Readonly<Record<string, string>> };

/** The parameters are not of the form that the operation asks for. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly trouble: ParameterTrouble;

  constructor(trouble: ParameterTrouble) {
    super(`The parameters are ${trouble.kind}.`);
    this.trouble = trouble;
  }
}

/** Looks a parameter up by its name: `undefined` if nobody sent it. */
export type Sent = (name: string) => unknown;

/** The values of a table. Throws ParameterError. What the table does not name is ignored. */
export function readParameters<P extends Table>(
  table: P,
  sent: Sent,
  settings: PageSettings,
): Values<P> {
  const read = tried(table, sent, settings);
  if ('trouble' in read) throw new ParameterError(read.trouble);
  return read.values;
}

/** The same as a value. */
export function tried<P extends Table>(
  table: P,
  sent: Sent,
  settings: PageSettings,
): { readonly values: Values<P> } | { readonly trouble: ParameterTrouble } {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  const invalid: string[] = [];
  const types: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const value = sent(name);
    if (parameter.isRequired && (value === undefined || value === null)) {
      missing.push(name);
      continue;
    }
    const reading = parameter.read(value, settings);
    if (reading.outcome === 'read') values[name] = reading.value;
    else if (reading.outcome === 'invalid') invalid.push(name);
    else if (reading.outcome === 'mistyped') types[name] = parameter.type ?? '';
    else {
      const byDefault = parameter.defaultIn(settings);
      if (byDefault !== undefined) values[name] = byDefault;
    }
  }
  if (missing.length > 0) return { trouble: { kind: 'missing', names: missing } };
  if (invalid.length > 0) return { trouble: { kind: 'invalid', names: invalid } };
  if (Object.keys(types).length > 0) return { trouble: { kind: 'mistyped', types } };
  return { values: values as Values<P> };
}
