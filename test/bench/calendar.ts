// A calendar of 100,000 events, created by commands: times of list pages with various filters, and of creating and reading
// events over HTTP.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../../core/engine/world/world-contract.ts';
import type { CalendarCommand, EventFields } from '../../core/calendar/commands.ts';
import type { EventListQuery } from '../../core/calendar/views/event-list.ts';
import { builtMain } from '../support/server/serve-process.ts';
import { importBuilt, startFlags } from './built.ts';
import { startChild, type Child } from './child.ts';
import { comparedFigure, plainFigure, type Effort, type Figure, type Samples } from './figures.ts';
import { rounds, startBare, startReprise, targetOf, measureRound, type Target } from './http.ts';
import type { BareAnswer } from './processes/bare-server.ts';
import { record } from './session.ts';

const eventCount = 100_000;
const eventsPerTurn = 200;
const venues = 100;
/** Categories of half of the events, of each fiftieth, and of three. */
const categories = [
  'half',
  'other',
  ...Array.from({ length: 50 }, (_, at) => `topic ${at}`),
  'rare',
];
const words = 'jazz night market open stage choir lecture river garden children film'.split(' ');
const pageSize = 50;
const readsPerSample = 20;
const listMs = { most: 3 };
const byAdministrator = {
  caller: { userId: 1, role: 'administrator' },
  site: { zone: 'UTC', userIds: [1], resetsOnUpdate: false },
} as const;

