// Separates levels that vary slowly, as of voices, from those that vary from hop to hop, as of noise and hum: an analysis of variance
// between blocks of 50 ms and within them.

/** A block has about whole periods of the level of hum at 50 and 60 Hz. */
const blockHops = 5;
/** The last 0.5 s are compared. */
const blocksMax = 10;
/** Levels that vary less are steady: in steps, squared. */
const varianceMin = 1;
/** In percent of the variance within blocks: that of noise between them is less, about 25. */
const noisePercentMax = 60;

/** Plain data, to be saved with a session. */
export type LevelBlocks = {
  /** Of the block in progress: its hops, the sum of their levels, and that of their squares. */
  readonly hops: number;
  readonly sum: number;
  readonly squares: number;
  /** Of the last blocks, the oldest first: the sums of their levels, */
  readonly sums: readonly number[];
  /** and the variances within them, in 25ths. */
  readonly variances: readonly number[];
};

export const noBlocks: LevelBlocks = { hops: 0, sum: 0, squares: 0, sums: [], variances: [] };

/** The next hop. */
export function withBlockLevel(
  { hops, sum, squares, sums, variances }: LevelBlocks,
  level: number,
): LevelBlocks {
  const [total, squared] = [sum + level, squares + level * level];
  if (hops + 1 < blockHops) {
    return { hops: hops + 1, sum: total, squares: squared, sums, variances };
  }
  const from = sums.length < blocksMax ? 0 : 1;
  return {
    ...noBlocks,
    sums: [...sums.slice(from), total],
    variances: [...variances.slice(from), blockHops * squared - total * total],
  };
}

/** Whether the last blocks, `least` or more, vary slowly. */
export function variesSlowly({ sums, variances }: LevelBlocks, least: number): boolean {
  return sums.length >= least && isSlow(varianceOf(sums, variances));
}

/** Whether both halves of the last 0.5 s vary slowly. At the beginning of a voice only the second one does. */
export function variesThroughout({ sums, variances }: LevelBlocks): boolean {
  const half = blocksMax / 2;
  return (
    sums.length === blocksMax &&
    [0, half].every((from) =>
      isSlow(varianceOf(sums.slice(from, from + half), variances.slice(from, from + half))),
    )
  );
}

/** Whether levels vary, but from one hop to the next only, in all `count` blocks so far. */
export function variesFast({ sums, variances }: LevelBlocks, count: number): boolean {
  if (sums.length !== count) return false;
  const { between, within } = varianceOf(sums, variances);
  return within >= varianceMin && between * 100 <= within * noisePercentMax;
}

/** The average level of the last blocks, rounded down. */
export function averageLevel({ sums }: LevelBlocks): number {
  return Math.floor(sums.reduce((total, sum) => total + sum, 0) / (sums.length * blockHops));
}

/** Whether the level is at least this, on average, in each of the last blocks. */
export function isAtLeast({ sums }: LevelBlocks, level: number): boolean {
  return sums.every((sum) => sum >= level * blockHops);
}

interface Variance {
  /** In steps of a level, squared: quotients of small integers, which all machines round alike. */
  readonly between: number;
  readonly within: number;
}

function varianceOf(sums: readonly number[], variances: readonly number[]): Variance {
  const { length } = sums;
  let [total, squares, within] = [0, 0, 0];
  for (let block = 0; block < length; block += 1) {
    const sum = sums[block] as number;
    total += sum;
    squares += sum * sum;
    within += variances[block] as number;
  }
  return {
    between: (length * squares - total * total) / (length * blockHops) ** 2,
    within: within / (length * blockHops ** 2),
  };
}

function isSlow({ between, within }: Variance): boolean {
  return between >= varianceMin && between >= within;
}
