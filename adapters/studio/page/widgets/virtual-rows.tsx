// The rows of a long table of which only those that are seen are in the page. Rows have one height; the element around them scrolls, and
// has a head that stays.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

/** Rows above and below those that are seen. */
const rowsAround = 8;
/** Rows of one list: browsers have a greatest height. Further ones are left out. */
export const virtualRowsMax = 400_000;

interface VirtualRowsProps {
  readonly count: number;
  readonly rowHeight: number;
  /** The row to be seen, whenever this changes. */
  readonly shown: number | undefined;
  readonly row: (index: number) => ComponentChildren;
}

export function VirtualRows(props: VirtualRowsProps): JSX.Element {
  const { rowHeight, shown, row } = props;
  const count = Math.min(props.count, virtualRowsMax);
  const box = useRef<HTMLDivElement>(null);
  const [seen, see] = useState({ top: 0, height: 400 });
  useEffect(() => {
    const scroller = box.current?.parentElement;
    if (scroller === undefined || scroller === null) return;
    const look = () => see({ top: scroller.scrollTop, height: scroller.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const scroller = box.current?.parentElement;
    if (scroller === undefined || scroller === null || shown === undefined) return;
    const { scrollTop, clientHeight } = scroller;
    const height = clientHeight - (box.current?.previousElementSibling?.clientHeight ?? 0);
    const [top, bottom] = [shown * rowHeight, (shown + 1) * rowHeight];
    const isSeen = top >= scrollTop && bottom <= scrollTop + height;
    if (!isSeen) scroller.scrollTop = top - height / 3;
  }, [shown, rowHeight, count]);
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - rowsAround);
  const end = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + rowsAround);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  return (
    <div
      class="virtual-rows"
      ref={box}
      role="rowgroup"
      style={{ height: `${count * rowHeight}px` }}
    >
      <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
        {indexes.map((index) => row(index))}
      </div>
    </div>
  );
}
