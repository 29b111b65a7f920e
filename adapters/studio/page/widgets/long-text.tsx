// A text of up to a megabyte and more: short ones as they are, of long ones the lines that are in sight.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { textLines } from './text-lines.ts';

interface LongTextProps {
  readonly text: string;
  readonly label: string;
}

/** Characters up to which a text is one element. */
const wholeCharsMax = 20_000;
/** Of each line, in pixels; the style says the same. */
const linePx = 19;
const besideLines = 20;

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
  const [view, setView] = useState({ top: 0, height: 480 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  const first = Math.max(0, Math.floor(view.top / linePx) - besideLines);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / linePx) + besideLines);
  return (
    <div class="long-text" ref={box} tabIndex={0} role="region" aria-label={label}>
      <pre style={{ paddingTop: `${first * linePx}px`, height: `${lines.length * linePx}px` }}>
        {lines
          .slice(first, last)
          .map((line) => line.text)
          .join('\n')}
      </pre>
    </div>
  );
}
