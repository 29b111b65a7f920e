// WAV files in streams of raw samples: their texts, and where their samples begin.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlacedCaption } from '../../../../adapters/audio/decoding/decoder.ts';
import {
  createFileScanner,
  type RawForm,
} from '../../../../adapters/audio/decoding/file-scanner.ts';
import { openDecoder, openFileScanner } from '../../../../adapters/audio/decoding/open-decoder.ts';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../../adapters/audio/wav.ts';
import { cutAt, decodeMessage } from '../../../support/speech/decoding.ts';

const form: RawForm = { pcm: 'linear16', sampleRate: 8_000, channels: 1 };
const audio = encode(
  Int16Array.from({ length: 50 }, (_, index) => index * 99),
  'linear16',
);
const file = (text: string, own: object = {}) =>
  writeWav({ encoding: 'linear16', sampleRate: 8_000, channels: 1, audio, text, ...own });

/** With the samples counted from the beginning of the stream. */
function scan(parts: readonly Uint8Array[], of = form): readonly PlacedCaption[] {
  const scanner = createFileScanner(of);
  const frameBytes = (of.pcm === 'linear16' ? 2 : 1) * of.channels;
  let bytes = 0;
  return parts.flatMap((part) => {
    const before = Math.floor(bytes / frameBytes);
    bytes += part.length;
    return scanner
      .receive(part)
      .map((caption) => ({ ...caption, sample: before + caption.sample }));
  });
}

const stream = Buffer.concat([
  audio,
  file('One two.', { words: [1, 20, 20, 40] }),
  Buffer.from('RIFF'),
  audio,
  file('Three.'),
]);
const startOf = (text: string) => (stream.indexOf('data', stream.indexOf(text)) + 8) / 2;
const captions = [
  { text: 'One two.', words: [1, 20, 20, 40], samples: 50, sample: startOf('One two.') },
  { text: 'Three.', words: undefined, samples: 50, sample: startOf('Three.') },
];

describe('a scanner of files in raw samples', () => {
  it('finds the same captions however the stream is cut', () => {
    expect(scan([stream])).toEqual(captions);
    expect(scan([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(captions);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 6 }), (cuts) => {
        expect(scan(cutAt(stream, cuts))).toEqual(captions);
      }),
    );
  });

  it.each<[string, Partial<RawForm>]>([
    ['rate', { sampleRate: 16_000 }],
    ['encoding', { pcm: 'mulaw' }],
    ['number of channels', { channels: 2 }],
  ])('has no caption of a file of another %s', (_, other) => {
    expect(scan([stream], { ...form, ...other })).toEqual([]);
  });

  it('has none of a file that begins in bytes that were skipped, and the next one at its place', () => {
    const scanner = createFileScanner(form);
    const cut = stream.indexOf('One two.') + 1;
    expect(scanner.receive(stream.subarray(0, cut))).toEqual([]);
    scanner.skip(11);
    const [caption, ...others] = scanner.receive(stream.subarray(cut + 11));
    expect(others).toEqual([]);
    expect(caption).toEqual({
      ...captions[1],
      sample: startOf('Three.') - Math.floor((cut + 11) / 2),
    });
  });

  it('reads no text that is longer than a header may be', () => {
    const long = file('x'.repeat(1024 * 1024));
    expect(scan([long, stream])).toEqual(
      captions.map((caption) => ({ ...caption, sample: caption.sample + long.length / 2 })),
    );
  });

  it('is there for raw samples alone', () => {
    expect(openFileScanner({ encoding: 'linear16', sampleRate: 8_000 })).toBeDefined();
    expect(openFileScanner({ encoding: 'opus', sampleRate: 48_000 })).toBeUndefined();
    expect(openFileScanner({})).toBeUndefined();
  });
});

describe('a container', () => {
  it('has its captions at the samples of their files', async () => {
    const files = Buffer.concat([file('One.'), file('Two.'), file('Three.', { text: undefined })]);
    const found: PlacedCaption[] = [];
    const decoder = openDecoder({});
    let samples = 0;
    for (const part of cutAt(files, [7, 60, 61, 200, 230])) {
      const { captions: begun, channels } = await decodeMessage(decoder, part);
      found.push(...begun.map((caption) => ({ ...caption, sample: samples + caption.sample })));
      samples += channels[0]?.length ?? 0;
    }
    expect(found).toEqual([
      { text: 'One.', words: undefined, samples: 50, sample: 0 },
      { text: 'Two.', words: undefined, samples: 50, sample: 50 },
    ]);
    expect(samples).toBe(150);
  });
});
