// The stretch of a call that is drawn.

export interface CallWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The shortest stretch, in ms. */
const spanMsMin = 200;

/** Zooms around an instant: by less than 1 in, by more out. Stays within `whole`. */
export function zoomed(
  { fromMs, toMs }: CallWindow,
  by: number,
  aroundMs: number,
  whole: CallWindow,
): CallWindow {
  const wholeMs = whole.toMs - whole.fromMs;
  const spanMs = Math.min(wholeMs, Math.max(Math.min(spanMsMin, wholeMs), (toMs - fromMs) * by));
  const share = (aroundMs - fromMs) / (toMs - fromMs);
  return within(aroundMs - share * spanMs, spanMs, whole);
}

/** Moves by a share of its length. */
export function panned({ fromMs, toMs }: CallWindow, by: number, whole: CallWindow): CallWindow {
  return within(fromMs + by * (toMs - fromMs), toMs - fromMs, whole);
}

/** The same stretch, moved if an instant is not in it. */
export function showing(window: CallWindow, atMs: number, whole: CallWindow): CallWindow {
  const { fromMs, toMs } = window;
  if (atMs >= fromMs && atMs <= toMs) return window;
  return within(atMs - (toMs - fromMs) / 10, toMs - fromMs, whole);
}

function within(fromMs: number, spanMs: number, whole: CallWindow): CallWindow {
  const from = Math.max(whole.fromMs, Math.min(fromMs, whole.toMs - spanMs));
  return { fromMs: from, toMs: from + spanMs };
}

/** Distances of marks on a ruler, in ms. */
const steps = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000,
];

/** Where a ruler has its marks: at least `gapMs` apart, at multiples after `originMs`. */
export function rulerMarks(
  { fromMs, toMs }: CallWindow,
  gapMs: number,
  originMs: number,
): readonly number[] {
  const step = steps.find((candidate) => candidate >= gapMs) ?? 3_600_000;
  const first = originMs + Math.ceil((fromMs - originMs) / step) * step;
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}
