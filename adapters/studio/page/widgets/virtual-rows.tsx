// A long list of which only the rows that are seen are in the page. Rows have one height.

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
  readonly class?: string;
}

/** Inside of an element with the role of a table or a list. */
export function VirtualRows(props: VirtualRowsProps): JSX.Element {
  const { rowHeight, shown, row } = props;
  const count = Math.min(props.count, virtualRowsMax);
  const box = useRef<HTMLDivElement>(null);
  const [seen, see] = useState({ top: 0, height: 400 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => see({ top: element.scrollTop, height: element.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || shown === undefined) return;
    const [top, bottom] = [shown * rowHeight, (shown + 1) * rowHeight];
    const isSeen = top >= element.scrollTop && bottom <= element.scrollTop + element.clientHeight;
    if (!isSeen) element.scrollTop = top - element.clientHeight / 3;
  }, [shown, rowHeight, count]);
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - rowsAround);
  const end = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + rowsAround);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  return (
    <div class={`virtual-rows ${props.class ?? ''}`} ref={box} role="rowgroup">
      <div class="all-rows" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {indexes.map((index) => row(index))}
        </div>
      </div>
    </div>
  );
}
