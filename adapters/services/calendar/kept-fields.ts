// `_fields`: of an answer only what a client wants to have (reference/calendar.md section 1.2).

import type { HttpResponse } from '../../http/messages.ts';
import { own, wordsIn, type Fields } from './parameters/values.ts';

/** What is kept below a name: all of it, or some fields of it. */
type Kept = true | Map<string, Kept>;

/** The answer with the fields alone that `_fields` names, `a.b` being field b of a; errors stay whole. */
export function withKeptFields(answered: HttpResponse, sent: Fields): HttpResponse {
  const fields = own(sent, '_fields');
  if (fields === undefined || fields === null) return answered;
  const kept = keptIn(fields);
  if (kept.size === 0 || answered.status >= 400 || answered.body === undefined) return answered;
  if (!answered.headers['Content-Type']?.startsWith('application/json')) return answered;
  const whole = JSON.parse(answered.body) as unknown;
  const body = Array.isArray(whole) ? whole.map((item) => keep(item, kept)) : keep(whole, kept);
  return { ...answered, body: JSON.stringify(body) };
}

function keptIn(fields: unknown): Map<string, Kept> {
  const root = new Map<string, Kept>();
  const names = (wordsIn(fields) ?? [])
    .flatMap((word) => word.split(/[\s,]+/))
    .filter((name) => name !== '');
  for (const name of names.slice(0, fieldsMax)) add(root, name.split('.', fieldDepthMax));
  return root;
}

/** The most fields that are named, and how deep; the rest is not looked at. */
const fieldsMax = 200;
const fieldDepthMax = 10;

function add(kept: Map<string, Kept>, [name = '', ...below]: readonly string[]): void {
  const before = kept.get(name);
  if (before === true) return;
  if (below.length === 0) {
    kept.set(name, true);
    return;
  }
  const inner = before ?? new Map<string, Kept>();
  kept.set(name, inner);
  add(inner, below);
}

/** Fields of lists are their indices; what has none of the fields is an empty list, as the original prints it. */
function keep(value: unknown, kept: Map<string, Kept>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const wanted = kept.get(name);
    if (wanted === undefined) return [];
    return [[name, wanted === true ? inner : keep(inner, wanted)]];
  });
  if (members.length === 0) return [];
  const isList = Array.isArray(value) && members.every(([name], index) => name === String(index));
  return isList ? members.map(([, inner]) => inner) : Object.fromEntries(members);
}
