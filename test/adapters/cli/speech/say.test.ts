// `reprise say`: a WAV file with the text and the synthesised audio.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readWav } from '../../../../adapters/audio/wav.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest().extend('wavIn', ({ shell }) => {
  return (name: string) => readWav(readFileSync(shell.path(name)));
});
it('writes a WAV file with the text in it', async ({ shell, wavIn }) => {
  expect(await shell.lines('say', 'Hello, wörld.', '-o', 'hello.wav')).toEqual([
    expect.stringMatching(/^hello\.wav: [01]\.\d\d s of linear16 at 24000 Hz, .* aura-ast/),
  ]);
  const wav = wavIn('hello.wav');
  expect(wav).toMatchObject({
    encoding: 'linear16',
    sampleRate: 24_000,
    channels: 1,
    text: 'Hello, wörld.',
  });
});

it('speaks in the requested voice, encoding and rate', async ({ shell, wavIn }) => {
  const flags = ['--encoding', 'alaw', '--model', 'aura-2-zeus-en', '--json'];
  const { out } = await shell.run(['say', 'Hello.', '-o', 'a.wav', ...flags]);
  const wav = wavIn('a.wav');
  const audio = wav?.audio ?? new Uint8Array();
  expect(JSON.parse(out[0] ?? '')).toEqual({
    file: 'a.wav',
    model: 'aura-2-zeus-en',
    encoding: 'alaw',
    sampleRate: 8_000,
    samples: audio.length,
    seconds: Math.round(audio.length / 8) / 1_000,
    sha256: createHash('sha256').update(audio).digest('hex'),
  });
  await shell.run(['say', 'Hello.', '-o', 'b.wav', ...flags, '--sample-rate', '16000']);
  expect(wavIn('b.wav')).toMatchObject({ encoding: 'alaw', sampleRate: 16_000 });
});

it('speaks sentence by sentence, as /v1/speak does', async ({ shell, wavIn }) => {
  const texts = ['One two three. Four!', 'One two three.', 'Four!'];
  const lengths: number[] = [];
  for (const [index, text] of texts.entries()) {
    await shell.run(['say', text, '-o', `${index}.wav`]);
    lengths.push(wavIn(`${index}.wav`)?.audio.length ?? 0);
  }
  const [whole = 0, first = 0, second = 0] = lengths;
  expect(whole).toBe(first + second);
});

it('writes no file for a text without a word', async ({ shell }) => {
  const { exitCode, errors } = await shell.run(['say', ' \u200b', '-o', 'a.wav']);
  expect([exitCode, errors]).toEqual([1, ['The text is empty. Give it a word to speak.']]);
  expect(existsSync(shell.path('a.wav'))).toBe(false);
});

it('writes to standard output, with the summary beside it', async ({ shell }) => {
  await shell.run(['say', 'Hello.', '-o', 'a.wav']);
  const written: Uint8Array[] = [];
  const { exitCode, out, errors } = await shell.run(
    ['say', 'Hello.', '-o', '-'],
    {},
    { write: (bytes) => void written.push(bytes) },
  );
  expect({ exitCode, out, errors }).toEqual({
    exitCode: 0,
    out: [],
    errors: [expect.stringMatching(/^-: [01]\.\d\d s of linear16 at 24000 Hz/)],
  });
  expect(Buffer.concat(written)).toEqual(readFileSync(shell.path('a.wav')));
  expect(existsSync(shell.path('-'))).toBe(false);
});
