// Random sentences that a world speaks are recognized word for word on both channels, among others that it has spoken, in every
// encoding with a decoder and in every container, in frames of any size, after any silence.

import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { inputEncodings } from '../../adapters/audio/decoding/decoder.ts';
import { decode, encode } from '../../adapters/audio/encoding.ts';
import { writeWav } from '../../adapters/audio/wav.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { spokenBy, type ReceivedItem } from '../support/speech/client.ts';
import { flacStream } from '../support/speech/flac-writer.ts';
import { speechTest } from '../support/runner/speech-test.ts';
import { oggOpus, opusPackets, webmOpus } from '../support/speech/opus-streams.ts';
import { joinSamples, silence } from '../support/speech/voices.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const it = speechTest()
  .extend('spoken', ({ host }) => async (text: string, model: string, rate: Rate) => {
    const query = `?model=${model}&encoding=linear16&sample_rate=${rate}`;
    return decode(await spokenBy(host, text, query), 'linear16');
  })
  /** The messages of a session that receives these frames. */
  .extend(
    'messages',
    ({ connect }) =>
      async (path: string, query: string, frames: readonly Uint8Array[]) => {
        const client = await connect(path, { query });
        for (const frame of frames) client.socket.send(frame);
        client.send({ type: 'CloseStream' });
        await client.closed;
        return client.seen;
      },
  )
  .extend(
    'heard',
    ({ messages }) =>
      async (path: string, query: string, frames: readonly Uint8Array[]) => {
        const seen = await messages(path, query, frames);
        return seen.flatMap(path === '/v1/listen' ? finalWords : endedTurn).join(' ');
      },
  );

const vocabulary =
  `about after again apple before between bottle bridge cannot captain carry castle decide doctor eleven engine every family
  finger follow forest garden gentle happy holiday however inside island journey kitchen ladder letter market meadow minute
  morning mountain never number orange paper people pepper perhaps picture planet pocket quarter quiet rabbit reason river
  second silver simple sister sunday table teacher thunder ticket tomorrow travel under until valley village water weather
  winter without wonder yellow`.split(/\s+/);

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const textOf = (...sentences: readonly (readonly string[])[]) =>
  sentences
    .filter((sentence) => sentence.length > 1)
    .map((sentence) => `${capital(sentence.join(' '))}.`)
    .join(' ');

/** One or two sentences, and a twin that starts with the same words, up to `commonMax` of them. */
const anyTexts = (commonMax: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 8, maxLength: 14 }),
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: commonMax }),
    )
    .map(([words, cut, common]) => {
      const [own, rest] = [words.slice(0, -4), words.slice(-4)];
      return {
        text: textOf(own.slice(0, cut), own.slice(cut)),
        twin: textOf([...own.slice(0, common), ...rest]),
      };
    });

const models = ['aura-2-thalia-en', 'aura-zeus-en', 'aura-asteria-en', 'aura-orion-en'] as const;
type Line = readonly [text: string, model: (typeof models)[number]];

/** Other sentences that the world has spoken; the voice synthesizes each only once. */
const anyLines: fc.Arbitrary<readonly Line[]> = fc.subarray(
  [
    'Good morning, how can I help you?',
    'The river is quiet in winter.',
    'Yes.',
    'Perhaps we will meet in the garden tomorrow.',
  ].flatMap((text) => models.slice(0, 2).map((model): Line => [text, model])),
  { minLength: 1, maxLength: 3 },
);

const rates = [8_000, 16_000, 24_000, 48_000] as const;
type Rate = (typeof rates)[number];

/** A query, and messages or the bytes of a stream. */
type Written = readonly [query: string, audio: Uint8Array | readonly Uint8Array[]];

function floats(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 4);
  samples.forEach((sample, index) => bytes.writeFloatLE(sample / 32_768, index * 4));
  return bytes;
}

const raw = (encoding: string, rate: Rate) => `&encoding=${encoding}&sample_rate=${rate}`;

const writers: Readonly<Record<string, (samples: Int16Array, rate: Rate) => Written>> = {
  linear16: (samples, rate) => [raw('linear16', rate), encode(samples, 'linear16')],
  linear32: (samples, rate) => [raw('linear32', rate), floats(samples)],
  mulaw: (samples, rate) => [raw('mulaw', rate), encode(samples, 'mulaw')],
  alaw: (samples, rate) => [raw('alaw', rate), encode(samples, 'alaw')],
  opus: (samples, rate) => [raw('opus', rate), opusPackets(samples, rate)],
  flac: (samples, rate) => [raw('flac', rate), flacStream(samples, rate)],
  'ogg-opus': (samples, rate) => [raw('ogg-opus', 48_000), oggOpus(opusPackets(samples, rate))],
  FLAC: (samples, rate) => ['', flacStream(samples, rate)],
  Ogg: (samples, rate) => ['', oggOpus(opusPackets(samples, rate))],
  WebM: (samples, rate) => ['', webmOpus(opusPackets(samples, rate))],
  WAV: (samples, rate) => {
    const audio = encode(samples, 'linear16');
    return ['', writeWav({ encoding: 'linear16', sampleRate: rate, channels: 1, audio })];
  },
};

