// Reads what was sent by a table, or says what is missing or wrong, in the order in which the original looks (reference/
// calendar.md sections 1.1 and 1.4).

import { invalid, Refused } from './kinds.ts';
import { mistyped, type PageSettings, type Parameter, type Table, type Values } from './table.ts';
import { own, type Fields } from './values.ts';

/** What is wrong with a request's parameters: names that must be there, or names with the reason why they are refused. */
export type ParameterProblem =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'invalid'; readonly reasons: Readonly<Record<string, string>> }
  | { readonly kind: 'mistyped'; readonly types: Readonly<Record<string, string>> };

/** The reason where nothing else can be said. */
export const invalidReason = 'Invalid parameter.';

/** The parameters are not of the form that the operation asks for. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly problem: ParameterProblem;

  constructor(problem: ParameterProblem) {
    super(`The parameters are ${problem.kind}.`);
    this.problem = problem;
  }
}

/** The values of a table, of what was sent by name. Throws ParameterError. What the table does not name is ignored. */
export function readParameters<P extends Table>(
  table: P,
  sent: Fields,
  settings: PageSettings,
): Values<P> {
  const read = tried(table, sent, settings);
  if ('problem' in read) throw new ParameterError(read.problem);
  return read.values;
}

/** The same as a value. */
export function tried<P extends Table>(
  table: P,
  sent: Fields,
  settings: PageSettings,
): { readonly values: Values<P> } | { readonly problem: ParameterProblem } {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  const refused: Record<string, string> = {};
  const types: Record<string, string> = {};
  for (const name in table) {
    const parameter: Parameter = table[name]!;
    const value = own(sent, name);
    if (parameter.isRequired && (value === undefined || value === null)) {
      missing.push(name);
      continue;
    }
    const read = value === undefined ? undefined : parameter.read(value, settings);
    if (read === invalid) refused[name] = invalidReason;
    else if (read instanceof Refused) refused[name] = read.reason;
    else if (read === mistyped) types[name] = parameter.type ?? '';
    else {
      const there = read ?? parameter.defaultIn(settings);
      if (there !== undefined) values[name] = there;
    }
  }
  if (missing.length > 0) return { problem: { kind: 'missing', names: missing } };
  if (Object.keys(refused).length > 0) return { problem: { kind: 'invalid', reasons: refused } };
  if (Object.keys(types).length > 0) return { problem: { kind: 'mistyped', types } };
  return { values: values as Values<P> };
}
