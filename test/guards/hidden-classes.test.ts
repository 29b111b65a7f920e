// V8 makes no hidden class for a request: they live long, keep what they were made for, and make slow what meets them. In
// which forms they come is in core/README.md.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('../support/workers/transfers.mjs', import.meta.url));
const transfers = 400;

it('makes next to none for a transfer that is recorded', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-maps-'));
  try {
    const log = join(folder, 'v8.log');
    const flags = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate'];
    const args = [...flags, `--logfile=${log}`, program, log, String(transfers)];
    const start = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    const made = readFileSync(log, 'utf8').slice(start).split('\n');
    const transitions = made.filter((line) => line.startsWith('map,Transition,'));
    expect(transitions.length / (transfers / 2)).toBeLessThan(0.5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
