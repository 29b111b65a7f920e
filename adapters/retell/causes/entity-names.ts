// The names of entities in answers and events: ids, and the names of streams such as that of a chain.

import { isRecord } from '../../recording/format/json-values.ts';
import type { SessionItem } from './session-items.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const numericId = /^\d{1,15}$/;

export function isId(text: string): boolean {
  return uuid.test(text);
}

/** All texts in a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * The names that a field of an answer, frame or webhook may depend on, the most specific first: of a frame its session; of others
 * the id of the record with the field, the ids in the path, and what else the record names.
 */
export function namesNear(item: SessionItem, path: string): readonly (readonly string[])[] {
  if (item.kind === 'frame') return item.session === undefined ? [] : [[item.session]];
  const parts = path.split('.');
  const records = recordsAlong(item.body, parts.slice(parts.indexOf('body') + 1));
  const ids = records.map(({ id, notificationId }) => [id, notificationId].flatMap(nameOf));
  const [own = []] = ids.filter((names) => names.length > 0);
  const inPath = item.path.split('/').filter((part) => isId(part) || numericId.test(part));
  const others = Object.values(records[0] ?? {}).flatMap((value) =>
    typeof value === 'string' ? [value] : [],
  );
  return item.kind === 'webhook' ? [...ids, others] : [own, inPath, others];
}

function nameOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'number' ? [String(value)] : [];
}

/** The records in which a field is, the innermost first. */
function recordsAlong(
  value: unknown,
  [name, ...rest]: readonly string[],
): readonly Readonly<Record<string, unknown>>[] {
  const own = isRecord(value) ? [value] : [];
  if (name === undefined || typeof value !== 'object' || value === null) return own;
  return [...recordsAlong((value as Readonly<Record<string, unknown>>)[name], rest), ...own];
}
