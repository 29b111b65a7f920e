// Joins the samples of many frames or packets.

export interface JoinedSamples {
  /** Adds samples of each channel, all of the same length. */
  readonly add: (channels: readonly Int16Array[]) => void;
  /** The number of samples of each channel. */
  readonly length: () => number;
  /** The number of samples of all channels together. */
  readonly samples: () => number;
  /** Removes and joins the added samples. */
  readonly take: (channelCount: number) => readonly Int16Array[];
}

export function joinSamples(): JoinedSamples {
  let added: (readonly Int16Array[])[] = [];
  let length = 0;
  let samples = 0;
  return {
    add(channels) {
      added.push(channels);
      const [{ length: own } = new Int16Array(0)] = channels;
      length += own;
      samples += own * channels.length;
    },
    length: () => length,
    samples: () => samples,
    take(channelCount) {
      const joined =
        added.length === 1
          ? (added[0] ?? [])
          : Array.from({ length: channelCount }, (_, channel) => join(added, channel, length));
      added = [];
      length = 0;
      samples = 0;
      return joined;
    },
  };
}

function join(
  added: readonly (readonly Int16Array[])[],
  channel: number,
  length: number,
): Int16Array {
  const joined = new Int16Array(length);
  let at = 0;
  for (const channels of added) {
    const samples = channels[channel] ?? new Int16Array(0);
    joined.set(samples, at);
    at += samples.length;
  }
  return joined;
}
