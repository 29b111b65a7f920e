// Utterances with known sounds, alone and beside other voices.

import { describe, expect, it } from 'vitest';
import { encode, decode } from '../../../../../adapters/audio/encoding.ts';
import {
  confirmHops,
  confirmSoftHops,
} from '../../../../../core/speech/recognition/hearing/doubt.ts';
import type { MeasuredHop, Sources } from '../../../../../core/speech/recognition/hearing/hear.ts';
import {
  initialMeasure,
  measure,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import { printSound } from '../../../../../core/speech/recognition/sounds/known-sound.ts';
import type { KnownSound } from '../../../../../core/speech/recognition/sounds/record.ts';
import type { Voice } from '../../../../../core/speech/synthesis/voices.ts';
import {
  hearAll,
  sourcesWith,
  quietHops,
  speechHops,
  textOf,
} from '../../../../support/speech/hearing.ts';
import { fakeSound } from '../../../../support/speech/known-sounds.ts';
import {
  joinSamples,
  silence,
  spokenSamples,
  whiteNoise,
  withNoise,
} from '../../../../support/speech/voices.ts';

const hello = fakeSound('Hello there my good friend of mine');
const bye = fakeSound('Then good bye for now', { speaker: 'ben' });

/** The measurements of a sound: loud where it has voice. */
const heardAs = ({
  sound,
  fingerprints,
}: Pick<typeof hello, 'sound' | 'fingerprints'>): readonly MeasuredHop[] =>
  fingerprints.map((fingerprint, hop) => ({
    level: hop >= sound.voiceStart && hop < sound.voiceEnd ? 90 + (hop % 10) : 20,
    fingerprint,
  }));

const known = sourcesWith([hello.sound, bye.sound]);
const isPlaceholder = ({ confidence }: { confidence: number }) => confidence <= 50;

describe('a known sound', () => {
  it('is heard word for word, at its places, from 0.8 s on', () => {
    const { words, hops } = hearAll([...quietHops(1), ...heardAs(hello), ...quietHops(1)], known);
    expect(textOf(words)).toBe(hello.sound.text);
    expect(words[0]).toEqual({ text: 'Hello', start: 110, end: 140, confidence: 99, speaker: 0 });
    expect(words.map(({ start, end }) => [start, end])).toEqual(
      hello.sound.words.map(({ start, end }) => [100 + start, 100 + end]),
    );
    const first = hops.find((hop) => hop.words.length > 0)?.at ?? 0;
    const { voiceStart } = hello.sound;
    expect(first).toBeGreaterThanOrEqual(100 + voiceStart + confirmHops);
    expect(first).toBeLessThanOrEqual(105 + voiceStart + confirmHops);
    expect(hops.at(-1)?.isUtteranceOver || hops.some((hop) => hop.isUtteranceOver)).toBe(true);
  });

  it('is followed by another, even within an utterance, with another speaker', () => {
    const { words } = hearAll([...heardAs(hello), ...heardAs(bye), ...quietHops(1)], known);
    expect(textOf(words)).toBe(`${hello.sound.text} ${bye.sound.text}`);
    expect(new Set(words.map(({ speaker }) => speaker))).toEqual(new Set([0, 1]));
    expect(words.at(-1)?.speaker).toBe(1);
  });

  it('is recognised from its middle', () => {
    const { words } = hearAll(
      [...quietHops(1), ...heardAs(hello).slice(72), ...quietHops(1)],
      known,
    );
    expect(textOf(words)).toBe('my good friend of mine');
    expect(words[0]?.start).toBe(100);
  });

  it('has the words that it shares with another sound, whichever of the two was followed', () => {
    const savings = fakeSound('pay all to my savings account today');
    const other = fakeSound('pay all to my checking account today');
    const branch = 10 + 30 * 4 - 10; // the end of "my" sounds like the next word
    const checking = fakeSound('pay all to my checking account today', {
      fingerprints: other.fingerprints.map((own, hop) =>
        hop < branch ? (savings.fingerprints[hop] ?? 0) : own,
      ),
    });
    const both = sourcesWith([savings.sound, checking.sound]);
    for (const { sound, fingerprints } of [savings, checking]) {
      const { words } = hearAll([...heardAs({ sound, fingerprints }), ...quietHops(1)], both);
      expect(textOf(words)).toBe(sound.text);
    }
  });

  it('has only the spoken words if its middle follows another sound', () => {
    const long = fakeSound('Then good bye for now and all the best');
    const audio = [...heardAs(hello).slice(0, 110), ...heardAs(long).slice(85), ...quietHops(1)];
    const { words } = hearAll(audio, sourcesWith([hello.sound, long.sound]));
    expect(textOf(words)).not.toContain('good bye');
    expect(textOf(words)).toMatch(/for now and all the best$/);
  });

  it('is replaced by placeholders if it breaks off, and recognised where it continues', () => {
    const audio = [
      ...heardAs(hello).slice(0, 110),
      ...speechHops(2),
      ...quietHops(0.4),
      ...heardAs(bye),
      ...quietHops(1),
    ];
    const { words } = hearAll(audio, known);
    const texts = words.filter((word) => !isPlaceholder(word));
    expect(textOf(texts)).toMatch(/^Hello there my? ?Then good bye for now$/);
    expect(words.filter(isPlaceholder).length).toBeGreaterThan(1);
    expect(words.filter(isPlaceholder).length).toBeLessThan(7);
  });

  it('is found by the end of the first second, after other voice, whose placeholders remain', () => {
    const audio = [
      ...quietHops(1),
      ...speechHops(0.35),
      ...heardAs(hello).slice(10),
      ...quietHops(1),
    ];
    const { words } = hearAll(audio, known);
    expect(words.map(isPlaceholder)).toEqual([true, true, ...words.slice(2).map(() => false)]);
    expect(textOf(words.slice(2))).toBe('there my good friend of mine');
    expect(words[2]?.start).toBe(165);
  });

  it('has no placeholder for the rest of its voice', () => {
    const { sound, fingerprints } = hello;
    const ended = heardAs({ sound, fingerprints: fingerprints.slice(0, sound.voiceEnd) });
    const { words } = hearAll(
      [...quietHops(1), ...ended, ...speechHops(0.2), ...quietHops(1)],
      known,
    );
    expect(textOf(words)).toBe(sound.text);
  });

  it('continues after its own silence, with each word once', () => {
    const { sound: model, fingerprints } = fakeSound('one two three four five six seven');
    const words = [
      { text: 'one', start: 10, end: 60 },
      { text: 'two', start: 60, end: 190 },
      { text: 'three', start: 190, end: 214 },
    ];
    const sound = { ...model, words, voiceEnd: 214 };
    const isVoice = (hop: number) => hop < 100 || (hop >= 185 && hop < 214);
    const audio = fingerprints.map((fingerprint, hop) => ({
      level: isVoice(hop) ? 90 + (hop % 10) : 20,
      fingerprint,
    }));
    const heard = hearAll([...audio, ...quietHops(1)], sourcesWith([sound]));
    expect(heard.hops.filter(({ isUtteranceOver }) => isUtteranceOver)).toHaveLength(2);
    expect(textOf(heard.words)).toBe('one two three');
  });

  it('has the placeholders of any voice if it breaks off before it is confirmed', () => {
    for (const hops of [55, 65, 75]) {
      const audio = [...heardAs(hello).slice(0, hops), ...speechHops(1), ...quietHops(1)];
      const { words } = hearAll(audio, known);
      expect(words).toEqual(hearAll(audio, sourcesWith([])).words);
      expect(words.length).toBeGreaterThan(2);
    }
  });

  it('has its words if the audio ends before it is confirmed', () => {
    expect(textOf(hearAll(heardAs(hello).slice(0, 60), known).words)).toBe('Hello there');
  });

  it('is confirmed by its end if it is short', () => {
    const yes = fakeSound('Yes');
    const heard = hearAll(
      [...quietHops(1), ...heardAs(yes), ...quietHops(1)],
      sourcesWith([yes.sound]),
    );
    expect(textOf(heard.words)).toBe('Yes');
    const at = heard.hops.find(({ words }) => words.length > 0)?.at;
    expect(at).toBe(100 + yes.sound.voiceEnd + confirmSoftHops - 1);
  });

  it('is another sound if the voice continues after its end', () => {
    const yes = fakeSound('Yes');
    const { voiceEnd } = yes.sound;
    const audio = [...heardAs(yes).slice(0, voiceEnd), ...speechHops(1), ...quietHops(1)];
    expect(hearAll(audio, sourcesWith([yes.sound])).words.every(isPlaceholder)).toBe(true);
  });

  it('is not recognised by its end alone: another sentence may have the same end', () => {
    const { voiceEnd } = hello.sound;
    const audio = [
      ...quietHops(1),
      ...speechHops(0.6),
      ...heardAs(hello).slice(voiceEnd - 60),
      ...quietHops(1),
    ];
    const { words } = hearAll(audio, known);
    expect(words.length).toBeGreaterThan(2);
    expect(words.every(isPlaceholder)).toBe(true);
    expect(hearAll(audio.slice(0, -110), known).words.every(isPlaceholder)).toBe(true);
  });

  it('is recognised from its beginning instead of another one with the same beginning', () => {
    const other = fakeSound('Hello world of many voices');
    const twin = fakeSound(other.sound.text, {
      fingerprints: other.fingerprints.map((own, hop) =>
        hop < 65 ? (hello.fingerprints[hop] ?? 0) : own,
      ),
    });
    const both = sourcesWith([hello.sound, twin.sound]);
    const { words } = hearAll([...quietHops(1), ...heardAs(twin), ...quietHops(1)], both);
    expect(textOf(words)).toBe(twin.sound.text);
    expect(words[0]?.start).toBe(110);
  });

  it('is lost once it is forgotten', () => {
    let isKnown = true;
    const forgetful: Sources = {
      ...known,
      sound: (id) => (isKnown ? known.sound(id) : undefined),
      find: (fingerprints) => (isKnown ? known.find(fingerprints) : undefined),
    };
    const before = hearAll(heardAs(hello).slice(0, 100), forgetful);
    isKnown = false;
    const { words } = hearAll(heardAs(hello).slice(100), forgetful, before.state);
    expect(words.filter((word) => !isPlaceholder(word))).toEqual([]);
    expect(words.length).toBeGreaterThan(1);
  });

  it('is heard only after the script', () => {
    const { words } = hearAll(
      [...heardAs(hello), ...quietHops(1), ...heardAs(hello), ...quietHops(1)],
      sourcesWith([hello.sound], [{ text: 'As written.' }]),
    );
    expect(textOf(words)).toBe(`As written. ${hello.sound.text}`);
  });

  it('has its unfinished word at the end of the audio, if half of it was heard', () => {
    const upTo = (hop: number) => textOf(hearAll(heardAs(hello).slice(0, hop), known).words);
    expect(upTo(84)).toBe('Hello there');
    expect(upTo(90)).toBe('Hello there my');
  });

  it('is searched twice in each voice, and once more where it pauses early', () => {
    let searches = 0;
    const counting: Sources = {
      ...known,
      find: () => {
        searches += 1;
        return undefined;
      },
    };
    hearAll([...speechHops(30), ...quietHops(0.3), ...speechHops(30), ...quietHops(3)], counting);
    expect(searches).toBe(4);
    hearAll([...speechHops(0.15), ...quietHops(0.2), ...speechHops(30), ...quietHops(3)], counting);
    expect(searches).toBe(7);
  });
});

describe('speech of the synthesiser', () => {
  const rate = 16_000;
  const sentences = [
    ['slt', 'Good morning, how can I help you today?'],
    ['rms', 'I would like to move my appointment to Tuesday.'],
    ['awb', 'The total is forty two dollars and fifty cents.'],
    ['rms', 'With in seven calendars my friend was on the street.'],
    ['slt', 'Be on time.'],
    ['kal16', 'Yes.'],
  ] as const;
  const beginningsAlike = [
    ['Please hold the line.', 'Please call me tomorrow.', 'Please send it again.'],
    ['Tomorrow never comes.', 'Tomorrow we fly to Boston.', 'Tomorrow would be better.'],
    ['Thanks to all of you.', 'Thank you very much.', 'Thank you for calling us.'],
  ];
  const soundOf = (base: Voice['base'], text: string) => {
    const samples = spokenSamples(text, { base, pitch: 100, pace: 100 });
    const print = printSound(samples, rate, text);
    const sound: KnownSound = { id: text, origin: 'spoken', text, speaker: base, ...print };
    return { text, samples, sound };
  };
  const spoken = sentences.map(([base, text]) => soundOf(base, text));
  const all = sourcesWith(spoken.map(({ sound }) => sound));
  const hearSamples = (samples: Int16Array, from = all) => {
    const [, { levels, fingerprints }] = measure(initialMeasure(rate), samples);
    const hops = levels.map((level, hop) => ({ level, fingerprint: fingerprints[hop] ?? 0 }));
    return hearAll(hops, from);
  };
  const conversation = joinSamples(
    silence(0.5),
    ...spoken.flatMap(({ samples }) => [samples, silence(1)]),
  );
  const whole = spoken.map(({ text }) => text).join(' ');

  it('is heard word for word', () => {
    const { words } = hearSamples(conversation);
    expect(textOf(words)).toBe(whole);
    expect(new Set(words.map(({ speaker }) => speaker))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('is heard without silence before and after it', () => {
    for (const { samples, text } of spoken) {
      expect(textOf(hearSamples(samples).words)).toBe(text);
    }
  });

  it('is heard with its hum for characters without sounds, before a pause', () => {
    for (const text of ['👍👍👍👍 great', '🎉🎉🎉 party time']) {
      const { samples, sound } = soundOf('slt', text);
      for (const lead of [0, 0.5]) {
        const audio = joinSamples(silence(lead), samples, silence(1));
        expect(textOf(hearSamples(audio, sourcesWith([sound])).words)).toBe(text);
      }
    }
  });

  it('is heard where one sentence follows the other at once, in any voices', () => {
    const more = ['Okay.', 'It should arrive on Tuesday!', 'No.'].map((text) =>
      soundOf('awb', text),
    );
    const line = [...spoken, ...more];
    const sounds = sourcesWith(line.map(({ sound }) => sound));
    for (const order of [line, line.toReversed()]) {
      const joined = joinSamples(...order.map(({ samples }) => samples), silence(1));
      expect(textOf(hearSamples(joined, sounds).words)).toBe(
        order.map(({ text }) => text).join(' '),
      );
    }
  });

  it('is heard through mulaw, half a frame off', () => {
    const coded = decode(encode(conversation.subarray(80), 'mulaw'), 'mulaw');
    expect(textOf(hearSamples(coded).words)).toBe(whole);
  });

  it('is heard 20 dB more softly', () => {
    const soft = conversation.map((sample) => Math.round(sample / 10));
    expect(textOf(hearSamples(soft).words)).toBe(whole);
  });

  it('is heard through white noise 20 dB below, with its soft beginning', () => {
    for (const { samples, text } of spoken) {
      const noisy = withNoise(joinSamples(silence(0.7), samples, silence(1)), 10);
      expect(textOf(hearSamples(noisy).words)).toBe(text);
    }
  });

  it('is not heard in noise, nor in other sentences', () => {
    expect(hearSamples(whiteNoise(2_000, 5 * rate)).words).toEqual([]);
    const other = spokenSamples('Something else is said here.', {
      base: 'slt',
      pitch: 100,
      pace: 100,
    });
    const { words } = hearSamples(joinSamples(silence(0.5), other, silence(1)));
    expect(words.length).toBeGreaterThan(2);
    expect(words.every(isPlaceholder)).toBe(true);
  });

  it.each(['slt', 'rms', 'awb', 'kal16'] as const)(
    'is not heard in other sentences of the same voice (%s) that begin alike',
    (base) => {
      for (const texts of beginningsAlike) {
        const group = texts.map((text) => soundOf(base, text));
        for (const own of group) {
          const audio = joinSamples(silence(0.5), own.samples, silence(1));
          const others = group.filter(({ sound }) => sound !== own.sound);
          const { words } = hearSamples(audio, sourcesWith(others.map(({ sound }) => sound)));
          expect(words.length).toBeGreaterThan(1);
          expect([own.text, words.filter((word) => !isPlaceholder(word))]).toEqual([own.text, []]);
          const { words: whole } = hearSamples(audio, sourcesWith(group.map(({ sound }) => sound)));
          expect(textOf(whole)).toBe(own.text);
        }
      }
    },
  );
});
