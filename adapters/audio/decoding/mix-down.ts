// Several channels as one.

/** The average of the channels, rounded to the nearest integer, halves up. */
export function mixDown(channels: readonly Int16Array[]): Int16Array {
  const [first = new Int16Array(0), ...others] = channels;
  if (others.length === 0) return first;
  return first.map((sample, index) => {
    const sum = others.reduce((sum, channel) => sum + (channel[index] as number), sample);
    return Math.round(sum / channels.length);
  });
}
