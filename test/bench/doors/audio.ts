// Audio: much of it in few bytes, in every codec and container, where it is heard.

import { denseAudio, type DenseAudio } from '../../support/speech/dense-audio.ts';
import type { Door, MeasuredServer } from './door.ts';

/** Of a stream. */
const bytes = 24_000;

export const audioDoors: readonly Door[] = denseAudio.map((audio): Door => ({
  name: `/v1/listen, interim results of each channel: ${audio.name}`,
  run: (server) => listen(server, audio),
}));

async function listen(server: MeasuredServer, { form, messages }: DenseAudio): Promise<void> {
  const { encoding, sampleRate = 8_000, channels = 1 } = form;
  const query = new URLSearchParams({ interim_results: 'true', multichannel: 'true' });
  if (encoding !== undefined) {
    query.set('encoding', encoding);
    query.set('sample_rate', String(sampleRate));
    query.set('channels', String(channels));
  }
  const close = JSON.stringify({ type: 'CloseStream' });
  await server.session(`/v1/listen?${query.toString()}`, [...messages(bytes), close]);
}
