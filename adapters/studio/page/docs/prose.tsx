// A sentence of a document: text between backticks is code.

import type { JSX } from 'preact';

export function Prose({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split('`');
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && index < parts.length - 1 ? <code key={index}>{part}</code> : part,
      )}
    </>
  );
}
