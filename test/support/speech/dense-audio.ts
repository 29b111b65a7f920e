// Legal streams of the most work for each byte: much audio in few bytes, in every codec and container.

import type { StreamForm } from '../../../adapters/audio/decoding/decoder.ts';
import { encode } from '../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../adapters/audio/wav.ts';
import { captionCharsMax } from '../../../core/speech/recognition/hearing/file-caption.ts';
import { denseFlac } from './dense-flac.ts';
import { buzzing } from './spoiled.ts';
import { ebml, oggPage, oggTags, opusHeadBytes, webmOpus } from './opus-streams.ts';

export interface DenseAudio {
  readonly name: string;
  readonly form: StreamForm;
  /** About, of all channels together; 0 if they are no audio. */
  readonly samplesPerByte: number;
  /** The messages of a stream with about so many bytes. */
  readonly messages: (bytes: number) => readonly Uint8Array[];
}

/** A packet of Opus that stands for 120 ms, or 60 ms in one frame, of a codec of its own: what is lost is made up. */
const packetOf = {
  celt: Uint8Array.of((31 << 3) | 3, 6),
  silk: Uint8Array.of((11 << 3) | 3, 2),
  single: Uint8Array.of(11 << 3),
} as const;

const noiseUnit = (() => {
  let state = 1;
  return Uint8Array.from({ length: 65_521 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  });
})();

const inOne = (bytes: Uint8Array): readonly Uint8Array[] => [bytes];

