// A text with a button that copies it, such as the command line for what a button does.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';

/** How long the button says that it has copied, in ms. */
const saidMs = 1_500;

interface CopyTextProps {
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
}

export function CopyText({ text, label }: CopyTextProps): JSX.Element {
  const [said, say] = useState('Copy');
  return (
    <span class="copy-text">
      <code>{text}</code>
      <button
        type="button"
        aria-label={`${said} ${label}`}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => say('Copied'),
            () => say('Not allowed'),
          );
          setTimeout(() => say('Copy'), saidMs);
        }}
      >
        {said}
      </button>
    </span>
  );
}
