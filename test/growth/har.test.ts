// A HAR is imported and exported entry by entry: one of four times the length costs no more memory.

import { createWriteStream, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { openShell, type Shell } from '../adapters/cli/shell.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sampleMs = 100;
const bodyChars = 16_000;
const [shortEntries, longEntries] = [800, 3_200];
/** Half of what one copy of the longer file costs more. What the runtime itself needs varies by some megabytes. */
const growthMax = ((longEntries - shortEntries) * bodyChars) / 2;

async function writeHar(path: string, entries: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('{"log":{"version":"1.2","creator":{"name":"Test","version":"1"},"entries":[');
  for (let index = 0; index < entries; index += 1) {
    const text = `${index} `.repeat(bodyChars).slice(0, bodyChars);
    const entry = {
      startedDateTime: new Date(index * 1_000).toISOString(),
      time: 5,
      request: {
        method: 'GET',
        url: `https://api.example.org/v1/w3s/wallets?page=${index}`,
        headers: [],
      },
      response: { status: 200, headers: [], content: { mimeType: 'text/plain', text } },
    };
    const isRead = file.write(`${index === 0 ? '' : ','}${JSON.stringify(entry)}`);
    if (!isRead) await once(file, 'drain');
  }
  file.end(']}}');
  await once(file, 'close');
}

/** The most memory in use while a verb runs, without garbage. */
async function peakBytes(run: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const sampling = setInterval(() => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  }, sampleMs);
  try {
    await run();
  } finally {
    clearInterval(sampling);
  }
  return peak;
}

async function peaks(shell: Shell, entries: number): Promise<{ import: number; export: number }> {
  const [har, recording] = [`${entries}.har`, `${entries}.jsonl`];
  await writeHar(join(shell.cwd, har), entries);
  const runs = async (...args: string[]) => {
    expect(await shell.run(args)).toMatchObject({ exitCode: 0 });
  };
  const wallet = ['--wallet', 'https://api.example.org'];
  return {
    import: await peakBytes(() => runs('import', har, '-o', recording, ...wallet)),
    export: await peakBytes(() => runs('export', '--har', recording, '-o', `again-${har}`)),
  };
}

it('costs the same memory at any length', async () => {
  const shell = openShell();
  try {
    await peaks(shell, 100); // loads what both need
    const short = await peaks(shell, shortEntries);
    const long = await peaks(shell, longEntries);
    const { size } = statSync(join(shell.cwd, `${longEntries}.har`));
    expect(size).toBeGreaterThan(longEntries * bodyChars);
    expect(long.import - short.import).toBeLessThan(growthMax);
    expect(long.export - short.export).toBeLessThan(growthMax);
  } finally {
    await shell.close();
  }
});
