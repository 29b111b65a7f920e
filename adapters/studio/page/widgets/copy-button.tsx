// A button that copies a text which is shown elsewhere.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';

export interface CopyProps {
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
}

export function CopyButton({ text, label }: CopyProps): JSX.Element {
  const [said, say] = useState('Copy');
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`${said} ${label}`}
      onBlur={() => say('Copy')}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => say('Copied'),
          () => say('Not allowed'),
        );
      }}
    >
      {said}
    </button>
  );
}
