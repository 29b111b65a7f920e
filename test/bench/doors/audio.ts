// Audio: much of it in few bytes, in every codec and container, where it is heard.

import { denseAudio, type DenseAudio } from '../../support/speech/dense-audio.ts';
import type { Door, MeasuredServer } from './door.ts';

/** Of a stream: as many bytes as a message may have, or as bring so many samples. */
const bytesMax = 4_000_000;
const samplesMax = 2_000_000;

export const audioDoors: readonly Door[] = denseAudio.map((audio) => ({
  name: `/v1/listen, each channel: ${audio.name}`,
  run: (server) => listen(server, audio),
}));

async function listen(server: MeasuredServer, audio: DenseAudio): Promise<void> {
  const { encoding, sampleRate = 8_000, channels = 1 } = audio.form;
  const query = new URLSearchParams({ interim_results: 'true', multichannel: 'true' });
  if (encoding !== undefined) {
    query.set('encoding', encoding);
    query.set('sample_rate', String(sampleRate));
    query.set('channels', String(channels));
  }
  const bytes = Math.min(bytesMax, samplesMax / audio.samplesPerByte);
  const close = JSON.stringify({ type: 'CloseStream' });
  await server.session(`/v1/listen?${query.toString()}`, [...audio.messages(bytes), close]);
}