export async function calendarFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const load = await startChild('load.ts');
  try {
    // Before the lists, which leave 300 MB to write to disk; their figures are processor time only.
    const creations = await creationFigures(load, folder, inShortRounds(effort));
    const readings = await readingFigures(load, folder, inShortRounds(effort));
    return [...(await listFigures(join(folder, 'list.db'), effort)), ...creations, ...readings];
  } finally {
    await load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listFigures(file: string, { scale, rounds: count }: Effort) {
  const { openEngine } = await importBuilt('core/engine/engine.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const store = openSqliteStore({ file });
  await store.create(record);
  const engine = await openEngine({ store, host: nodeHost });
  const world = engine.world(record.name);
  if (world === undefined) throw new Error('The world is not there.');
  const total = Math.round(eventCount * scale);
  const startedMs = performance.now();
  await fill(world, total);
  const perSecond = total / ((performance.now() - startedMs) / 1_000);
  const figures = [
    plainFigure(`events made by the engine, of ${total.toLocaleString('en')}`, '/s', [perSecond]),
  ];
  for (const [name, query] of Object.entries(queries)) {
    const { page, ms } = await pageMs(world, query, count);
    figures.push(plainFigure(`${name}, page ${page}`, 'ms', ms, listMs));
  }
  await engine.close();
  return figures;
}

type ListQuery = Omit<EventListQuery, 'page' | 'perPage'> & {
  readonly at: 'first' | 'middle' | 'last';
};

const half = { categories: ['half'], featured: true } as const;
const wide = { startDate: '2020-01-01', endDate: '2040-01-01' } as const;

const queries: Readonly<Record<string, ListQuery>> = {
  'two filters of a half each': { ...half, ...wide, at: 'first' },
  'two filters of a half each, there': { ...half, ...wide, at: 'middle' },
  'two filters of a half each, at the end': { ...half, ...wide, at: 'last' },
  'two filters in the usual window': { ...half, at: 'middle' },
  'category and venue': { categories: ['half'], venue: [1], ...wide, at: 'middle' },
  'three hits at the far end': { categories: ['rare'], featured: true, ...wide, at: 'first' },
  'any of 20 categories, featured': {
    categories: categories.slice(2, 22).map((name) => name.replace(' ', '-')),
    featured: true,
    ...wide,
    at: 'middle',
  },
  'no filter but the usual window': { at: 'middle' },
  'two words and a category': {
    search: 'jazz market',
    categories: ['half'],
    ...wide,
    at: 'middle',
  },
};

/** Creates a number of events with their venues and terms, many in each turn of the event loop. */
async function fill(world: World, total: number): Promise<void> {
  for (let venue = 0; venue < venues; venue += 1) {
    await createRecord(world, {
      type: 'CreateVenue',
      ...byAdministrator,
      fields: { name: `Hall ${venue}` },
    });
  }
  for (const name of categories) {
    await createRecord(world, {
      type: 'CreateTerm',
      ...byAdministrator,
      taxonomy: 'category',
      fields: { name },
    });
  }
  for (let first = 0; first < total; first += eventsPerTurn) {
    const turn = Array.from({ length: Math.min(eventsPerTurn, total - first) }, (_, at) =>
      createRecord(world, {
        type: 'CreateEvent',
        ...byAdministrator,
        fields: eventFields(first + at, total),
      }),
    );
    await Promise.all(turn);
  }
}

/** Unordered start times: each number is multiplied by a large prime. */
function eventFields(number: number, total: number): EventFields {
  const mixed = (number * 7_919) % total;
  const start =
    1_735_689_600 + Math.floor((mixed / total) * 3 * 365) * 86_400 + (mixed % 24) * 3_600;
  const word = (at: number) => words[(mixed >> at) % words.length] ?? '';
  const rare = number >= total - 3 ? ['rare'] : [];
  return {
    title: `Event ${number} ${word(0)}`,
    description: `An evening with ${word(1)} and ${word(4)}, by the ${word(7)} of ${number}.`,
    startDate: start,
    endDate: start + 3_600 * (1 + (mixed % 40)),
    featured: mixed % 2 === 0,
    categories: [mixed % 4 < 2 ? 'half' : 'other', `topic ${mixed % 50}`, ...rare],
    tags: [],
    venue: [{ id: 1 + (mixed % venues) }],
  };
}

function createRecord(world: World, command: CalendarCommand): Promise<void> {
  return world.send({
    domain: 'calendar',
    prepare: () => ({ command }),
    respond: (outcome) => {
      if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.error)}`);
    },
  });
}

/** The processor time of a page: selection, order, count and views. */
async function pageMs(
  world: World,
  { at, ...filters }: ListQuery,
  sampleCount: number,
): Promise<{ readonly page: number; readonly ms: Samples }> {
  const { eventListView } = await importBuilt('core/calendar/views/event-list.js');
  const site = {
    zone: 'UTC',
    cost: { currencySymbol: '$', currencyPosition: 'prefix', decimalMark: '.' },
    hasGeolocation: false,
    hasTickets: false,
    nearMiles: 25,
  } as const;
  return world.read(({ calendar: state }) => {
    const show = (page: number) => {
      const query = { ...filters, page, perPage: pageSize };
      const listed = eventListView(state, query, 'anonymous', site, record.epochMs);
      if (!listed.ok) throw new Error(`Refused: ${listed.error.code}`);
      return listed.value;
    };
    const pages = Math.ceil(show(1).total / pageSize);
    if (pages === 0) throw new Error('The list is empty.');
    const page = { first: 1, middle: Math.ceil(pages / 2), last: pages }[at];
    for (let read = 0; read < readsPerSample * 3; read += 1) show(page);
    const ms = Array.from({ length: sampleCount }, () => {
      const before = process.cpuUsage();
      for (let read = 0; read < readsPerSample; read += 1) show(page);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / readsPerSample;
    });
    return { page, ms };
  });
}

const namespace = '/calendar/events/v1';
const eventsPerSecondMax = 20_000;

/** Rounds of less than a second, so that variations of the machine's speed affect a round and its baseline alike. */
function inShortRounds({ rounds: count, roundMs, scale }: Effort): Effort {
  return { rounds: count * 3, roundMs: roundMs * 0.4, scale };
}

async function creationFigures(load: Child, folder: string, effort: Effort) {
  const server = await startReprise(join(folder, 'calendar.db'), folder, [
    ...startFlags,
    builtMain,
  ]);
  const body = await eventBody(server);
  const answer = await post(server.url, '/events', JSON.parse(filled(body)) as object);
  const node = await startBare('node-deferred', `${namespace}/events`, answer);
  const template = postText(body);
  const fire = (target: Target, count: number) => () =>
    measureRound(load, target, { template, count }, effort);
  try {
    const many = Math.ceil((eventsPerSecondMax * effort.roundMs) / 1_000);
    const rates = await rounds(effort, {
      reprise: fire(targetOf(server), many),
      node: fire(node.target, 1),
    });
    const bare = { name: 'bare node:http, deferred', samples: rates.node.perSecond };
    return [
      comparedFigure('POST an event', 'requests/s', rates.reprise.perSecond, bare, { least: 0.18 }),
      comparedFigure('POST an event, processor time', 'us/request', rates.reprise.processorUs, {
        name: bare.name,
        samples: rates.node.processorUs,
      }),
    ];
  } finally {
    await Promise.all([server.stop(), node.stop()]);
  }
}

const pageSizeRead = 10;

/** Reading an event and a page of events, compared with servers that send the same responses. */
async function readingFigures(load: Child, folder: string, effort: Effort) {
  const server = await startReprise(join(folder, 'reading.db'), folder, [...startFlags, builtMain]);
  const body = await eventBody(server);
  let id = 0;
  for (let event = 0; event < 3 * pageSizeRead; event += 1) {
    id = idOf(await post(server.url, '/events', JSON.parse(filled(body)) as object));
  }
  const paths = {
    'GET an event': `${namespace}/events/${id}`,
    'GET a page of ten events': `${namespace}/events?per_page=${pageSizeRead}&page=2`,
  };
  const figures: Figure[] = [];
  try {
    for (const [name, path] of Object.entries(paths)) {
      const node = await startBare('node', path, await answerOf(await fetch(server.url + path)));
      const request = { template: headText('GET', path), count: 1 };
      const rates = await rounds(effort, {
        reprise: () => measureRound(load, targetOf(server), request, effort),
        node: () => measureRound(load, node.target, request, effort),
      });
      await node.stop();
      const bare = (samples: Samples) => ({ name: 'bare node:http', samples });
      figures.push(
        comparedFigure(name, 'requests/s', rates.reprise.perSecond, bare(rates.node.perSecond)),
        comparedFigure(
          `${name}, processor time`,
          'us/request',
          rates.reprise.processorUs,
          bare(rates.node.processorUs),
        ),
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** The body of an event with a venue, an organizer and two categories, which it creates. */
async function eventBody({ url }: { readonly url: string }): Promise<string> {
  const created = async (collection: string, fields: object) =>
    idOf(await post(url, `/${collection}`, fields));
  return JSON.stringify({
    title: 'Winter Fair {key}',
    start_date: '2026-03-10 09:00:00',
    end_date: '2026-03-10 11:30:00',
    timezone: 'America/New_York',
    description: 'Stalls and music, and a warm drink for everybody who comes by bicycle.',
    cost: '5',
    website: 'https://fair.example.org',
    featured: true,
    venue: await created('venues', { venue: 'Town Hall', city: 'Delft' }),
    organizer: await created('organizers', { organizer: 'Fair Board' }),
    categories: [
      await created('categories', { name: 'Markets' }),
      await created('categories', { name: 'Music' }),
    ],
  });
}

function idOf({ body }: BareAnswer): number {
  return (JSON.parse(body) as { id: number }).id;
}

/** The key in the body is a UUID, so that all requests have the same length. */
function postText(body: string): string {
  const { length } = filled(body);
  const headers = ['Content-Type: application/json', `Content-Length: ${length}`];
  return headText('POST', `${namespace}/events`, headers) + body;
}

function headText(method: string, path: string, headers: readonly string[] = []): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1:4600',
    'Accept: application/json',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function filled(body: string): string {
  return body.replace('{key}', crypto.randomUUID());
}

/** Creates a record. */
async function post(url: string, path: string, fields: object): Promise<BareAnswer> {
  const response = await fetch(url + namespace + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return answerOf(response);
}

/** A response for the baseline to repeat, without the headers that Node adds. */
async function answerOf(response: Response): Promise<BareAnswer> {
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  const own = ['connection', 'content-length', 'date', 'keep-alive'];
  const headers = [...response.headers].filter(([name]) => !own.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), body };
}
