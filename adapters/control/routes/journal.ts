// Control route of the journal: in pages, or followed as a stream.

import type { z } from 'zod';
import { journalPage, journalPages, type PrintedEntry } from '../journal-pages.ts';
import { jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { acceptsStream } from '../../protocol/sent-values.ts';
import type { Parsed } from '../../protocol/routes/schema-reader.ts';
import { worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { streamAnswer } from '../../contracts/control-stream.ts';
import { eventId, message, pageTexts, resumedFrom } from '../event-stream.ts';
import { eventsHeaders } from '../wire/events.ts';
import { journalAnswer, journalQuery, journalText, printRecord } from '../wire/journal.ts';

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
  await world.describe(); // rejects after a reset: the store has the entries of another world then
  const last = entries.at(-1)?.n;
  const next = isLast || last === undefined ? null : last + 1;
  const texts = entries.map(({ text }) => text);
  const record = printRecord(world.record);
  return jsonText(200, `{"world":${record},"entries":[${texts.join(',')}],"next":${next}}`);
}

async function followJournal(
  call: ControlCall,
  { params, query, headers }: JournalInput,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const { inputs } = await world.describe();
  const has = `has had ${inputs} inputs and not that one`;
  const { from, resumableAt } = resumedFrom(
    world,
    query.from,
    headers['last-event-id'],
    inputs,
    has,
  );
  const slot = call.streams.open();
  const print = ({ n, text }: PrintedEntry) => message(eventId(n, world), text);
  return streamAnswer(slot, () => {
    const pages = journalPages(call.options.engine.store, world, from, slot.ended);
    return pageTexts(pages, print, slot.ended, resumableAt);
  });
}
