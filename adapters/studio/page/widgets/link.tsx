// A link to another address of the page.

import type { ComponentChildren, JSX } from 'preact';
import { address, changedAddress, go, printAddress, type AddressChange } from '../model/address.ts';

interface LinkProps {
  readonly to: AddressChange;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly 'aria-current'?: 'page';
}

export function Link({ to, children, ...attributes }: LinkProps): JSX.Element {
  return (
    <a
      href={printAddress(changedAddress(address.value, to))}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
      {...attributes}
    >
      {children}
    </a>
  );
}
