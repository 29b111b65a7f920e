// The start of the built command line, compared with a bare `node -e 0`: elapsed time until it exits or is ready, and processor
// time until then.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtMain } from '../support/server/serve-process.ts';
import { comparedFigure, type Effort, type Figure } from './figures.ts';

const preload = fileURLToPath(new URL('processes/start-time.cjs', import.meta.url));

/** The started commands, and their limits as multiples of the bare process's time. */
const starts = [
  { name: 'bare', args: ['-e', '0'], most: 1 },
  { name: 'reprise --version', args: [builtMain, '--version'], most: 4 },
  { name: 'serve --memory, until ready', args: [builtMain, 'serve', '--memory'], most: 6 },
  { name: 'serve with a new store, until ready', args: [builtMain, 'serve'], most: 6 },
] as const;

interface Started {
  readonly wallMs: number;
  readonly processorMs: number;
}

export async function startFigures({ rounds }: Effort): Promise<readonly Figure[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'reprise-start-'));
  try {
    const samples = starts.map(({ args }) => ({ args, runs: [] as Started[] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const { args, runs } of samples) {
        const run = await started(args, cwd);
        if (round > 0) runs.push(run); // the first run reads files from the disk
      }
    }
    const figuresOf = (unit: string, measure: (run: Started) => number) => {
      const [bare = [], ...others] = samples.map(({ runs }) => runs.map(measure));
      return others.map((values, index) => {
        const { name, most } = starts[index + 1] ?? starts[0];
        return comparedFigure(
          name,
          unit,
          values,
          { name: 'bare node -e 0', samples: bare },
          { most },
        );
      });
    };
    return [
      ...figuresOf('ms', ({ wallMs }) => wallMs),
      ...figuresOf('ms of processor time', ({ processorMs }) => processorMs),
    ];
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Starts a process; stops a server once it is ready. */
async function started(args: readonly string[], cwd: string): Promise<Started> {
  const isServer = args.includes('serve');
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--require', preload, ...args, ...(isServer ? ['--port', '0', '--json'] : [])],
    { cwd, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const processorTime = text(child.stdio[3] as NodeJS.ReadableStream as AsyncIterable<string>);
  let wallMs: number | undefined;
  child.stdout?.once('data', () => {
    wallMs = performance.now() - startedMs;
    if (isServer) child.kill('SIGTERM');
  });
  await exited;
  wallMs ??= performance.now() - startedMs;
  return { wallMs, processorMs: Number(await processorTime) };
}
