// The address of what is read, in the fragment: `#/control/forkWorld` is an operation of a document.

import { signal, type ReadonlySignal } from '@preact/signals';

export interface DocsAddress {
  /** The name of a document. */
  readonly document: string;
  /** The id of an operation or channel; empty for the document itself. */
  readonly part: string;
}

const first: DocsAddress = { document: 'control', part: '' };

export function parseDocsAddress(fragment: string): DocsAddress {
  const [, document, part = ''] = fragment.replace(/^#/, '').split('/');
  if (document === undefined || document === '') return first;
  return { document: decoded(document), part: decoded(part) };
}

export function printDocsAddress({ document, part }: DocsAddress): string {
  return `#/${[document, part]
    .filter((step) => step !== '')
    .map(encodeURIComponent)
    .join('/')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const current = signal(first);

export const docsAddress: ReadonlySignal<DocsAddress> = current;

/** Follows the address bar, from now on. */
export function followDocsAddress(): void {
  const read = () => {
    current.value = parseDocsAddress(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}
