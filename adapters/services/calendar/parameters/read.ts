// Parses and validates parameters by a table, in the order of the original's checks (reference/calendar.md sections 1.1
// and 1.4).

import { invalid, Refused } from './kinds.ts';
import {
  mistyped,
  type PageSettings,
  type Parameter,
  type ParameterTable,
  type ParameterValues,
} from './table.ts';
import { own, type SentFields } from './values.ts';

/** Missing parameters by name, or invalid ones with reasons or expected types. */
export type ParameterProblem =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'invalid'; readonly reasons: Readonly<Record<string, string>> }
  | { readonly kind: 'mistyped'; readonly types: Readonly<Record<string, string>> };

/** The reason of refusals without a more precise one. */
export const invalidReason = 'Invalid parameter.';

/** The parameters of a request are missing or invalid. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly problem: ParameterProblem;

  constructor(problem: ParameterProblem) {
    super(`The parameters are ${problem.kind}.`);
    this.problem = problem;
  }
}

/** The values of the parameters in a table; other sent fields are ignored. Throws ParameterError. */
export function readParameters<P extends ParameterTable>(
  table: P,
  sent: SentFields,
  settings: PageSettings,
): ParameterValues<P> {
  const result = parseParameters(table, sent, settings);
  if ('problem' in result) throw new ParameterError(result.problem);
  return result.values;
}

/** The values of the parameters in a table, or the problem. */
export function parseParameters<P extends ParameterTable>(
  table: P,
  sent: SentFields,
  settings: PageSettings,
): { readonly values: ParameterValues<P> } | { readonly problem: ParameterProblem } {
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
      const effective = read ?? parameter.defaultIn(settings);
      if (effective !== undefined) values[name] = effective;
    }
  }
  if (missing.length > 0) return { problem: { kind: 'missing', names: missing } };
  if (Object.keys(refused).length > 0) return { problem: { kind: 'invalid', reasons: refused } };
  if (Object.keys(types).length > 0) return { problem: { kind: 'mistyped', types } };
  return { values: values as ParameterValues<P> };
}
