import { describe, expect, it } from 'vitest';
import { AudioTexts } from '../../../../adapters/recording/inspect/audio-text.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';

const opened = { kind: 'ws.open', conn: 1, service: 'speech', url: '/v1/agent/converse' };
const sent = (audio: unknown) => ({
  kind: 'ws.in',
  conn: 1,
  text: JSON.stringify({ type: 'Settings', audio, agent: {} }),
});
const form = { input: { encoding: 'mulaw', sample_rate: 8_000 }, output: { sample_rate: 16_000 } };

function textsOf(...entries: readonly object[]): AudioTexts {
  const texts = new AudioTexts();
  for (const entry of entries) texts.open(entry as Entry);
  return texts;
}

describe('audio of a conversation', () => {
  it('has the durations that its Settings declare for each direction', () => {
    const texts = textsOf(opened, sent(form), sent({}));
    expect(texts.of(1, 1_600, 'client')).toBe('0.20 s of mulaw at 8000 Hz, 1600 bytes');
    expect(texts.of(1, 6_400, 'server')).toBe('0.20 s of linear16 at 16000 Hz, 6400 bytes');
  });

  it.each([
    ['without Settings', [opened]],
    ['whose Settings are no JSON', [opened, { ...sent({}), text: '{' }]],
    ['whose Settings are not valid', [opened, sent({ output: { sample_rate: 7 } })]],
    ['of a coded form', [opened, sent({ input: { encoding: 'opus', sample_rate: 48_000 } })]],
  ])('%s has its size', (_what, entries) => {
    expect(textsOf(...entries).of(1, 1_600, 'client')).toBe('1600 bytes');
  });
});
