// Sines by sums and products only: the functions of `Math` may differ in the last bit from one engine to the next.

/** sin(pi x), as a Taylor series on the nearest half turn. */
export function sineOfPi(x: number): number {
  const turns = Math.round(x);
  const angle = (x - turns) * Math.PI;
  let term = angle;
  let sum = angle;
  for (let power = 3; power <= 19; power += 2) {
    term *= (-angle * angle) / (power * (power - 1));
    sum += term;
  }
  return turns % 2 === 0 ? sum : -sum;
}
