// Performing recordings again: in a world of their own (`replay`), and against a live Reprise (`replay --against`), in entries a second.
// The baselines read the same file, and send the same requests, without a comparison.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { comparedFigure, interleave, type Effort, type Figure } from './figures.ts';
import { startFlags } from './built.ts';

/** Each creates an event of the calendar and reads it. */
const pairsOfRequests = 2_000;
const events = '/wp-json/tribe/events/v1/events';

export async function retellFigures({ rounds, scale }: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const file = join(folder, 'session.jsonl');
  const count = Math.ceil(pairsOfRequests * scale);
  const serve = (...flags: readonly string[]) =>
    startServe(['--memory', '--clock', 'frozen', ...flags], {
      cwd: folder,
      program: [...startFlags, builtMain],
    });
  try {
    const recorded = await serve('--record', file);
    await publish(recorded, count);
    await recorded.stop();
    const entries = readFileSync(file, 'utf8').trimEnd().split('\n').length - 2;
    const perSecond = async (act: () => unknown) => {
      const startedMs = performance.now();
      await act();
      return entries / ((performance.now() - startedMs) / 1_000);
    };
    /** At a server without a past. */
    const atServer = async (act: (server: ServeProcess) => Promise<unknown>) => {
      const server = await serve();
      try {
        return await perSecond(() => act(server));
      } finally {
        await server.stop();
      }
    };
    const samples = await interleave(rounds, {
      replayed: () => perSecond(() => reprise(['replay', file])),
      read: () => perSecond(() => readAll(file)),
      retold: () =>
        atServer(({ url, token }) =>
          reprise(['replay', '--against', url, file], { REPRISE_TOKEN: token }),
        ),
      sent: () => atServer((server) => publish(server, count)),
    });
    return [
      comparedFigure('replay of a recording, with the start', 'entries/s', samples.replayed, {
        name: 'the file read, parsed and hashed by bare Node',
        samples: samples.read,
      }),
      comparedFigure('replay --against a Reprise, with the start', 'entries/s', samples.retold, {
        name: 'its requests sent one by one by bare fetch',
        samples: samples.sent,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function publish({ url }: Pick<ServeProcess, 'url'>, count: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (let index = 0; index < count; index += 1) {
    const title = `Concert ${index}`;
    const event = { title, start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
    const created = await fetch(url + events, {
      method: 'POST',
      headers,
      body: JSON.stringify(event),
    });
    const { id } = (await created.json()) as { readonly id: number };
    const read = await fetch(`${url}${events}/${id}`);
    await read.arrayBuffer();
  }
}

/** Rejects unless all is equal. */
async function reprise(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)(process.execPath, [...startFlags, builtMain, ...args], options);
}

function readAll(file: string): void {
  const chain = createHash('sha256');
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line !== '') JSON.parse(line);
    chain.update(line);
  }
  chain.digest();
}
