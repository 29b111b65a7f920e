// Control routes of recordings: start, stop, fetch.

import { RecordingStateError } from '../../contracts/recording-control.ts';
import { json } from '../../protocol/messages.ts';
import { ControlError, worldOf } from '../../contracts/control-call.ts';
import {
  bySchemas,
  controlRoute,
  emptyBody,
  type ControlRoute,
} from '../../contracts/control-route.ts';
import { printRecording, recordingAnswer, recordingText } from '../wire/recording.ts';

export const recordingRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/recording/start',
    name: 'startRecording',
    summary: 'Start a recording of all requests and responses of a world.',
    isUnrecorded: true,
    reads: bySchemas({ body: emptyBody }),
    answers: {
      201: { description: 'The started recording.', body: recordingAnswer },
      409: { description: 'A recording of the world is running.' },
    },
    handle: async (call, { params }) => {
      const world = worldOf(call, params);
      try {
        return json(201, printRecording(await call.options.recordings.start(world)));
      } catch (error) {
        throw refused(error);
      }
    },
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/recording/stop',
    name: 'stopRecording',
    summary: 'Stop the recording of a world and complete its file.',
    isUnrecorded: true,
    reads: bySchemas({ body: emptyBody }),
    answers: {
      200: { description: 'The stopped recording.', body: recordingAnswer },
      409: { description: 'No recording of the world is running.' },
    },
    handle: async (call, { params }) => {
      const { name } = worldOf(call, params).record;
      try {
        return json(200, printRecording(await call.options.recordings.stop(name)));
      } catch (error) {
        throw refused(error);
      }
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/recording',
    name: 'getRecording',
    summary: 'Fetch the newest recording of a world, even while it is running.',
    isUnrecorded: true,
    answers: {
      200: { description: 'The file.', other: { 'application/x-ndjson': recordingText } },
      404: { description: 'The world has no recording.' },
    },
    handle: async (call, { params }) => {
      const { name } = worldOf(call, params).record;
      const text = await call.options.recordings.textOf(name);
      if (text === undefined) throw noRecording(name);
      const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
      return { status: 200, headers, stream: () => text };
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/recording/status',
    name: 'getRecordingStatus',
    summary:
      'Show the state of the newest recording of a world: running, complete, or failed and why.',
    isUnrecorded: true,
    answers: {
      200: { description: 'The recording.', body: recordingAnswer },
      404: { description: 'The world has no recording.' },
    },
    handle: (call, { params }) => {
      const { name } = worldOf(call, params).record;
      const status = call.options.recordings.statusOf(name);
      if (status === undefined) throw noRecording(name);
      return json(200, printRecording(status));
    },
  }),
];

function noRecording(world: string): ControlError {
  const message = `World '${world}' has no recording. Start one with POST /__reprise/worlds/${world}/recording/start.`;
  return new ControlError(404, 'not-found', message);
}

function refused(error: unknown): unknown {
  if (!(error instanceof RecordingStateError)) return error;
  return new ControlError(409, error.code, error.message);
}
