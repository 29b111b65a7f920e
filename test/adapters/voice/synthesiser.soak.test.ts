// Synthesis: audible, deterministic, and an answer for every text, even if its thread fails.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { decode } from '../../../adapters/audio/encoding.ts';
import { piecesOf } from '../../../adapters/voice/pieces.ts';
import {
  createSynthesiser,
  openSynthesiser,
  sharing,
  type Synthesiser,
} from '../../../adapters/voice/synthesiser.ts';
import { speech } from '../../../core/index.ts';
import { shareVoice } from '../../support/speech/shared-voice.ts';

type Question = speech.SynthesisQuestion;

const bases = ['slt', 'rms', 'awb', 'kal16'] as const;
const questionOf = (text: string, terms: Partial<Question> = {}): Question => ({
  voice: { base: 'slt', pitch: 100, pace: 100 },
  text,
  encoding: 'linear16',
  sampleRate: 8_000,
  ...terms,
});
const sentence = 'The quick brown fox jumps over the lazy dog.';

const mute = new URL('../../support/workers/failing-synthesiser.ts', import.meta.url);

describe('a synthesiser', () => {
  shareVoice();
  const synthesiser = openSynthesiser();
  afterAll(() => synthesiser.close());
  const answerOf = async (question: Question) =>
    (await synthesiser.oracle(question)) as speech.SynthesisAnswer;

  async function spoken(question: Question) {
    const answer = await answerOf(question);
    if (answer.kind === 'unspeakable') throw new Error(answer.reason);
    return answer;
  }

  it('is shared within the process', async () => {
    const other = openSynthesiser();
    const audio = await other.audioOf(questionOf('Yes.'));
    await other.close();
    expect(synthesiser.audioOf(questionOf('Yes.'))).toBe(audio);
  });

  it.each(bases)('speaks audibly and at a plausible length with %s', async (base) => {
    const question = questionOf(sentence, { voice: { base, pitch: 94, pace: 106 } });
    const { samples } = await spoken(question);
    expect(samples / 8_000 / sentence.length).toBeGreaterThan(0.045);
    expect(samples / 8_000 / sentence.length).toBeLessThan(0.085);
    const audio = decode(await synthesiser.audioOf(question), 'linear16');
    expect(audio).toHaveLength(samples);
    const level = Math.sqrt(audio.reduce((sum, sample) => sum + sample * sample, 0) / samples);
    expect(level).toBeGreaterThan(2_000);
    expect(level).toBeLessThan(6_000);
  });

  it('returns these bytes on every machine', async () => {
    const hashes = bases.map(async (base, index) => {
      const voice = { base, pitch: 91 + 7 * index, pace: 108 - 5 * index };
      const { sha256 } = await spoken(questionOf('Hello 5, мир.', { voice, sampleRate: 24_000 }));
      return sha256.slice(0, 8);
    });
    expect(await Promise.all(hashes)).toMatchInlineSnapshot(`
      [
        "7ccba108",
        "3a74aadf",
        "2f556e87",
        "7611c9be",
      ]
    `);
  });

  it('returns the same bytes in another thread', async () => {
    const other = createSynthesiser();
    const question = questionOf('Hello again.', { encoding: 'alaw', sampleRate: 16_000 });
    expect(await other.oracle(question)).toEqual(await answerOf(question));
    await other.close();
  });

  it('answers with count and hash of the audio, in every encoding and at every rate', async () => {
    const { samples: samplesAtLowest } = await spoken(questionOf('Yes.'));
    for (const encoding of speech.audioEncodings) {
      for (const sampleRate of [8_000, 16_000, 24_000, 32_000, 48_000]) {
        const question = questionOf('Yes.', { encoding, sampleRate });
        const { samples, sha256 } = await spoken(question);
        const audio = await synthesiser.audioOf(question);
        expect(audio).toHaveLength(speech.audioBytes(encoding, samples));
        expect(createHash('sha256').update(audio).digest('hex')).toBe(sha256);
        expect(Math.abs(samples - (samplesAtLowest * sampleRate) / 8_000)).toBeLessThan(7);
      }
    }
  });

  it('answers with the sound of the voice, which is the same in every encoding', async () => {
    const wide = await spoken(questionOf('Yes, please.', { sampleRate: 48_000 }));
    const narrow = await spoken(questionOf('Yes, please.', { encoding: 'mulaw' }));
    expect(wide.sound).toEqual(narrow.sound);
    const { words = [], voiceEnd = 0 } = wide.sound ?? {};
    expect(words.map((word) => word.text)).toEqual(['Yes,', 'please.']);
    expect(words.at(-1)?.end).toBe(voiceEnd);
    expect(voiceEnd / 100).toBeLessThan(wide.samples / 48_000);
    expect((await spoken(questionOf('...'))).sound).toBeUndefined();
  });

  it('measures a long text as a whole', async () => {
    const long = 'How much wood would a woodchuck chuck? '.repeat(20);
    expect(piecesOf(long).length).toBeGreaterThan(1);
    const { samples, sound } = await spoken(questionOf(long));
    expect(sound?.words).toHaveLength(140);
    expect((sound?.voiceEnd ?? 0) / 100).toBeGreaterThan((samples / 8_000) * 0.95);
  });

  it('returns cached audio at once, and a promise otherwise', async () => {
    const question = questionOf('One moment.');
    const early = synthesiser.audioOf(question);
    expect(early).toBeInstanceOf(Promise);
    const audio = await early;
    await answerOf({ ...question });
    expect(synthesiser.audioOf({ ...question })).toBe(audio);
  });

  it('hums characters without sounds, at 0.06 s per character for every voice', async () => {
    const voice = { base: 'awb', pitch: 90, pace: 110 } as const;
    const { samples } = await spoken(questionOf('Привет', { voice }));
    expect(samples).toBe(6 * 0.06 * 8_000);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['dots', '.'.repeat(400)],
    ['letters', 'x'.repeat(100)],
    ['digits', '7'.repeat(100)],
    ['flags of the command line', '-voice kal -o /x'],
    ['half a character', '\ud83d'],
  ])('speaks %s', async (_name, text) => {
    expect((await answerOf(questionOf(text))).kind).toBe('spoken');
  });

  it('speaks any text', async () => {
    const voices = fc.constantFrom(...speech.speakModels).map(speech.voiceOf);
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(voices, texts, async (voice, text) => {
        expect((await answerOf(questionOf(text, { voice, encoding: 'mulaw' }))).kind).toBe(
          'spoken',
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('a synthesiser in trouble', () => {
  let synthesiser: Synthesiser;
  const open = () => {
    synthesiser = createSynthesiser({ module: mute, pieceMsMax: 800 });
    return synthesiser;
  };
  afterEach(() => synthesiser.close());

  it.each([
    ['traps', 'trap', 'memory access out of bounds'],
    ['kills its thread', 'die', 'Its worker died: it ended.'],
    ['takes too long', 'hang', 'Its worker took more than 0.8 s.'],
  ])('reports a text that %s as unspeakable, and continues', async (_name, text, reason) => {
    const { oracle, audioOf } = open();
    const [trouble, fine] = [oracle(questionOf(text)), oracle(questionOf('fine'))];
    expect(await trouble).toEqual({ kind: 'unspeakable', reason });
    expect(await fine).toMatchObject({ kind: 'spoken', samples: 2 });
    await expect(audioOf(questionOf(text))).rejects.toThrow(reason);
  });

  it('rejects questions once it is closed', async () => {
    const { oracle, close } = open();
    const rejected = expect(oracle(questionOf('hang'))).rejects.toThrow('closed');
    await close();
    await rejected;
  });
});

describe('a shared synthesiser', () => {
  it('is the same for all users, and is closed by the last one', async () => {
    const open = sharing(() => createSynthesiser({ module: mute }));
    const [first, second] = [open(), open()];
    const audio = await first.audioOf(questionOf('Yes.'));
    await first.close();
    await first.close();
    expect(second.audioOf(questionOf('Yes.'))).toBe(audio);
    await second.close();
    await expect(second.audioOf(questionOf('No.'))).rejects.toThrow('closed');
    const next = open();
    expect(await next.audioOf(questionOf('Yes.'))).not.toBe(audio);
    await next.close();
  });
});
