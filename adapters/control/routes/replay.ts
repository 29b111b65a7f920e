// Control route of the replay of an uploaded recording.

import type { z } from 'zod';
import { ControlError, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { UploadError } from '../../contracts/replay-control.ts';
import { jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { storyAnswer, uploadBody } from '../wire/replay.ts';

export const replayRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['POST'],
    path: '/replay',
    name: 'replayUpload',
    summary: 'Replay an uploaded recording, and show its world; no world of the server is touched.',
    reads: bySchemas({ body: uploadBody }),
    answers: {
      200: { description: 'What the recording shows.', body: storyAnswer },
      422: { description: 'The recording cannot be read or executed, or not within the limits.' },
    },
    handle: (call, { body }) => replayUpload(call, body),
  }),
];

async function replayUpload(
  { options: { replays } }: ControlCall,
  { name, recording }: z.infer<typeof uploadBody>,
): Promise<HttpResponse> {
  try {
    return jsonText(200, await replays.storyOf({ name, text: recording }));
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    throw new ControlError(422, 'recording-refused', error.message);
  }
}
