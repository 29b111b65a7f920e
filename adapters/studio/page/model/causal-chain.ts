// The causes and the effects of an event. A cause is the position of an earlier event, so chains end.

/** The part of a history that has its causes. */
export interface CausedHistory {
  readonly events: readonly { readonly position: number; readonly cause?: number }[];
  /** By the position of their cause. */
  readonly effects: ReadonlyMap<number, readonly number[]>;
}

/** Links of a chain that are shown. */
const causesMax = 1_000;
/** Effects of one event that are shown, those of its effects included. */
export const effectsMax = 500;

/** The positions of the causes, the nearest first. */
export function causesBefore({ events }: CausedHistory, position: number): readonly number[] {
  const causes: number[] = [];
  let cause = events[position - 1]?.cause;
  let last = position;
  while (cause !== undefined && cause < last && causes.length < causesMax) {
    causes.push(cause);
    last = cause;
    cause = events[cause - 1]?.cause;
  }
  return causes;
}

export interface Effect {
  readonly position: number;
  readonly cause: number;
  /** 1 for what followed at once. */
  readonly depth: number;
}

/** What followed from an event, each effect before its own effects; `isWhole`: none was left out. */
export function effectsAfter(
  { effects }: CausedHistory,
  position: number,
): { readonly effects: readonly Effect[]; readonly isWhole: boolean } {
  const found: Effect[] = [];
  const open: Effect[] = [];
  const enter = (cause: number, depth: number) => {
    const next = effects.get(cause) ?? [];
    for (const effect of next.slice(0, effectsMax + 1).toReversed()) {
      open.push({ position: effect, cause, depth });
    }
  };
  enter(position, 1);
  while (open.length > 0 && found.length < effectsMax) {
    const effect = open.pop()!;
    found.push(effect);
    enter(effect.position, effect.depth + 1);
  }
  return { effects: found, isWhole: open.length === 0 };
}
