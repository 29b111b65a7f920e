// Synthesised voices on typical paths to a listener: each sentence must remain more similar to itself than to any other.

import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { encode, decode, type Encoding } from '../../../../../adapters/audio/encoding.ts';
import { resample } from '../../../../../adapters/audio/resample.ts';
import type { KnownSound } from '../../../../../core/speech/recognition/sounds/record.ts';
import {
  initialMeasure,
  measure,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import { sineOfPi } from '../../../../../core/speech/recognition/measuring/sine.ts';
import {
  findSound,
  searchHops,
  searchHopsMax,
} from '../../../../../core/speech/recognition/sounds/find.ts';
import {
  followSound,
  startFollowing,
} from '../../../../../core/speech/recognition/sounds/follow.ts';
import { printSound } from '../../../../../core/speech/recognition/sounds/known-sound.ts';
import {
  bitCount,
  bitsOf,
  pairsOf,
} from '../../../../../core/speech/recognition/sounds/sound-bits.ts';
import type { Voice } from '../../../../../core/speech/synthesis/voices.ts';
import { voiceName } from '../../../../../core/speech/synthesis/voices.ts';
import { runs } from '../../../../support/runner/runs.ts';
import { isSoak, isWholeSoak } from '../../../../support/runner/soak.ts';
import { longMs } from '../../../../support/runner/timeouts.ts';
import { decodeByOther, opusPackets } from '../../../../support/speech/opus-streams.ts';
import {
  joinSamples,
  silence,
  spokenSamples,
  whiteNoise,
  withNoise,
} from '../../../../support/speech/voices.ts';

const voices: readonly Voice[] = [
  { base: 'slt', pitch: 100, pace: 100 },
  { base: 'rms', pitch: 106, pace: 100 },
  { base: 'awb', pitch: 94, pace: 93 },
  { base: 'kal16', pitch: 100, pace: 100 },
];
/** Each has a different beginning. */
const allTexts = [
  'Good morning, and thank you for calling.',
  'Your order of three chairs left our warehouse at 9:15.',
  'It should arrive on Tuesday!',
  'Shall I send you the address of the courier?',
  'The quick brown fox jumps over the lazy dog.',
  'I am sorry, I did not understand that.',
  'Please hold the line while I connect you.',
  'What is the weather like in Boston today?',
  'She sells sea shells by the sea shore.',
  'We will call you back within two hours.',
  'Turn left at the next corner, then go straight on.',
  'My account number is four two seven one.',
];
/** The first `count` items, or all in a soak. */
const some = <Item>(count: number, items: readonly Item[]) =>
  isSoak ? items : items.slice(0, count);
const texts = some(5, allTexts);
/** Texts that the world did not speak. */
const foreignTexts = [
  'Perhaps tomorrow would be a better day for both of us.',
  'Nobody knows how the cat climbed into the kitchen.',
  'Open the window, close the door, and listen.',
];

/** The sample rate of a sentence before any path, in Hz. */
const rate = 48_000;
/** The samples of half a hop. */
const half = rate / 200;

interface Sentence {
  readonly sound: KnownSound;
  readonly samples: Int16Array;
}

let sentences: readonly Sentence[];
let sounds: readonly KnownSound[];

const sentenceOf = (text: string, voice: Voice): Sentence => {
  const samples = spokenSamples(text, voice, rate);
  const speaker = voiceName(voice);
  const print = printSound(to(16_000)(samples), 16_000, text);
  return {
    sound: { ...print, id: `${speaker}: ${text}`, origin: 'spoken', text, speaker },
    samples,
  };
};

beforeAll(() => {
  sentences = voices.flatMap((voice) => texts.map((text) => sentenceOf(text, voice)));
  sounds = sentences.map(({ sound }) => sound);
});

/** Turns samples at 48 kHz into samples at another rate, as a listener receives them. */
type Path = readonly [sampleRate: number, pass: (samples: Int16Array) => Int16Array];

const to = (sampleRate: number) => (samples: Int16Array) => resample(samples, sampleRate, rate);
const late = (samples: Int16Array, count = half) => joinSamples(new Int16Array(count), samples);
const by = (encoding: Encoding) => (samples: Int16Array) =>
  decode(encode(samples, encoding), encoding);
const quiet = (samples: Int16Array) => samples.map((sample) => Math.trunc(sample / 10));
const opus = (sampleRate: 16_000 | 48_000) => (samples: Int16Array) =>
  decodeByOther(opusPackets(to(sampleRate)(late(samples)), sampleRate), sampleRate);

const paths: Readonly<Record<string, Path>> = {
  'linear16 at 8 kHz': [8_000, (samples) => to(8_000)(samples)],
  'linear16 at 24 kHz, half a hop late': [24_000, (samples) => to(24_000)(late(samples))],
  'linear16 at 44.1 kHz': [44_100, (samples) => to(44_100)(samples)],
  'linear16 at 48 kHz, half a hop late': [48_000, (samples) => late(samples)],
  'mulaw at 8 kHz, half a hop late': [8_000, (samples) => by('mulaw')(to(8_000)(late(samples)))],
  'alaw at 8 kHz, half a hop late': [8_000, (samples) => by('alaw')(to(8_000)(late(samples)))],
  '20 dB quieter, mulaw': [8_000, (samples) => by('mulaw')(to(8_000)(quiet(samples)))],
  'Opus at 16 kHz': [16_000, opus(16_000)],
  'Opus at 48 kHz': [48_000, opus(48_000)],
  'white noise 20 dB below, half a hop late': [
    16_000,
    (samples) => withNoise(to(16_000)(late(samples)), 10),
  ],
};

/** The paths with the most distortion. */
const middlePaths = [
  'mulaw at 8 kHz, half a hop late',
  'Opus at 48 kHz',
  'white noise 20 dB below, half a hop late',
];

const testedPaths = isSoak ? Object.keys(paths) : middlePaths; // all paths take half a minute

const fingerprintsOf = (samples: Int16Array, sampleRate: number) =>
  measure(initialMeasure(sampleRate), samples)[1].fingerprints;

/** The lowest share of differing bits among the clear bits of a sound, over the places from `from` to `end`. */
function lowestShare(query: Int32Array, sound: KnownSound, from: number, end: number) {
  const { hops, pairs, masks, clearBefore } = bitsOf(sound);
  let lowest = 1;
  for (let place = Math.max(0, from); place < Math.min(end, hops - searchHops); place += 1) {
    const clear = (clearBefore[place + searchHops] ?? 0) - (clearBefore[place] ?? 0);
    if (clear < 6 * searchHops) continue;
    let differing = 0;
    for (let hop = 0; hop < searchHops && differing < lowest * clear; hop += 2) {
      const bits = (query[hop] as number) ^ (pairs[place + hop] as number);
      differing += bitCount(bits & (masks[place + hop] as number));
    }
    lowest = Math.min(lowest, differing / clear);
  }
  return lowest;
}

/** The fingerprints of all sentences by path, with 0.7 s of silence before each. */
const heardBy = new Map<string, readonly (readonly number[])[]>();

function heardOn(name: string): readonly (readonly number[])[] {
  const [sampleRate, pass] = paths[name] as Path;
  const heard =
    heardBy.get(name) ??
    sentences.map(({ samples }) =>
      fingerprintsOf(
        pass(joinSamples(silence(0.7, rate), samples, silence(0.1, rate))),
        sampleRate,
      ),
    );
  heardBy.set(name, heard);
  return heard;
}

/** The hop at which a sound becomes audible in `heardBy`: after 0.7 s of silence. */
const startOf = ({ voiceStart }: KnownSound) => 70 + voiceStart;

const percent = (share: number) => Math.round(share * 100);

vi.setConfig({ testTimeout: longMs });

describe('sentences of four voices', () => {
  it.runIf(isWholeSoak)(
    'remain more similar to themselves than to others, in percent of the bits of 0.4 s',
    () => {
      const table = Object.keys(paths).map((name) => {
        const rows = sentences.map(({ sound }, index) => {
          const start = startOf(sound);
          const query = pairsOf(heardOn(name)[index]?.slice(start, start + searchHops) ?? []);
          const others = sounds.filter(({ text }) => text !== sound.text);
          return {
            own: lowestShare(query, sound, sound.voiceStart - 3, sound.voiceStart + 4),
            other: Math.min(...others.map((other) => lowestShare(query, other, 0, 9_999))),
          };
        });
        const own = Math.max(...rows.map((row) => row.own).filter((share) => share < 1));
        const other = Math.min(...rows.map((row) => row.other));
        return `${name}: ${percent(own)}, others ${percent(other)}`;
      });
      expect(table).toMatchInlineSnapshot(`
      [
        "linear16 at 8 kHz: 0, others 25",
        "linear16 at 24 kHz, half a hop late: 8, others 25",
        "linear16 at 44.1 kHz: 0, others 25",
        "linear16 at 48 kHz, half a hop late: 8, others 25",
        "mulaw at 8 kHz, half a hop late: 8, others 24",
        "alaw at 8 kHz, half a hop late: 9, others 25",
        "20 dB quieter, mulaw: 2, others 23",
        "Opus at 16 kHz: 18, others 24",
        "Opus at 48 kHz: 17, others 25",
        "white noise 20 dB below, half a hop late: 14, others 25",
      ]
    `);
    },
  );

  it.each(testedPaths)('are found and followed by %s', (name) => {
    for (const [index, { sound }] of sentences.entries()) {
      const heard = heardOn(name)[index] ?? [];
      const start = startOf(sound);
      const query = heard.slice(start, start + searchHops);
      const match = findSound(query, sounds);
      expect(match?.sound).toBe(sound.id);
      if (match === undefined) continue;
      let [progress, hop] = startFollowing(match, query, sound);
      const said = [...hop.words];
      for (const fingerprint of heard.slice(start + searchHops)) {
        if (hop.status !== 'heard') break;
        [progress, hop] = followSound(progress, fingerprint, sound);
        said.push(...hop.words);
      }
      expect(hop.status).toBe('ended');
      expect(said).toEqual(sound.words);
    }
  });

  it.each(middlePaths)('are found from their middle by %s', (name) => {
    const [sampleRate, pass] = paths[name] as Path;
    const found = { early: 0, late: 0 };
    for (const { sound, samples } of sentences) {
      const middle = sound.voiceStart + 60;
      const heard = fingerprintsOf(pass(samples.slice(middle * (rate / 100))), sampleRate);
      const early = findSound(heard.slice(0, searchHops), sounds);
      const match = findSound(heard.slice(0, searchHopsMax), sounds);
      if (early?.sound === sound.id) found.early += 1;
      if (match?.sound === sound.id) found.late += 1;
      for (const wrong of [early, match]) expect([undefined, sound.id]).toContain(wrong?.sound);
    }
    expect(found.early).toBeGreaterThan(sentences.length * 0.84);
    expect(found.late).toBeGreaterThan(sentences.length - 2);
  });

  it('are found after any sound, and in any parts', () => {
    const before = fc.record({
      sample: fc.nat(rate / 2),
      sentence: fc.nat(voices.length * texts.length - 1),
    });
    const parts = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(before, parts, ({ sample, sentence }, sizes) => {
        const { sound, samples } = sentences[sentence] as Sentence;
        const heard = to(8_000)(late(samples.slice(0, rate), sample));
        let state = initialMeasure(8_000);
        const fingerprints: number[] = [];
        for (let at = 0, part = 0; at < heard.length; part += 1) {
          const size = sizes[part % sizes.length] as number;
          const [next, measured] = measure(state, heard.slice(at, at + size));
          fingerprints.push(...measured.fingerprints);
          [state, at] = [next, at + size];
        }
        const start = Math.round((sample / rate) * 100) + sound.voiceStart;
        const match = findSound(fingerprints.slice(start, start + searchHops), sounds);
        expect(match?.sound).toBe(sound.id);
        const shift = Math.abs((match?.offset ?? 0) - sound.voiceStart - searchHops + 1);
        expect(shift).toBeLessThan(2);
      }),
      runs(40),
    );
  });

  it('are not found in other voices of the same texts', () => {
    for (const { sound, samples } of sentences) {
      const others = sounds.filter(({ speaker }) => speaker !== sound.speaker);
      const heard = fingerprintsOf(to(16_000)(samples), 16_000).slice(sound.voiceStart);
      expect(findSound(heard.slice(0, searchHops), others)).toBeUndefined();
      expect(findSound(heard.slice(0, searchHopsMax), others)).toBeUndefined();
    }
  });

  it('are not found in other texts of the same voices', () => {
    for (const text of some(1, foreignTexts)) {
      for (const voice of voices) {
        const heard = fingerprintsOf(spokenSamples(text, voice), 16_000);
        for (let start = 0; start + searchHops < heard.length; start += 20) {
          expect(findSound(heard.slice(start, start + searchHops), sounds)).toBeUndefined();
          expect(findSound(heard.slice(start, start + searchHopsMax), sounds)).toBeUndefined();
        }
      }
    }
  });

  it.each<[string, Int16Array]>([
    ['silence', silence(2)],
    ['noise', whiteNoise(3_000, 32_000)],
    ['a tone', tones(440)],
    ['a chord', tones(262, 330, 392, 523)],
    ['a rising tone', tones(-300)],
  ])('are not found in %s', (_name, samples) => {
    const heard = fingerprintsOf(samples, 16_000);
    for (let start = 0; start + searchHops < heard.length; start += 7) {
      for (const hops of [15, 25, searchHops, searchHopsMax]) {
        expect(findSound(heard.slice(start, start + hops), sounds)).toBeUndefined();
      }
    }
  });
});

