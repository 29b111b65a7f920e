// Keys that move the scrubber, wherever the focus is, unless the focused element uses them itself.

export type ScrubberAction =
  | { readonly kind: 'step'; readonly by: 1 | -1; readonly unit: 'event' | 'input' }
  | { readonly kind: 'play' };

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly defaultPrevented: boolean;
}

/** Elements that use arrow keys and the space bar, as CSS selectors. */
const usesBoth =
  'select, textarea, audio, video, [contenteditable], [role="tree"], [role="tablist"], .virtual, .long-text, pre';
/** Elements that use arrow keys; `.scrolling` scrolls sideways only. */
const usesArrows = `${usesBoth}, input, [role="application"], [role="slider"], .scrolling`;
/** Elements that use the space bar. */
const usesSpace = `${usesBoth}, input:not([type="range"]), button, summary, [role="button"], .rows`;

/** The range of the scrubber itself steps by its own keys. */
export function scrubberAction(
  pressed: PressedKey,
  isWithin: (selector: string) => boolean,
): ScrubberAction | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented } = pressed;
  if (ctrlKey || altKey || metaKey || defaultPrevented) return undefined;
  switch (key) {
    case ' ':
      if (shiftKey) return undefined;
      // Links open by Enter, also those in lists.
      return isWithin(usesSpace) && !isWithin('a[href]') ? undefined : { kind: 'play' };
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (isWithin(usesArrows)) return undefined;
      const by = key === 'ArrowLeft' ? -1 : 1;
      return { kind: 'step', by, unit: shiftKey ? 'input' : 'event' };
    }
    default:
      return undefined;
  }
}
