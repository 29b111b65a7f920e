// The length of audio that passes in a known form.

import { isWordCharacter } from '../../kernel/unicode.ts';

/** Bytes of a sample, by the encodings whose samples have one length. */
const sampleBytes: Readonly<Record<string, number>> = {
  linear16: 2,
  linear32: 4,
  mulaw: 1,
  alaw: 1,
};

export interface ShownAudioForm {
  readonly sampleBytes: number;
  /** Of all channels. */
  readonly bytesPerSecond: number;
}

/** Undefined for an encoding whose length its bytes do not say. */
export function audioFormOf(
  encoding: string,
  sampleRate: number | undefined,
  channels = 1,
): ShownAudioForm | undefined {
  const bytes = sampleBytes[encoding];
  if (bytes === undefined || sampleRate === undefined || !(sampleRate > 0)) return undefined;
  return { sampleBytes: bytes, bytesPerSecond: bytes * sampleRate * channels };
}

/** The audio that a client has sent on a listening channel, by its query; counted up to the end that it announces. */
export class SentAudio {
  readonly form: ShownAudioForm | undefined;
  #bytes = 0;
  isEnded = false;

  constructor({
    encoding = '',
    sample_rate: rate,
    channels = '1',
  }: Readonly<Record<string, string>>) {
    this.form = audioFormOf(
      encoding,
      rate === undefined ? undefined : Number(rate),
      Number(channels),
    );
  }

  add(bytes: number): void {
    if (!this.isEnded) this.#bytes += bytes;
  }

  /** Undefined where bytes do not say it. */
  get seconds(): number | undefined {
    return this.form === undefined ? undefined : this.#bytes / this.form.bytesPerSecond;
  }
}

/** Letters and digits, which are spoken; and all that is not blank, of which a sign may be a word. */
export function spokenChars(text: string): { readonly certain: number; readonly possible: number } {
  let [certain, possible] = [0, 0];
  for (const char of text) {
    if (char.trim() === '') continue;
    possible += 1;
    if (char !== '_' && isWordCharacter(char.codePointAt(0) ?? 0)) certain += 1;
  }
  return { certain, possible };
}

/**
 * The bounds of the seconds that a text takes to be said. They are wide, since voices and languages differ, and numbers are said in words:
 * they tell audio of this text from audio of another, in another form, or cut short.
 */
export function spokenSeconds(chars: {
  readonly certain: number;
  readonly possible: number;
}): readonly [min: number, max: number] {
  return [chars.certain * 0.02, chars.possible * 1 + 3];
}
