// The results of a benchmark: figures, most of them ratios to a baseline of the same run.

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: { readonly name: string; readonly value: number };
  /** The value divided by the baseline's: the median over pairs of rounds. */
  readonly ratio?: number;
  /** The target of the ratio, or of the value if there is no baseline. */
  readonly target?: Target;
  readonly isMet?: boolean;
}

export type Target = { readonly least: number } | { readonly most: number };

/** The duration of a group: short for a first look, full for reliable figures. */
export interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  /** The share of the full data sets that is created. */
  readonly scale: number;
}

export const fullEffort: Effort = { rounds: 9, roundMs: 1_500, scale: 1 };
export const quickEffort: Effort = { rounds: 3, roundMs: 400, scale: 0.2 };

export type Samples = readonly number[];

/** Runs the variants in turn, round by round, so that other load of the machine affects all alike. */
export async function interleave<Name extends string>(
  rounds: number,
  variants: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Readonly<Record<Name, Samples>>> {
  const names = Object.keys(variants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) samples[name].push(await variants[name]());
  }
  return samples;
}

function median(samples: Samples): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** A figure without a baseline. */
export function plainFigure(name: string, unit: string, samples: Samples, target?: Target): Figure {
  const value = rounded(median(samples));
  return { name, value, unit, ...judged(value, target) };
}

/** A figure with its baseline, round by round. */
export function comparedFigure(
  name: string,
  unit: string,
  samples: Samples,
  baseline: { readonly name: string; readonly samples: Samples },
  target?: Target,
): Figure {
  const ratio = rounded(
    median(samples.map((value, round) => value / (baseline.samples[round] ?? Number.NaN))),
  );
  return {
    name,
    value: rounded(median(samples)),
    unit,
    baseline: { name: baseline.name, value: rounded(median(baseline.samples)) },
    ratio,
    ...judged(ratio, target),
  };
}

/** One line for human readers. */
export function printFigure({ name, value, unit, baseline, ratio, target, isMet }: Figure): string {
  const beside =
    baseline === undefined ? '' : `, ${ratio} of ${baseline.name} (${spelled(baseline.value)})`;
  const wanted =
    target === undefined ? '' : `, ${isMet === true ? 'fine' : 'MISSED'}: ${aim(target)}`;
  return `${name}: ${spelled(value)} ${unit}${beside}${wanted}`;
}

function aim(target: Target): string {
  return 'least' in target ? `at least ${target.least}` : `under ${target.most}`;
}

function judged(value: number, target: Target | undefined): Pick<Figure, 'target' | 'isMet'> {
  if (target === undefined) return {};
  return { target, isMet: 'least' in target ? value >= target.least : value < target.most };
}

/** More than three digits would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function spelled(value: number): string {
  return value.toLocaleString('en');
}