/** Simultaneous tones that swell every 0.4 s. A tone of a negative frequency rises from its absolute value. */
function tones(...hertz: readonly number[]): Int16Array {
  return Int16Array.from({ length: 32_000 }, (_, n) => {
    const swell = Math.min(n % 6_400, 3_200) / 3_200;
    const sum = hertz.reduce(
      (all, f) => all + sineOfPi((2 * (f < 0 ? -f + n / 30 : f) * n) / 16_000),
      0,
    );
    return Math.round((6_000 * swell * sum) / hertz.length);
  });
}

describe('very short sentences', () => {
  const shortTexts = some(2, ['Yes.', 'No.', 'Okay.', 'Thanks.']);

  it('are found when the voice pauses', () => {
    for (const voice of voices) {
      const short = shortTexts.map((text) => sentenceOf(text, voice));
      const all = [...sounds, ...short.map(({ sound }) => sound)];
      for (const { sound, samples } of short) {
        for (const name of testedPaths) {
          const [sampleRate, pass] = paths[name] as Path;
          const heard = fingerprintsOf(pass(samples), sampleRate);
          const query = heard.slice(sound.voiceStart, sound.voiceEnd + 5);
          const match = findSound(query.slice(0, searchHops), all);
          expect([match?.sound, voice.base]).toEqual([sound.id, voice.base]);
        }
      }
    }
  });
});
