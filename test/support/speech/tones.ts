// Audio for tests of listening that need no words.

/** A buzz of 150 Hz as linear16 at 8 kHz. */
export function tone(seconds: number): Buffer {
  const audio = Buffer.alloc(seconds * 16_000);
  for (let n = 0; n < seconds * 8_000; n += 1) {
    audio.writeInt16LE(Math.round((((n * 150) % 8_000) / 8_000 - 0.5) * 20_000), n * 2);
  }
  return audio;
}
