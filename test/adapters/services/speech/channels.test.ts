import { describe, expect, it } from 'vitest';
import { audioFormAt } from '../../../../adapters/services/speech/channels.ts';

describe('the form of the audio on a connection', () => {
  it.each([
    ['/v1/speak', { encoding: 'linear16', sampleRate: 24_000, sampleBytes: 2 }],
    ['/w/a/v1/speak?encoding=mulaw', { encoding: 'mulaw', sampleRate: 8_000, sampleBytes: 1 }],
    [
      '/v1/listen?encoding=linear32&sample_rate=48000&channels=2&model=ours&callback=http://x.test',
      { encoding: 'linear32', sampleRate: 48_000, sampleBytes: 8 },
    ],
    [
      '/v2/listen?model=flux-general-en&encoding=alaw&sample_rate=8000',
      { encoding: 'alaw', sampleRate: 8_000, sampleBytes: 1 },
    ],
    ['/v1/listen', undefined],
    ['/v1/listen?encoding=flac&sample_rate=8000', undefined],
    ['/v2/listen?model=flux-general-en&encoding=opus&sample_rate=48000', undefined],
    ['/v2/listen?encoding=alaw', undefined],
    ['/v1/speak?encoding=opus', undefined],
    ['/w/a/v1/agent/converse', undefined],
    ['/v1/agent/converse?model=flux-general-en&encoding=alaw&sample_rate=8000', undefined],
  ])('is determined by the URL %s', (url, form) => {
    expect(audioFormAt(url)).toEqual(form);
  });
});
