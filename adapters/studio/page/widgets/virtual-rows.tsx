// The rows of a long grid, of which those in sight are in the document. The element around them scrolls, and may have a head that stays.

import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { listedRowsMax, useRowsInSight } from './rows-in-sight.ts';

interface VirtualRowsProps {
  readonly count: number;
  readonly rowHeight: number;
  /** The row to be seen, whenever this changes. */
  readonly shown: number | undefined;
  readonly row: (index: number) => ComponentChildren;
}

export function VirtualRows(props: VirtualRowsProps): JSX.Element {
  const { rowHeight, shown, row } = props;
  const count = Math.min(props.count, listedRowsMax);
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(() => box.current?.parentElement, rowHeight, count);
  useEffect(() => {
    const scroller = box.current?.parentElement;
    if (scroller === undefined || scroller === null || shown === undefined) return;
    const head = box.current?.previousElementSibling;
    const heightNow = () => scroller.clientHeight - (head?.clientHeight ?? 0);
    const [top, bottom] = [shown * rowHeight, (shown + 1) * rowHeight];
    const isSeenWithin = (height: number) =>
      top >= scroller.scrollTop && bottom <= scroller.scrollTop + height;
    let height = heightNow();
    const reveal = () => {
      if (!isSeenWithin(height)) scroller.scrollTop = top - height / 3;
    };
    reveal();
    const sizes = new ResizeObserver(() => {
      // A row that was scrolled out of sight stays out of sight.
      const wasSeen = isSeenWithin(height);
      height = heightNow();
      if (wasSeen) reveal();
    });
    sizes.observe(scroller);
    return () => sizes.disconnect();
  }, [shown, rowHeight, count]);
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
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
