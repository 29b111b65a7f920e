// Audio: much of it in few bytes, in every codec and container, where it is heard.

import { denseAudio, type DenseAudio } from '../../support/speech/dense-audio.ts';
import type { Door, MeasuredServer } from './door.ts';

/** Of a stream: as many bytes as a message may have, or as bring so many samples. */
const bytesMax = 4_000_000;
const samplesMax = 2_000_000;

/** Texts of files are read from raw samples, too. */
const fileStarts = {
  marks: 'RIFF',
  headers: 'RIFF\xff\xff\xff\x00WAVE',
  chunks: 'RIFF0000WAVELIST\x00\x00\x00\x00',
};

export const audioDoors: readonly Door[] = [
  ...denseAudio.map((audio) => ({
    name: `/v1/listen, each channel: ${audio.name}`,
    run: (server: MeasuredServer) => listen(server, '/v1/listen', audio),
  })),
  ...Object.entries(fileStarts).map(([name, start]): Door => ({
    name: `/v1/listen, raw samples with as many starts of files as fit: ${name}`,
    async run(server) {
      const close = JSON.stringify({ type: 'CloseStream' });
      const path = '/v1/listen?encoding=linear16&sample_rate=48000';
      await server.session(path, [Buffer.alloc(bytesMax, start), close]);
    },
  })),
  ...denseAudio.filter(isOfTurns).map((audio) => ({
    name: `/v2/listen: ${audio.name}`,
    run: (server: MeasuredServer) => listen(server, '/v2/listen', audio),
  })),
  ...denseAudio.filter(isOfAgents).map((audio) => ({
    name: `/v1/agent/converse: ${audio.name}`,
    run: (server: MeasuredServer) => converse(server, audio),
  })),
];

/** Encodings that /v2/listen has, and containers. */
function isOfTurns({ form: { encoding, channels = 1 } }: DenseAudio): boolean {
  const refused = ['flac', 'amr-nb', 'amr-wb', 'speex', 'g729'];
  return channels === 1 && !refused.includes(encoding ?? '');
}

/** Settings name an encoding, and no channels. */
function isOfAgents({ form: { encoding, channels = 1 } }: DenseAudio): boolean {
  return channels === 1 && encoding !== undefined;
}

async function listen(server: MeasuredServer, path: string, audio: DenseAudio): Promise<void> {
  const { encoding, sampleRate = 8_000, channels = 1 } = audio.form;
  const isTurns = path === '/v2/listen';
  const query = new URLSearchParams(isTurns ? { model: 'flux-general-en' } : eachChannel);
  if (encoding !== undefined) {
    query.set('encoding', encoding);
    query.set('sample_rate', String(sampleRate));
    if (!isTurns) query.set('channels', String(channels));
  }
  const close = JSON.stringify({ type: 'CloseStream' });
  await server.session(`${path}?${query.toString()}`, [...messagesOf(audio), close]);
}

const eachChannel = { interim_results: 'true', multichannel: 'true' };

/** Ends with audio that is none: the session has no message that closes it. */
async function converse(server: MeasuredServer, audio: DenseAudio): Promise<void> {
  const { encoding, sampleRate = 8_000 } = audio.form;
  const rates: Readonly<Record<string, number>> = { 'amr-nb': 8_000, 'amr-wb': 16_000 };
  const settings = {
    type: 'Settings',
    audio: { input: { encoding, sample_rate: rates[encoding ?? ''] ?? sampleRate } },
    agent: {},
  };
  const texts = [JSON.stringify(settings), ...messagesOf(audio), JSON.stringify(settings)];
  await server.session('/v1/agent/converse', texts);
}

function messagesOf({ samplesPerByte, messages }: DenseAudio): readonly Uint8Array[] {
  return messages(Math.min(bytesMax, samplesMax / samplesPerByte));
}
