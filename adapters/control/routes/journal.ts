// Control route of the journal: in pages, or followed as a stream.

import type { z } from 'zod';
import { journalPage, journalPages } from '../journal-pages.ts';
import { jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { acceptsStream } from '../../protocol/sent-values.ts';
import type { Parsed } from '../../protocol/routes/schema-reader.ts';
import { ControlError, worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { eventId, message, pageTexts } from '../event-stream.ts';
import { eventsHeaders } from '../wire/events.ts';
import {
  journalAnswer,
  journalQuery,
  journalText,
  printEntry,
  printRecord,
} from '../wire/journal.ts';

type JournalInput = Parsed<unknown, z.infer<typeof journalQuery>, z.infer<typeof eventsHeaders>>;

export const journalRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/journal',
    name: 'readJournal',
    summary:
      'Read the inputs of a world with their events; with Accept: text/event-stream, follow them without end.',
    isUnrecorded: true,
    reads: bySchemas({ headers: eventsHeaders, query: journalQuery }),
    answers: {
      200: {
        description: 'Inputs in order.',
        body: journalAnswer,
        other: { 'text/event-stream': journalText },
      },
      409: { description: 'The world has no input with the Last-Event-ID.' },
    },
    handle: (call, input) =>
      acceptsStream(call.request) ? followJournal(call, input) : readJournal(call, input),
  }),
];

async function readJournal(
  call: ControlCall,
  { params, query: { from, limit } }: JournalInput,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  await world.describe(); // commits all inputs before this request
  const { entries, isLast } = await journalPage(call.options.engine.store, world, from, limit);
  const last = entries.at(-1)?.input.n;
  const next = isLast || last === undefined ? null : last + 1;
  const texts = entries.map((entry) => printEntry(entry));
  const record = printRecord(world.record);
  return jsonText(200, `{"world":${record},"entries":[${texts.join(',')}],"next":${next}}`);
}

async function followJournal(
  call: ControlCall,
  { params, query, headers }: JournalInput,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const lastId = headers['last-event-id'];
  const { inputs } = await world.describe();
  const { name, resets = 0 } = world.record;
  if (lastId !== undefined && (lastId.resets !== resets || lastId.position > inputs)) {
    throw new ControlError(
      409,
      'position-unknown',
      `World '${name}' has had ${inputs} inputs and not that one: it was reset, or the id is of another world. Connect again without Last-Event-ID.`,
    );
  }
  const from = Math.max(query.from, (lastId?.position ?? 0) + 1);
  const slot = call.streams.open();
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    stream(gone) {
      if (gone.aborted) slot.end();
      gone.addEventListener('abort', slot.end, { once: true });
      const pages = journalPages(call.options.engine.store, world, from, slot.ended);
      const resumableAt = eventId(Math.min(from - 1, inputs), world);
      return pageTexts(
        pages,
        (entry) => message(eventId(entry.input.n, world), printEntry(entry)),
        slot,
        resumableAt,
      );
    },
  };
}
