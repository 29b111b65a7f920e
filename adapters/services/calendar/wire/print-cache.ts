// The printed text of records, cached: clients mostly read records that have not changed. Without it a page of ten events
// takes twice as long (`npm run bench -- calendar`).

import type { InPieces } from '../../../../core/index.ts';
import { jsonInPieces } from '../../../protocol/print-json.ts';
import type { Printing } from './addresses.ts';

const slotCount = 256;
/** Longer texts are not cached: a record may be as long as a request. */
const cachedCharsMax = 16_384;

interface Slot<View> extends Printing {
  readonly view: View;
  readonly text: string;
}

/** Prints views as JSON, with the last text of each slot cached. Equal views have the same text. */
export function cachePrinted<View extends { readonly id: number }>(
  print: (view: View, printing: Printing) => InPieces<object>,
): (view: View, printing: Printing) => InPieces<string> {
  const slots: (Slot<View> | undefined)[] = Array.from({ length: slotCount }, () => undefined);
  return function* (view, { links, site }) {
    const place = view.id % slotCount;
    const slot = slots[place];
    const isCached =
      slot !== undefined &&
      slot.site === site &&
      slot.links.root === links.root &&
      slot.links.namespace === links.namespace &&
      isEqual(slot.view, view);
    if (isCached) return slot.text;
    const text = yield* jsonInPieces(yield* print(view, { links, site }));
    if (text.length <= cachedCharsMax) slots[place] = { view, links, site, text };
    return text;
  };
}

/** Of views of one type: plain data. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one)) {
    const others = other as readonly unknown[];
    return one.length === others.length && one.every((item, index) => isEqual(item, others[index]));
  }
  for (const key in one) {
    if (!isEqual(one[key as keyof typeof one], other[key as keyof typeof other])) return false;
  }
  return true;
}
