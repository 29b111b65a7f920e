// Control routes of recordings: start, stop, fetch.

import { z } from 'zod';
import {
  RecordingStateError,
  type CutRecording,
  type ExchangePage,
} from '../../contracts/recording-control.ts';
import { json, jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { acceptsStream } from '../../protocol/sent-values.ts';
import type { Parsed } from '../../protocol/routes/schema-reader.ts';
import { ControlError, worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { streamAnswer } from '../../contracts/control-stream.ts';
import { pageTexts } from '../event-stream.ts';
import {
  bySchemas,
  controlRoute,
  emptyBody,
  type ControlRoute,
} from '../../contracts/control-route.ts';
import {
  exchangesAnswer,
  exchangesHeaders,
  exchangesQuery,
  exchangesText,
} from '../wire/exchanges.ts';
import {
  cutRecordingAnswer,
  printCutRecording,
  printRecording,
  recordingAnswer,
  recordingText,
} from '../wire/recording.ts';

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
      const { recordings } = call.options;
      const cut = await recordings.cutRecordingOf(name);
      if (cut !== undefined) throw new ControlError(409, 'not-recording', cutMessage(cut));
      try {
        return json(200, printRecording(await recordings.stop(name)));
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
      404: {
        description:
          'The world has no recording, or its newest one was cut off: the file is elsewhere.',
      },
    },
    handle: async (call, { params }) => {
      const { name } = worldOf(call, params).record;
      const { recordings } = call.options;
      const cut = await recordings.cutRecordingOf(name);
      if (cut !== undefined) throw new ControlError(404, 'not-found', cutMessage(cut));
      const text = await recordings.textOf(name);
      if (text === undefined) throw noRecording(name);
      const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
      return { status: 200, headers, stream: () => text };
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/recording/exchanges',
    name: 'listRecordedExchanges',
    summary:
      'List what the newest recording of a world has: requests with answers, sockets, webhooks; with Accept: text/event-stream, follow it.',
    isUnrecorded: true,
    reads: bySchemas({ headers: exchangesHeaders, query: exchangesQuery }),
    answers: {
      200: {
        description: 'Exchanges in the order of their requests.',
        body: exchangesAnswer,
        other: { 'text/event-stream': exchangesText },
      },
      409: { description: 'Only if it is followed: no recording of the world is running.' },
    },
    handle: (call, input) =>
      acceptsStream(call.request) ? followExchanges(call, input) : listExchanges(call, input),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/recording/status',
    name: 'getRecordingStatus',
    summary:
      'Show the state of the newest recording of a world: running, complete, cut off, or failed and why.',
    isUnrecorded: true,
    answers: {
      200: { description: 'The recording.', body: z.union([recordingAnswer, cutRecordingAnswer]) },
      404: { description: 'The world has no recording.' },
    },
    handle: async (call, { params }) => {
      const { name } = worldOf(call, params).record;
      const { recordings } = call.options;
      const cut = await recordings.cutRecordingOf(name);
      if (cut !== undefined) return json(200, printCutRecording(cut));
      const status = recordings.statusOf(name);
      if (status === undefined) throw noRecording(name);
      return json(200, printRecording(status));
    },
  }),
];

type ExchangesInput = Parsed<
  unknown,
  z.infer<typeof exchangesQuery>,
  z.infer<typeof exchangesHeaders>
>;

async function listExchanges(
  call: ControlCall,
  { params, query }: ExchangesInput,
): Promise<HttpResponse> {
  const { name } = worldOf(call, params).record;
  const { recordings } = call.options;
  const status = recordings.statusOf(name);
  const recording = status === undefined ? {} : { recording: printRecording(status) };
  // Nothing is read for a client that has it all.
  const isKnown = status === undefined || query.after >= status.entries;
  const pages = isKnown ? undefined : recordings.exchangesOf(name, query);
  const page = (await pages?.next())?.value;
  await pages?.return(undefined);
  const { exchanges = [], last = query.after, isLast = true } = page ?? {};
  const texts = exchanges.map((exchange) => JSON.stringify(exchange));
  const rest = JSON.stringify({ last, isLast, ...recording }).slice(1);
  return jsonText(200, `{"exchanges":[${texts.join(',')}],${rest}`);
}

function followExchanges(
  call: ControlCall,
  { params, query, headers }: ExchangesInput,
): HttpResponse {
  const { name } = worldOf(call, params).record;
  const { recordings } = call.options;
  if (recordings.statusOf(name)?.state !== 'recording') throw notRecording(name);
  const after = Math.max(query.after, headers['last-event-id'] ?? 0);
  const slot = call.streams.open();
  const pages = recordings.exchangesOf(name, { after, followed: slot.ended });
  if (pages === undefined) {
    slot.end();
    throw notRecording(name);
  }
  return streamAnswer(slot, () => pageTexts(messagePages(pages), (text) => text, slot.ended));
}

function notRecording(world: string): ControlError {
  const message = `World '${world}' is not recorded, so nothing can be followed. Start a recording with POST /__reprise/worlds/${world}/recording/start.`;
  return new ControlError(409, 'not-recording', message);
}

/** Only the last exchange of a page has an id: a client that has it has all before it. */
async function* messagePages(
  pages: AsyncGenerator<ExchangePage, undefined, void>,
): AsyncGenerator<readonly string[], undefined, void> {
  for await (const { exchanges, last } of pages) {
    yield exchanges.map((exchange, index) => {
      const data = `data: ${JSON.stringify(exchange)}\n\n`;
      return index < exchanges.length - 1 ? data : `id: ${last}\n${data}`;
    });
  }
  return undefined;
}

function cutMessage({ world, file, node }: CutRecording): string {
  const place = node === undefined ? '' : ` on the machine of node ${node}`;
  return `The recording of world '${world}' was cut off: its process died, or lost the world, and noted no end. Its file is ${file}${place}; replay it with reprise replay --allow-cut. Start a new one with POST /__reprise/worlds/${world}/recording/start.`;
}

function noRecording(world: string): ControlError {
  const message = `World '${world}' has no recording. Start one with POST /__reprise/worlds/${world}/recording/start.`;
  return new ControlError(404, 'not-found', message);
}

function refused(error: unknown): unknown {
  if (!(error instanceof RecordingStateError)) return error;
  return new ControlError(409, error.code, error.message);
}