function filled(byte: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

function emptyWav(): Uint8Array {
  return writeWav({ encoding: 'mulaw', sampleRate: 4_000, channels: 1, audio: new Uint8Array(2) });
}

function oggOf(packet: Uint8Array, bytes: number, channels = 1): Uint8Array {
  const head = oggPage({ flags: 2, granule: 0, packets: [opusHeadBytes({ channels })] });
  const tags = oggPage({ flags: 0, granule: 0, packets: [oggTags] });
  const full = Array.from({ length: 255 }, () => packet);
  const page = oggPage({ flags: 0, granule: -1, packets: full });
  const count = Math.max(1, Math.floor(bytes / page.length));
  return Buffer.concat([head, tags, ...Array.from({ length: count }, () => page)]);
}

const block = (packet: Uint8Array) => Buffer.concat([Uint8Array.of(0x81, 0, 0, 0x80), packet]);

/** Elements with one byte of their size. */
function shortElement(id: number, content: Uint8Array): Buffer {
  return Buffer.concat([Uint8Array.of(id, 0x80 | content.length), content]);
}

function webmOf(element: Uint8Array, bytes: number): Uint8Array {
  const count = Math.max(1, Math.floor(bytes / element.length));
  return Buffer.concat([webmOpus([]), ...Array.from({ length: count }, () => element)]);
}

/** Elements of WebM with as many empty children as a message may bring. */
function crowdedWebm(id: number, bytes: number): Uint8Array {
  const children = Buffer.alloc(Math.min(bytes, 1_000_000) & ~1, Uint8Array.of(0xec, 0x80));
  const start = id === 0x1654ae6b ? [] : [webmOpus([])];
  const opening = [ebml(0x1a45dfa3, ebml(0x4282, Buffer.from('webm')))];
  return Buffer.concat([...(start.length > 0 ? start : opening), ebml(id, children)]);
}

const rawBytes = { linear16: 2, linear32: 4, mulaw: 1, alaw: 1 } as const;

const raw = (['linear16', 'linear32', 'mulaw', 'alaw'] as const).flatMap((encoding) =>
  [4_000, 8_000, 48_000, 192_000].flatMap((sampleRate) =>
    [1, 20].map((channels): DenseAudio => ({
      name: `${encoding} at ${sampleRate} Hz, channels: ${channels}`,
      form: { encoding, sampleRate, channels },
      samplesPerByte: 1 / rawBytes[encoding],
      messages: (bytes) => inOne(noise(bytes)),
    })),
  ),
);

/** The same bytes each time. As floating point, many are louder than may be. */
function noise(length: number): Uint8Array {
  return Buffer.alloc(length, noiseUnit);
}

const flac = (['constant', 'predicted', 'fixed'] as const).flatMap((kind) =>
  [1, 8].flatMap((channels) =>
    [65_535, 48].map((length): DenseAudio => ({
      name: `FLAC, ${kind}, frames of ${length} samples, channels: ${channels}`,
      form: { encoding: 'flac' },
      samplesPerByte: length / { constant: 3, fixed: 5, predicted: 15 }[kind],
      messages: (bytes) => inOne(denseFlac({ kind, channels, length, sampleRate: 4_000 }, bytes)),
    })),
  ),
);

const ogg = Object.entries(packetOf).flatMap(([kind, packet]) =>
  [1, 2].map((channels): DenseAudio => ({
    name: `Ogg Opus, ${kind}, channels: ${channels}`,
    form: { encoding: 'ogg-opus', sampleRate: 48_000 },
    samplesPerByte: 2_000 * channels,
    messages: (bytes) => inOne(oggOf(packet, bytes, channels)),
  })),
);

/** By encoding: frames of the fewest bytes. */
const counted: readonly DenseAudio[] = [
  {
    name: 'AMR of silence',
    form: { encoding: 'amr-nb' },
    samplesPerByte: 160,
    messages: (bytes) => inOne(filled(15 << 3, bytes)),
  },
  {
    name: 'AMR-WB of silence',
    form: { encoding: 'amr-wb', sampleRate: 16_000 },
    samplesPerByte: 320,
    messages: (bytes) => inOne(filled(15 << 3, bytes)),
  },
  {
    name: 'AMR of voice',
    form: { encoding: 'amr-wb', sampleRate: 16_000 },
    samplesPerByte: 18,
    messages: (bytes) => inOne(Buffer.alloc(bytes, Uint8Array.of(0, ...filled(1, 17)))),
  },
  {
    name: 'G.729',
    form: { encoding: 'g729' },
    samplesPerByte: 8,
    messages: (bytes) => inOne(noise(bytes)),
  },
  {
    name: 'Speex',
    form: { encoding: 'speex', sampleRate: 32_000 },
    samplesPerByte: 640,
    messages: (bytes) => Array.from({ length: bytes }, () => filled(1, 1)),
  },
  {
    name: 'packets of Opus',
    form: { encoding: 'opus', sampleRate: 48_000, channels: 2 },
    samplesPerByte: 5_760,
    messages: (bytes) => Array.from({ length: bytes >> 1 }, () => packetOf.silk),
  },
];

function webm(
  name: string,
  samplesPerByte: number,
  stream: (bytes: number) => Uint8Array,
): DenseAudio {
  return { name: `WebM, ${name}`, form: {}, samplesPerByte, messages: (bytes) => [stream(bytes)] };
}

const blocks = shortElement(0xa3, block(packetOf.celt));
const groups = shortElement(0xa0, shortElement(0xa1, block(packetOf.silk)));

const webms: readonly DenseAudio[] = [
  webm('blocks', 720, (bytes) => webmOf(blocks, bytes)),
  webm('groups of blocks', 575, (bytes) => webmOf(groups, bytes)),
  webm('empty elements', 0, (bytes) => webmOf(Uint8Array.of(0xec, 0x80), bytes)),
  webm('many children of Tracks', 0, (bytes) => crowdedWebm(0x1654ae6b, bytes)),
  webm('many children of a BlockGroup', 0, (bytes) => crowdedWebm(0xa0, bytes)),
];

const wav: DenseAudio = {
  name: 'WAV, many chunks',
  form: {},
  samplesPerByte: 0,
  messages: (bytes) => inOne(Buffer.concat([emptyWav(), Buffer.alloc(bytes & ~7, 'LIST\0\0\0\0')])),
};

/** A text of as many words as a file may have, over a voice and its pauses. */
const captioned: DenseAudio = {
  name: 'WAV, a text of many words',
  form: {},
  samplesPerByte: 0.5,
  messages: (bytes) => {
    const spoken = encode(buzzing(140, 3, 0.3, 2), 'linear16');
    const round = Buffer.concat([spoken, Buffer.alloc(spoken.length)]);
    const audio = Buffer.alloc(Math.max(2, bytes & ~1), round);
    const text = 'a '.repeat(Math.min(captionCharsMax, bytes) / 2 - 1);
    return inOne(writeWav({ encoding: 'linear16', sampleRate: 16_000, channels: 1, audio, text }));
  },
};

export const denseAudio: readonly DenseAudio[] = [
  ...raw,
  ...flac,
  ...ogg,
  ...webms,
  wav,
  captioned,
  ...counted,
];
