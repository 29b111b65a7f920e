// A text as audio: all its sentences, with the places of all its words.

import { afterAll, expect, it } from 'vitest';
import { speakText, UnspeakableTextError } from '../../../adapters/voice/spoken-text.ts';
import { openSynthesiser } from '../../../adapters/voice/synthesiser.ts';
import { speech } from '../../../core/index.ts';

const synthesiser = openSynthesiser();
afterAll(() => synthesiser.close());

const manner = { model: 'aura-2-zeus-en', encoding: 'mulaw', sampleRate: 8_000 } as const;

it('has the sentences one after the other, and each word where it is spoken', async () => {
  const said = await speakText('Good morning. Bye!', manner, synthesiser);
  const [morning, bye] = await Promise.all(
    ['Good morning.', 'Bye!'].map((text) => speakText(text, manner, synthesiser)),
  );
  expect(said.audio.equals(Buffer.concat([morning!.audio, bye!.audio]))).toBe(true);
  expect(said.samples).toBe(said.audio.length);
  const later = bye!.words.map((sample) => morning!.samples + sample);
  expect(said.words).toEqual([...morning!.words, ...later]);
  expect(said.words).toHaveLength(6);
  expect(said.sentences.map(({ text }) => text)).toEqual(['Good morning.', 'Bye!']);
  const { sound } = said.sentences[0]!;
  const { sampleRate } = manner;
  expect(
    speech.captionOf({ text: 'Good morning. Bye!', ...said, sampleRate })?.places?.slice(0, 4),
  ).toEqual(sound?.words.flatMap(({ start, end }) => [start, end]));
});

it('says what cannot be spoken', async () => {
  const oracle = () => Promise.resolve({ kind: 'unspeakable', reason: 'no reason' });
  const refused = speakText('Hm.', manner, { ...synthesiser, oracle });
  await expect(refused).rejects.toThrow(new UnspeakableTextError('Hm.', 'no reason'));
});
