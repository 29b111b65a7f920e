// A text with a button that copies it, such as the command line for what a button does.

import type { JSX } from 'preact';
import { CopyButton, type CopyProps } from './copy-button.tsx';

export function CopyText({ text, label }: CopyProps): JSX.Element {
  return (
    <span class="copy-text">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
