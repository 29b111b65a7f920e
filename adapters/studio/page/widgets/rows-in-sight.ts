// The rows of a long list that are in sight: only these need to be in the document. All rows have one height.

import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows above and below those in sight. */
const rowsAround = 10;
/** Rows of one list: browsers limit the height of elements. Further ones are left out. */
export const listedRowsMax = 400_000;
/** Before the element is measured. */
const heightDefaultPx = 640;

/** Of an element that scrolls, in pixels. */
export interface ScrolledTo {
  readonly top: number;
  readonly height: number;
}

/** From `first` to before `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

export function rowsInSight({ top, height }: ScrolledTo, rowPx: number, count: number): RowRange {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowPx)) - rowsAround);
  const end = Math.min(count, Math.ceil((top + height) / rowPx) + rowsAround);
  return { first, end: Math.max(first, end) };
}

/** Follows the scrolling and the size of an element. */
export function useRowsInSight(
  scroller: () => HTMLElement | null | undefined,
  rowPx: number,
  count: number,
): RowRange {
  const [scrolled, setScrolled] = useState<ScrolledTo>({ top: 0, height: heightDefaultPx });
  useLayoutEffect(() => {
    const element = scroller();
    if (element === null || element === undefined) return;
    const measure = () => setScrolled({ top: element.scrollTop, height: element.clientHeight });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return rowsInSight(scrolled, rowPx, count);
}
