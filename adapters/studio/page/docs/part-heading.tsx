// The heading of an operation or a channel. It takes the focus when one goes there, so that screen readers read on from it.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PartHeadingProps {
  /** The id of what is shown. */
  readonly part: string;
  readonly children: ComponentChildren;
}

/** Of the whole page: the first part that is shown does not take the focus from where the browser put it. */
let shownBefore = false;

export function PartHeading({ part, children }: PartHeadingProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownBefore) heading.current?.focus();
    shownBefore = true;
    document.title = `${part} · Reprise documents`;
  }, [part]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
