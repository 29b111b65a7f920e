// The first link of a page: leads past its top bar.

import type { JSX } from 'preact';

export function SkipLink(): JSX.Element {
  return (
    <a
      class="skip-link"
      href="#main"
      onClick={(event) => {
        event.preventDefault(); // the fragment is the address of what is shown
        document.getElementById('main')?.focus();
      }}
    >
      Skip to the content
    </a>
  );
}