interface Alternative {
  readonly transcript: string;
  readonly words: readonly { readonly confidence: number }[];
}

interface Final {
  readonly is_final?: boolean;
  readonly channel?: { readonly alternatives: readonly Alternative[] };
}

function finalWords(message: ReceivedItem): readonly string[] {
  const { is_final: isFinal, channel } = message as Final;
  const transcript = channel?.alternatives[0]?.transcript ?? '';
  return isFinal === true && transcript !== '' ? [transcript] : [];
}

function endedTurn(message: ReceivedItem): readonly string[] {
  const { event, transcript } = message as { readonly event?: string; readonly transcript: string };
  return event === 'EndOfTurn' ? [transcript] : [];
}

/** Cuts a stream into the given sizes, in turn; separate messages stay whole. */
function framesOf(audio: Written[1], sizes: readonly number[]): readonly Uint8Array[] {
  if (!(audio instanceof Uint8Array)) return audio;
  const frames: Uint8Array[] = [];
  for (let at = 0; at < audio.length;) {
    const end = at + (sizes[frames.length % sizes.length] ?? 1);
    frames.push(audio.subarray(at, end));
    at = end;
  }
  return frames;
}

/** The frames of these encodings are counted, not decoded. */
const undecoded = ['amr-nb', 'amr-wb', 'speex', 'g729'];
/** Encodings that /v2/listen refuses. */
const onlyOnV1 = ['flac'];

it('has a writer for each encoding with a decoder', () => {
  expect([...Object.keys(writers), ...undecoded]).toEqual(
    expect.arrayContaining([...inputEncodings]),
  );
});

it.for(Object.keys(writers))(
  'spoken sentences are recognized in %s',
  async (form, { host, spoken, heard }) => {
    const write = writers[form] as (typeof writers)[string];
    await fc.assert(
      fc.asyncProperty(
        anyTexts(3),
        fc.constantFrom(...models),
        anyLines,
        fc.constantFrom(...rates),
        fc.integer({ min: 0, max: 800 }),
        fc.array(fc.integer({ min: 500, max: 20_000 }), { minLength: 1, maxLength: 5 }),
        async ({ text, twin }, model, others, rate, leadMs, sizes) => {
          await host.reprise.engine.reset('default');
          for (const [other, by] of others) await spoken(other, by, 8_000);
          await spoken(twin, model, rate);
          const voice = await spoken(text, model, rate);
          const lead = new Int16Array((leadMs * rate) / 1_000);
          const [query, audio] = write(joinSamples(lead, voice, silence(1.5, rate)), rate);
          const frames = framesOf(audio, sizes);
          expect(await heard('/v1/listen', `?punctuate=true${query}`, frames)).toBe(text);
          if (onlyOnV1.includes(form)) return;
          const turns = `?model=flux-general-en${query}`;
          expect(await heard('/v2/listen', turns, frames)).toBe(text);
        },
      ),
      runs(3),
    );
  },
);

/** Two texts that agree in one short word only: a common beginning of 0.8 s or more would be recognized. */
const shortPrefixes = anyTexts(1).filter(({ text, twin }) => {
  const [[first = '', next = ''], [, other = '']] = [text.split(' '), twin.split(' ')];
  return first.length <= 5 && next.slice(0, 1) !== other.slice(0, 1);
});

it('a sentence that the world has not spoken is not recognized, though it starts with the same short word', async ({
  host,
  spoken,
  messages,
}) => {
  const query = `?punctuate=true&interim_results=true${raw('mulaw', 8_000)}`;
  await fc.assert(
    fc.asyncProperty(
      shortPrefixes,
      fc.constantFrom(...models),
      anyLines,
      async (texts, model, others) => {
        const voice = await spoken(texts.text, model, 8_000);
        await host.reprise.engine.reset('default');
        for (const [other, by] of others) await spoken(other, by, 8_000);
        await spoken(texts.twin, model, 8_000);
        const audio = encode(joinSamples(voice, silence(1.5, 8_000)), 'mulaw');
        const seen = await messages('/v1/listen', query, framesOf(audio, [1_600]));
        const words = seen.flatMap((message) => {
          return (message as Final).channel?.alternatives.flatMap((one) => one.words) ?? [];
        });
        expect(words.length).toBeGreaterThan(3);
        expect(Math.max(...words.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.5);
      },
    ),
    runs(6),
  );
});
