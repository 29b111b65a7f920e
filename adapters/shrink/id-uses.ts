// Finds which parts of a recording need which earlier ones: an id that first appeared in an answer is used by a later request. It only
// orders a search; whether a part is needed is decided by executing the rest.

import { markedId, type IdMarker } from '../recording/diff/numeric-ids.ts';
import { parsed } from '../recording/format/json-values.ts';

/** A text of a unit, in the order of the recording. */
export interface UnitText {
  /** The place of the unit. */
  readonly unit: number;
  readonly text: string;
  /** Whether it came from outside: it uses ids. Otherwise it brings them. */
  readonly isSent: boolean;
  /** Marks ids that are plain numbers. */
  readonly ids?: IdMarker | undefined;
}

const longIds =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:0x)?[0-9a-f]{32,64}/gi;
const numericIds = new RegExp(markedId, 'g');

/** For each unit the later ones that use an id which it brought first. `known`: a text whose ids were there before. */
export function dependantsIn(
  count: number,
  known: string,
  texts: Iterable<UnitText>,
): readonly (readonly number[])[] {
  const dependants = Array.from({ length: count }, () => new Set<number>());
  /** The unit that brought an id; undefined if it was known before, or the client's own. */
  const broughtBy = new Map<string, number | undefined>();
  for (const id of idsOf({ text: known })) broughtBy.set(id, undefined);
  for (const { unit, isSent, ...content } of texts) {
    for (const id of idsOf(content)) {
      const first = broughtBy.get(id);
      if (isSent && first !== undefined && first < unit) dependants[first]?.add(unit);
      if (!broughtBy.has(id)) broughtBy.set(id, isSent ? undefined : unit);
    }
  }
  return dependants.map((places) => [...places].sort((one, other) => one - other));
}

/** The long ids in a text. */
export function idsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(longIds)?.map((id) => id.toLowerCase()));
}

function idsOf({ text, ids }: Pick<UnitText, 'text' | 'ids'>): ReadonlySet<string> {
  const found = new Set(idsIn(text));
  if (ids === undefined) return found;
  const marked = ids.received(parsed(text) ?? text);
  const inMarked = typeof marked === 'string' ? marked : JSON.stringify(marked);
  for (const id of inMarked.match(numericIds) ?? []) found.add(id);
  return found;
}
