// The confidence that a turn has ended: a fixed curve over silence, in integers, so that tests and machines agree.

/** Hundredths after hops of silence; linear between two points. It never reaches 100. */
export const confidenceCurve: readonly (readonly [hops: number, hundredths: number])[] = [
  [0, 0],
  [12, 30],
  [18, 50],
  [26, 70],
  [80, 90],
  [500, 99],
];

/** By hops of silence. The last value applies to longer silence. */
const confidences = confidenceCurve.flatMap(([hops, hundredths], point) => {
  const [nextHops, nextHundredths] = confidenceCurve[point + 1] ?? [hops + 1, hundredths];
  return Array.from(
    { length: nextHops - hops },
    (_, hop) => hundredths + Math.floor((hop * (nextHundredths - hundredths)) / (nextHops - hops)),
  );
});

/** In hundredths. `silence`: hops since the last voice; 0 in speech. */
export function endOfTurnConfidence(silence: number): number {
  return confidences[Math.min(silence, confidences.length - 1)] as number;
}

/** Hundredths are divided, not thresholds multiplied: 0.55 * 100 is more than 55. */
export function reaches(hundredths: number, threshold: number): boolean {
  return hundredths / 100 >= threshold;
}

/** The shortest silence, in hops, with a confidence of `threshold` or more; undefined if none has. */
export function silenceFor(threshold: number): number | undefined {
  const hops = confidences.findIndex((hundredths) => reaches(hundredths, threshold));
  return hops < 0 ? undefined : hops;
}
