// One world's share of the event loop: the latency of a read during a flood of writers, and the longest gap of large requests.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { importBuilt, startFlags } from './built.ts';
import { startChild } from './child.ts';
import { comparedFigure, plainFigure, type Effort, type Figure, type Samples } from './figures.ts';
import { record, createSessionFactory, storeEntries } from './session.ts';

const writers = 200;
/** The sizes of a large world. */
const transactions = 5_000;
const events = 2_000;
const descriptionChars = 5_000;
const token = 'a-token-for-benches';

export async function isolationFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    return [...(await floodFigures(folder, effort)), ...(await gapFigures(folder, effort))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function floodFigures(folder: string, effort: Effort): Promise<readonly Figure[]> {
  const program = [...startFlags, builtMain];
  const flags = ['--data', join(folder, 'flood.db'), '--clock', 'frozen'];
  const server = await startServe(flags, { cwd: folder, program });
  const load = await startChild('load.ts');
  try {
    await createWorld(server, 'flooded');
    await createWorld(server, 'other');
    const port = Number(new URL(server.url).port);
    const template = writing('/w/flooded/calendar/events/v1/events');
    await load.request({ port, connections: writers, template, count: 1 });
    const idle: Samples[] = [];
    const beside: Samples[] = [];
    await readFor(server, effort.roundMs); // warm
    for (let round = 0; round < effort.rounds; round += 1) {
      idle.push(await readFor(server, effort.roundMs));
      const flood = load.request({ roundMs: effort.roundMs });
      beside.push(await readFor(server, effort.roundMs));
      await flood;
    }
    const figure = (name: string, share: number) =>
      comparedFigure(
        `GET of another world beside ${writers} writers, ${name}`,
        'ms',
        beside.map((samples) => quantile(samples, share)),
        { name: 'idle', samples: idle.map((samples) => quantile(samples, share)) },
        { most: 10 },
      );
    return [figure('p50', 0.5), figure('p99', 0.99)];
  } finally {
    await load.stop();
    await server.stop();
  }
}

async function createWorld({ url, token: key }: ServeProcess, name: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name, clock: 'frozen' });
  const { status } = await fetch(`${url}/__reprise/worlds`, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`No world was made: ${status}.`);
}

function writing(path: string): string {
  const body = JSON.stringify({
    title: 'Winter fair',
    start_date: '2026-05-01 10:00:00',
    end_date: '2026-05-01 12:00:00',
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends reads in sequence for this time; returns the latency of each. */
async function readFor({ url }: ServeProcess, forMs: number): Promise<Samples> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: number[] = [];
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    const asked = request(`${url}/w/other/calendar/events/v1/tags`, { agent });
    asked.end();
    const [answered] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
    answered.resume();
    await once(answered, 'end');
    samples.push(performance.now() - startMs);
  }
  agent.destroy();
  return samples;
}

function quantile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The longest time that each large request blocks the event loop. */
async function gapFigures(folder: string, effort: Effort): Promise<readonly Figure[]> {
  const { openReprise, nodeHost } = await importBuilt('adapters/reprise.js');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const maker = await createSessionFactory();
  const session = maker.openSession(maker.rules(nodeHost.hash));
  const store = openSqliteStore({ file: join(folder, 'large.db') });
  const open = [...session.opening, ...session.requests(Math.ceil(transactions * effort.scale))];
  await storeEntries(store, open);
  const { app, engine, close } = await openReprise({ store, token, isPaced: false });
  const ask = async (method: string, url: string, body?: unknown) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const place = { method, url, headers, origin: 'http://localhost' };
    const { status } = await app.handle({ ...place, body: Buffer.from(text) });
    if (status >= 300) throw new Error(`${method} ${url} was answered with ${status}.`);
  };
  await createCalendar(ask, Math.ceil(events * effort.scale));
  const world = `/__reprise/worlds/${record.name}`;
  const before = (await engine.open(record.name))?.nowMs() ?? 0;
  const middle = new Date(before + 30_000).toISOString();
  const page = '/calendar/events/v1/events?per_page=1000&start_date=2026-01-01';
  let forks = 0;
  const fork = (at?: string) => () =>
    ask('POST', `${world}/fork`, { name: `fork-${(forks += 1)}`, ...(at && { at }) });
  const requests: readonly (readonly [string, () => Promise<void>])[] = [
    ['state, 1,000 rows of each table', () => ask('GET', `${world}/state?limit=1000`)],
    [
      'advance through all transactions',
      () => ask('POST', `${world}/clock/advance`, { untilIdle: true }),
    ],
    ['state at a moment within that advance', () => ask('GET', `${world}/state?at=${middle}`)],
    ['fork at a moment within that advance', fork(middle)],
    ['fork of the present', fork()],
    ['1,000 events of the log', () => ask('GET', `${world}/events?limit=1000`)],
    ['1,000 events of the calendar', () => ask('GET', page)],
    ['a feed of the calendar', () => ask('GET', '/calendar/events.ics')],
    ['a search of the calendar', () => ask('GET', `${page}&search=zebra`)],
  ];
  const figures: Figure[] = [];
  for (const [name, task] of requests) {
    await turn();
    const heldMs = await longestGap(task);
    figures.push(
      plainFigure(`longest gap for another world: ${name}`, 'ms', [heldMs], { most: 50 }),
    );
  }
  await close();
  return figures;
}

type SendRequest = (method: string, url: string, body?: unknown) => Promise<void>;

async function createCalendar(ask: SendRequest, count: number): Promise<void> {
  const config = { calendar: { perPageMax: 1_000 } };
  await ask('PATCH', '/__reprise/worlds/default/config', config);
  const description = '<p>A fair, as in each winter.</p> '.repeat(descriptionChars / 34);
  for (let index = 0; index < count; index += 1) {
    const day = String(1 + (index % 28)).padStart(2, '0');
    await ask('POST', '/calendar/events/v1/events', {
      title: `Fair ${index}`,
      description,
      start_date: `2026-05-${day} 10:00:00`,
      end_date: `2026-05-${day} 12:00:00`,
      tags: [`tag ${index % 50}`],
    });
  }
}

/** The longest time that a task blocks the event loop. */
async function longestGap(task: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  let longestMs = 0;
  let isOver = false;
  let lastMs = performance.now();
  const look = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await turn();
  await task();
  await turn();
  isOver = true;
  await turn();
  return longestMs;
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
