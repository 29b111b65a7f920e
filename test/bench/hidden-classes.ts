// Counts hidden classes that V8 creates for a recorded transfer. Each lives long and slows down the code that uses it;
// core/engine/README.md lists the code patterns that create them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainFigure, type Figure } from './figures.ts';

const program = fileURLToPath(new URL('processes/recorded-transfers.mjs', import.meta.url));
const transfers = 400;

export async function hiddenClassFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-maps-'));
  try {
    const log = join(folder, 'v8.log');
    const flags = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate'];
    const args = [...flags, `--logfile=${log}`, program, log, String(transfers)];
    const start = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    const lines = readFileSync(log, 'utf8').slice(start).split('\n');
    const created = lines.filter((line) => line.startsWith('map,Transition,')).length;
    const name = 'hidden classes created for a recorded transfer';
    return [plainFigure(name, 'classes', [created / (transfers / 2)], { most: 0.5 })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
