// FLAC, compared with the samples that its own encoder received.

import { describe, expect, it } from 'vitest';
import { decodeAll } from '../../../support/speech/decoding.ts';
import { flacBytes, flacFiles } from '../../../support/speech/flac-files.ts';

const mono = flacBytes('mono-16');
const { channels } = await decodeAll({}, [mono]);
const [samples = new Int16Array(0)] = channels;
/** The offset of the first frame, after the stream header and the comment. */
const firstFrame =
  4 +
  4 +
  34 +
  4 +
  mono
    .slice(42)
    .slice(3, 4)
    .reduce((sum, byte) => sum + byte, 0);

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(mono);
  change(bytes);
  return bytes;
}

describe('FLAC', () => {
  it.each(flacFiles)(
    'of $bits bits in $channels channels ($name) has its samples',
    async (file) => {
      const decoded = await decodeAll({ encoding: 'flac' }, [flacBytes(file.name)]);
      expect(decoded).toMatchObject({
        format: { sampleRate: 16_000, channels: file.channels },
        isUndecodable: false,
      });
      const sixteen = file.samples.map((sample) => Math.floor(sample * 2 ** (16 - file.bits)));
      decoded.channels.forEach((channel, index) => {
        expect([...channel]).toEqual(sixteen.filter((_, at) => at % file.channels === index));
      });
      expect(decoded.channels).toHaveLength(file.channels);
    },
  );

  it('has the samples of a frame with its last byte', async () => {
    const early = await decodeAll({}, [mono.subarray(0, -1)]);
    expect(early).toMatchObject({ isUndecodable: false, channels: [new Int16Array(0)] });
  });

  it('continues with another file of the same format', async () => {
    const twice = await decodeAll({}, [mono, mono]);
    expect(twice.channels[0]).toEqual(Int16Array.from([...samples, ...samples]));
    const other = await decodeAll({}, [mono, flacBytes('stereo-16')]);
    expect(other).toMatchObject({ isUndecodable: true, channels: [samples] });
  });

  it.each([
    ['no header', Buffer.concat([mono.subarray(0, 4), mono.subarray(42)])],
    ['no frame', Buffer.concat([mono, Buffer.from('TAG of a file')])],
    ['a part of another magic number', Buffer.concat([mono, Buffer.from('fLaX')])],
    ['a changed header of a frame', changed((bytes) => bytes.writeUInt8(0xc7, firstFrame + 2))],
    ['a changed sample', changed((bytes) => bytes.writeUInt8(0, bytes.length - 9))],
  ])('with %s is undecodable', async (_, bytes) => {
    expect(await decodeAll({ encoding: 'flac' }, [bytes])).toMatchObject({ isUndecodable: true });
  });

  it('is the only container of its encoding', async () => {
    const wav = Buffer.from('RIFF\0\0\0\0WAVE');
    expect(await decodeAll({ encoding: 'flac' }, [wav])).toMatchObject({ isUndecodable: true });
  });
});
