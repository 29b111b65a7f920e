// Keeps the focus in the page: where the focused element is removed, the nearest place that stays takes it. So keys go on from there.

/** Elements that take the focus, as a CSS selector. */
const focusable =
  'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** From now on, for the elements below `root`. */
export function keepFocus(root: HTMLElement): void {
  /** The element that had the focus last, and its ancestors, the nearest first. */
  let path: readonly Element[] = [];
  root.addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? [target, ...ancestorsIn(root, target)] : [];
  });
  // Where a click left the focus nowhere, it stays so.
  addEventListener('pointerdown', () => (path = []));
  new MutationObserver(() => {
    const [focused, ...ancestors] = path;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) {
      return;
    }
    [...ancestors.filter((ancestor) => ancestor.isConnected), root].some(takesFocus);
  }).observe(root, { childList: true, subtree: true });
}

function ancestorsIn(root: Element, element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at !== null && root.contains(at); at = at.parentElement) {
    ancestors.push(at);
  }
  return ancestors;
}

/** Focuses the element itself if that takes the focus; else the first one in it that does. False if there is none. */
function takesFocus(element: Element): boolean {
  const isPlace = element.matches(`main, ${focusable}`);
  const target = isPlace ? element : element.querySelector(focusable);
  if (target instanceof HTMLElement) target.focus({ preventScroll: isPlace });
  return target !== null;
}
