// Known sounds of random bits: two differ in half of them. Neighbouring fingerprints are similar, like those of a voice.

import { uint16sToBase64 } from '../../../core/kernel/base64.ts';
import type { KnownSound } from '../../../core/speech/recognition/sounds/record.ts';
import type { SoundPrint, SoundWord } from '../../../core/speech/synthesis/sound-print.ts';

/** `length` integers of 16 bits, the same for the same seed. */
export function randomBits(seed: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => mixed(mixed(seed) + index) >>> 16);
}

/** The finalizer of MurmurHash3. */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2_ae35);
  return twice ^ (twice >>> 16);
}

export interface FakeSound {
  readonly sound: KnownSound;
  readonly print: SoundPrint;
  readonly fingerprints: readonly number[];
}

/** Words of 30 hops from hop 10 on, followed by 20 hops of silence. */
export function fakeSound(
  text: string,
  { speaker = 'anna', fingerprints }: { speaker?: string; fingerprints?: readonly number[] } = {},
): FakeSound {
  const words = text.split(' ').map((word, index): SoundWord => {
    return { text: word, start: 10 + 30 * index, end: 40 + 30 * index };
  });
  const voiceEnd = words.at(-1)?.end ?? 0;
  const seed = Array.from(speaker + text).reduce((sum, c) => mixed(sum ^ c.charCodeAt(0)), 7);
  const prints = fingerprints ?? alike(randomBits(seed, voiceEnd + 20));
  const mask = prints.map((_, hop) => (hop < 10 || hop >= voiceEnd ? 0 : 0xffff));
  const print: SoundPrint = {
    words,
    fingerprints: uint16sToBase64(prints),
    mask: uint16sToBase64(mask),
    voiceStart: 10,
    voiceEnd,
  };
  const sound: KnownSound = {
    ...print,
    id: `${speaker}: ${text}`,
    origin: 'spoken',
    text,
    speaker,
  };
  return { sound, print, fingerprints: prints };
}

/** Each value differs from the one before in at most three bits. */
function alike(draws: readonly number[]): readonly number[] {
  let value = draws[0] ?? 0;
  return draws.map((draw) => {
    for (const place of [draw & 15, (draw >> 4) & 15, (draw >> 8) & 15]) value ^= 1 << place;
    return value;
  });
}

/** Flips `bits` of the 16 bits of each fingerprint. */
export function disturbed(fingerprints: readonly number[], bits: number): readonly number[] {
  return fingerprints.map((value, hop) => value ^ rotated((1 << bits) - 1, (hop * 5) % 16));
}

function rotated(value: number, places: number): number {
  return ((value << places) | (value >>> (16 - places))) & 0xffff;
}
