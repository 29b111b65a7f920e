// The colours of the canvas, from the variables of the style.

const names = [
  'text',
  'dim',
  'back',
  'raised',
  'line',
  'accent',
  'good',
  'warn',
  'bad',
  'lane-requests',
  'lane-transactions',
  'lane-chains',
  'lane-webhooks',
  'lane-posts',
  'lane-sessions',
  'lane-faults',
  'lane-other',
] as const;

export type TimelineColors = Readonly<Record<(typeof names)[number], string>>;

/** As they are now; `probe`: a hidden element, since a canvas does not know `light-dark()`. */
export function colorsOf(probe: HTMLElement): TimelineColors {
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  return Object.fromEntries(entries) as Record<(typeof names)[number], string>;
}
