// A text of up to a megabyte and more: short ones as they are, of long ones the lines that are in sight.

import { useMemo, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { useRowsInSight } from './rows-in-sight.ts';
import { textLines } from './text-lines.ts';

interface LongTextProps {
  readonly text: string;
  readonly label: string;
}

/** Characters up to which a text is one element. */
const wholeCharsMax = 20_000;
/** Of each line, in pixels; the style says the same. */
const linePx = 19;

export function LongText({ text, label }: LongTextProps): JSX.Element {
  if (text.length <= wholeCharsMax) {
    return (
      <pre class="whole" tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    );
  }
  return <Lines text={text} label={label} />;
}

function Lines({ text, label }: LongTextProps): JSX.Element {
  const lines = useMemo(() => textLines(text), [text]);
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(() => box.current, linePx, lines.length);
  return (
    <div class="long-text" ref={box} tabIndex={0} role="region" aria-label={label}>
      <pre style={{ paddingTop: `${first * linePx}px`, height: `${lines.length * linePx}px` }}>
        {lines
          .slice(first, end)
          .map((line) => line.text)
          .join('\n')}
      </pre>
    </div>
  );
}
