// The operator's route of the audio of sessions, as WAV.

import { z } from 'zod';
import { encode } from '../../../audio/encoding.ts';
import { writeWav } from '../../../audio/wav.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { audioAnswerSamplesMax } from '../../../protocol/limits.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { quoted } from '../../../wording.ts';

const whole = z
  .string()
  .refine(
    (text) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
    'must be a whole number',
  )
  .transform(Number);

const audioQuery = z.strictObject({
  side: z.enum(['user', 'agent']).meta({
    description: 'Whose audio: of the user, as it was received, or of the agent, as it was sent.',
  }),
  from: whole
    .default(0)
    .meta({ description: 'The first sample.', type: 'integer', minimum: 0, default: 0 }),
  limit: whole
    .refine(
      (limit) => limit >= 1 && limit <= audioAnswerSamplesMax,
      `must be from 1 to ${audioAnswerSamplesMax}`,
    )
    .default(audioAnswerSamplesMax)
    .meta({
      description:
        'The most samples of each channel. Fewer come where the audio ends, or if all channels together have more.',
      type: 'integer',
      minimum: 1,
      maximum: audioAnswerSamplesMax,
      default: audioAnswerSamplesMax,
    }),
});

type SideAudioQuery = z.infer<typeof audioQuery>;

const wavFile = z.string().meta({
  description: 'WAV with 16-bit samples, at the sample rate of the session.',
  format: 'binary',
});

export const audioRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/speech/sessions/:id/audio',
    name: 'getSessionAudio',
    summary: 'Get the audio of one side of a session, open or over, as WAV.',
    isUnrecorded: true,
    reads: bySchemas({ query: audioQuery }),
    answers: {
      200: { description: 'The samples.', other: { 'audio/wav': wavFile } },
      409: {
        description:
          'Audio of the user is not stored any more (`audio-dropped`), or another version of the voice spoke for the agent (`audio-changed`).',
      },
    },
    handle: (call, { params, query }) => getAudio(call, params, query),
  }),
];

async function getAudio(
  call: ControlCall,
  params: Params,
  { side, ...range }: SideAudioQuery,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const id = params['id'] ?? '';
  for (const book of call.options.sessions) {
    const found = await book.audio(world, id, side, range);
    if (found === undefined) continue;
    const { sampleRate, channels, samples } = found;
    const audio = encode(samples, 'linear16');
    const form = {
      encoding: 'linear16',
      sampleRate: sampleRate || rateOfNothing,
      channels,
    } as const;
    return {
      status: 200,
      headers: { 'Content-Type': 'audio/wav', 'Cache-Control': 'no-store' },
      bytes: writeWav({ ...form, audio }),
    };
  }
  const events = `GET /__reprise/worlds/${world.record.name}/events?type=SessionOpened`;
  const message = `There is no session ${quoted(id)} with audio; ${events} lists all.`;
  throw new ControlError(404, 'not-found', message);
}

/** Of a file without samples, in Hz. */
const rateOfNothing = 8_000;
