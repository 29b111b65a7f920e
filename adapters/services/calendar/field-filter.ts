// The `_fields` parameter: restricts a response to the named fields (reference/calendar.md section 1.2).

import type { HttpResponse } from '../../protocol/messages.ts';
import { own, wordsIn, type SentFields } from './parameters/values.ts';

/** The selected members of a value: all of it, or some by name. */
export type Selection = true | ReadonlyMap<string, Selection>;

/** A response that has no other fields than the selected ones already: parsing a long page again would cost as much as all else. */
export interface FilteredResponse extends HttpResponse {
  readonly isFiltered?: true;
}

/** The response with only the fields in `_fields`; `a.b` is field b of a. Errors stay whole. */
export function selectFields(response: FilteredResponse, sent: SentFields): HttpResponse {
  if (response.isFiltered === true || response.status >= 400) return response;
  const selection = selectionIn(sent);
  if (selection === true || response.body === undefined) return response;
  if (!response.headers['Content-Type']?.startsWith('application/json')) return response;
  const whole = JSON.parse(response.body) as unknown;
  const body = Array.isArray(whole)
    ? whole.map((item) => select(item, selection))
    : select(whole, selection);
  return { ...response, body: JSON.stringify(body) };
}

/** The fields that a request selects; all without any. */
export function selectionIn(sent: SentFields): Selection {
  const fields = own(sent, '_fields');
  if (fields === undefined || fields === null) return true;
  const selection = parseFields(fields);
  return selection.size === 0 ? true : selection;
}

/** What is selected of a member; undefined if it is not. */
export function selectionOf(selection: Selection, name: string): Selection | undefined {
  return selection === true ? true : selection.get(name);
}

type Selecting = Map<string, true | Selecting>;

function parseFields(fields: unknown): Selecting {
  const root: Selecting = new Map();
  const names = (wordsIn(fields) ?? [])
    .flatMap((word) => word.split(/[\s,]+/))
    .filter((name) => name !== '');
  for (const name of names.slice(0, fieldsMax)) add(root, name.split('.', fieldDepthMax));
  return root;
}

/** Limits of the number of fields and of their depth; excess is ignored. */
const fieldsMax = 200;
const fieldDepthMax = 10;

function add(selection: Selecting, [name = '', ...below]: readonly string[]): void {
  const before = selection.get(name);
  if (before === true) return;
  if (below.length === 0) {
    selection.set(name, true);
    return;
  }
  const inner: Selecting = before ?? new Map();
  selection.set(name, inner);
  add(inner, below);
}

/** The fields of lists are their indices. A value without any of the fields is an empty list, as in the original. */
export function select(value: unknown, selection: Selection): unknown {
  if (selection === true || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const selected = inner === undefined ? undefined : selection.get(name);
    return selected === undefined ? [] : [[name, select(inner, selected)]];
  });
  if (members.length === 0) return [];
  const isList = Array.isArray(value) && isWhole(members);
  return isList ? members.map(([, inner]) => inner) : Object.fromEntries(members);
}

/** JSON of selected members that are printed already: of a list, or of an object. */
export function printSelected(members: readonly (readonly [string, string])[], isOfList: boolean) {
  if (members.length === 0) return '[]';
  if (isOfList && isWhole(members)) return `[${members.map(([, text]) => text).join(',')}]`;
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** Whether the members of a list are its first ones. */
function isWhole(members: readonly (readonly [string, unknown])[]): boolean {
  return members.every(([name], index) => name === String(index));
}
