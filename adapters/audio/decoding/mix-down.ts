// Mixes several channels to one.

/** The average of the channels, rounded to the nearest integer, halves up. */
export function mixDown(channels: readonly Int16Array[]): Int16Array {
  const [first = new Int16Array(0), ...others] = channels;
  if (others.length === 0) return first;
  const mixed = new Int16Array(first.length);
  for (let index = 0; index < mixed.length; index += 1) {
    let sum = first[index] as number;
    for (const channel of others) sum += channel[index] as number;
    mixed[index] = Math.round(sum / channels.length);
  }
  return mixed;
}
