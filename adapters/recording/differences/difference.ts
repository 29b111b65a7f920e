// The model of differences between two sides: what was, on the left, such as a recording, and what is, on the right, such as another
// recording, a replay or a server. Finders produce it, reports print it; neither knows the other.

/** An item on one side, such as an exchange or an event. */
export interface ItemRef {
  /** The number of its entry; undefined if it is in no recording. */
  readonly n: number | undefined;
  /** Its kind or place, such as the name of a service. */
  readonly channel: string;
  readonly title: string;
  /** What led to it, the nearest cause first. Absent if that is not known. */
  readonly causes?: readonly ItemRef[];
}

/** A field that differs; a side without it is undefined. */
export interface FieldDifference {
  /** Member names and indices, joined with dots. */
  readonly path: string;
  readonly left?: unknown;
  readonly right?: unknown;
}

/** An item that differs, or that one side lacks. */
export type ItemDifference<Field extends FieldDifference = FieldDifference> =
  | {
      readonly kind: 'changed';
      readonly left: ItemRef;
      readonly right: ItemRef;
      readonly fields: readonly Field[];
    }
  /** The same item, in another order. */
  | { readonly kind: 'moved'; readonly left: ItemRef; readonly right: ItemRef }
  | {
      readonly kind: 'only-left';
      readonly left: ItemRef;
      /** What came in its place on the right, or has stopped it there, the nearest cause first. Absent if that is not known. */
      readonly causes?: readonly ItemRef[];
    }
  | { readonly kind: 'only-right'; readonly right: ItemRef }
  /** The beginning or the end of the whole. */
  | { readonly kind: 'header' | 'ending'; readonly fields: readonly FieldDifference[] }
  /** The state at an item, which shows in no field of it: the title says how it differs. */
  | { readonly kind: 'state'; readonly left: ItemRef };

/** The entry of a difference, and the side that has it. The left one, if both have one. */
export function entryOf(difference: ItemDifference): {
  readonly side: 'left' | 'right';
  readonly n: number | undefined;
} {
  if ('left' in difference) return { side: 'left', n: difference.left.n };
  if ('right' in difference) return { side: 'right', n: difference.right.n };
  return { side: 'left', n: undefined };
}
