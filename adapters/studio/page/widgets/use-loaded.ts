// The value of a promise in a component: the one before stays while the next is loaded.

import { useEffect, useState } from 'preact/hooks';

export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'failed'; readonly message: string };

/** `load` is called again when one of `causes` changes. */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  causes: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => {
        if (isCurrent) setLoaded({ kind: 'loaded', value });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (isCurrent) setLoaded({ kind: 'failed', message });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, causes);
  return loaded;
}
