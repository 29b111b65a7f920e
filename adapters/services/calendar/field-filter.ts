// The `_fields` parameter: restricts a response to the named fields (reference/calendar.md section 1.2).

import type { HttpResponse } from '../../http/messages.ts';
import { own, wordsIn, type Fields } from './parameters/values.ts';

/** The selected members of a value: all of it, or some by name. */
type Selection = true | Map<string, Selection>;

/** The response with only the fields in `_fields`; `a.b` is field b of a. Errors stay whole. */
export function selectFields(response: HttpResponse, sent: Fields): HttpResponse {
  const fields = own(sent, '_fields');
  if (fields === undefined || fields === null) return response;
  const selection = parseFields(fields);
  if (selection.size === 0 || response.status >= 400 || response.body === undefined) {
    return response;
  }
  if (!response.headers['Content-Type']?.startsWith('application/json')) return response;
  const whole = JSON.parse(response.body) as unknown;
  const body = Array.isArray(whole)
    ? whole.map((item) => select(item, selection))
    : select(whole, selection);
  return { ...response, body: JSON.stringify(body) };
}

function parseFields(fields: unknown): Map<string, Selection> {
  const root = new Map<string, Selection>();
  const names = (wordsIn(fields) ?? [])
    .flatMap((word) => word.split(/[\s,]+/))
    .filter((name) => name !== '');
  for (const name of names.slice(0, fieldsMax)) add(root, name.split('.', fieldDepthMax));
  return root;
}

/** Limits of the number of fields and of their depth; excess is ignored. */
const fieldsMax = 200;
const fieldDepthMax = 10;

function add(selection: Map<string, Selection>, [name = '', ...below]: readonly string[]): void {
  const before = selection.get(name);
  if (before === true) return;
  if (below.length === 0) {
    selection.set(name, true);
    return;
  }
  const inner = before ?? new Map<string, Selection>();
  selection.set(name, inner);
  add(inner, below);
}

/** The fields of lists are their indices. A value without any of the fields is an empty list, as in the original. */
function select(value: unknown, selection: Map<string, Selection>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const selected = selection.get(name);
    if (selected === undefined) return [];
    return [[name, selected === true ? inner : select(inner, selected)]];
  });
  if (members.length === 0) return [];
  const isList = Array.isArray(value) && members.every(([name], index) => name === String(index));
  return isList ? members.map(([, inner]) => inner) : Object.fromEntries(members);
}
