// Levels of sound, one for each 10 ms: those that the service measured, and those of samples.

/** The length of a hop, in ms. */
export const hopMs = 10;

/** Levels below this are shown as silence. */
const quietLevel = 30;
/** That of loud speech fills its lane. */
const fullLevel = 104;
/** A sound so many steps softer is drawn half as high; by its amplitude it would be 8. */
const stepsPerHalf = 14;

/** The measured levels of frames, one after the other. */
export function measuredLevels(texts: readonly string[]): Uint8Array {
  return Uint8Array.from(
    texts.flatMap((text) => Array.from(atob(text), (char) => char.charCodeAt(0))),
  );
}

/** The levels of samples, on the same scale. */
export function levelsOf(samples: Int16Array, sampleRate: number): Uint8Array {
  const hop = Math.max(1, Math.round((sampleRate * hopMs) / 1_000));
  const levels = new Uint8Array(Math.ceil(samples.length / hop));
  levels.forEach((_, index) => {
    const part = samples.subarray(index * hop, (index + 1) * hop);
    let energy = 0;
    for (const sample of part) energy += sample * sample;
    const mean = Math.floor(energy / Math.max(1, part.length));
    const doublings = mean === 0 ? 0 : 31 - Math.clz32(mean);
    levels[index] = mean === 0 ? 0 : doublings * 4 + Math.floor((mean * 4) / 2 ** doublings) - 4;
  });
  return levels;
}

/** How high a level is drawn, from 0 to 1: soft sounds stay visible beside loud ones. */
export function heightOf(level: number): number {
  if (level < quietLevel) return 0;
  return Math.min(1, 2 ** ((level - fullLevel) / stepsPerHalf));
}

/** The highest level from a hop to another, at least of one. */
export function loudest(levels: Uint8Array, from: number, to: number): number {
  let highest = 0;
  for (let hop = Math.floor(from); hop < Math.max(to, from + 1); hop += 1) {
    highest = Math.max(highest, levels[hop] ?? 0);
  }
  return highest;
}
