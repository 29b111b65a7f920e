// Recording a real service and playing it back: the proxy compared with a bare one, the playback with the bare service, and the memory
// that a long slow answer takes.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { builtMain } from '../support/server/serve-process.ts';
import { startFlags } from './built.ts';
import { startChild, type Child } from './child.ts';
import { comparedFigure, interleave, plainFigure, type Effort, type Figure } from './figures.ts';
import { measureRound, rounds, type Target } from './http.ts';

const memoryUse = fileURLToPath(new URL('processes/memory-use.mjs', import.meta.url));
const mebibyte = 1024 * 1024;
/** Of an answer that is measured by its length. */
const longMebibytes = 16;
const slowMebibytes = 100;
const sampleMs = 100;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}

/** A verb of the built program that serves. */
interface Verb extends Target {
  readonly memory: () => Promise<Memory>;
  readonly stop: () => Promise<void>;
}

export async function upstreamFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const load = await startChild('load.ts');
  const service = await started('real-service.ts');
  const bare = await started('bare-proxy.ts', String(service.target.port));
  const url = `http://127.0.0.1:${service.target.port}`;
  const recordInto = (name: string) =>
    startVerb(['record', '--upstream', url, '-o', join(folder, name)]);
  const proxy = await recordInto('rates.jsonl');
  try {
    const asked = await recordInto('once.jsonl');
    await bytesAt(asked, '/small');
    await bytesAt(asked, `/json/${longMebibytes}`);
    await asked.stop();
    const playing = await startVerb(['play', join(folder, 'once.jsonl')]);
    const figures = [
      ...(await rateFigures(
        load,
        { proxy, bare: bare.target, playing, service: service.target },
        effort,
      )),
      ...(await lengthFigures(
        { proxy, bare: bare.target, playing, service: service.target },
        effort,
      )),
    ];
    await playing.stop();
    const slow = await recordInto('slow.jsonl');
    figures.push(...(await memoryFigures(slow)));
    await slow.stop();
    return figures;
  } finally {
    await Promise.all([proxy.stop(), bare.child.stop(), service.child.stop(), load.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Targets = Readonly<Record<'proxy' | 'bare' | 'playing' | 'service', Target>>;

async function rateFigures(
  load: Child,
  targets: Targets,
  effort: Effort,
): Promise<readonly Figure[]> {
  const template = 'GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const fire = (target: Target) => () => measureRound(load, target, { template, count: 1 }, effort);
  const rates = await rounds(effort, {
    proxy: fire(targets.proxy),
    bare: fire(targets.bare),
    playing: fire(targets.playing),
    service: fire(targets.service),
  });
  return [
    comparedFigure('record, GET of 800 bytes of JSON', 'requests/s', rates.proxy.perSecond, {
      name: 'bare Node proxy',
      samples: rates.bare.perSecond,
    }),
    comparedFigure('record, processor time', 'us/request', rates.proxy.processorUs, {
      name: 'bare Node proxy',
      samples: rates.bare.processorUs,
    }),
    comparedFigure('play, GET of 800 bytes of JSON', 'requests/s', rates.playing.perSecond, {
      name: 'bare node:http',
      samples: rates.service.perSecond,
    }),
  ];
}

async function lengthFigures(targets: Targets, { rounds: count }: Effort) {
  const speed = (target: Target, kind: 'json' | 'audio') => async () => {
    const startedMs = performance.now();
    const bytes = await bytesAt(target, `/${kind}/${longMebibytes}`);
    return bytes / 1e3 / (performance.now() - startedMs);
  };
  const speeds = await interleave(count, {
    json: speed(targets.proxy, 'json'),
    bareJson: speed(targets.bare, 'json'),
    audio: speed(targets.proxy, 'audio'),
    bareAudio: speed(targets.bare, 'audio'),
    playing: speed(targets.playing, 'json'),
    service: speed(targets.service, 'json'),
  });
  const baseline = { name: 'bare Node proxy', samples: speeds.bareJson };
  return [
    comparedFigure('record, 16 MiB of JSON', 'MB/s', speeds.json, baseline),
    comparedFigure('record, 16 MiB of audio', 'MB/s', speeds.audio, {
      name: 'bare Node proxy',
      samples: speeds.bareAudio,
    }),
    comparedFigure('play, 16 MiB of JSON', 'MB/s', speeds.playing, {
      name: 'bare node:http',
      samples: speeds.service,
    }),
  ];
}

/** The most memory of the proxy while a long answer passes slowly, beyond that before it. */
async function memoryFigures(proxy: Verb): Promise<readonly Figure[]> {
  await bytesAt(proxy, '/slow/10'); // warms up
  const before = await proxy.memory();
  const samples: Memory[] = [];
  let sampling: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(async () => samples.push(await proxy.memory()));
  }, sampleMs);
  const bytes = await bytesAt(proxy, `/slow/${slowMebibytes}`);
  clearInterval(timer);
  await sampling;
  if (bytes !== slowMebibytes * mebibyte) throw new Error(`The proxy sent ${bytes} bytes.`);
  const growth = (member: keyof Memory) =>
    Math.max(...samples.map((sample) => sample[member] - before[member])) / 1e6;
  const name = 'record, growth while a slow answer of 100 MiB passes';
  return [
    plainFigure(`${name}, heap`, 'MB', [growth('heapUsed')]),
    plainFigure(`${name}, array buffers`, 'MB', [growth('arrayBuffers')]),
    plainFigure(`${name}, resident`, 'MB', [growth('rss')]),
  ];
}

/** The number of bytes of an answer. */
function bytesAt({ port }: Target, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function started(
  file: string,
  ...args: string[]
): Promise<{ readonly child: Child; readonly target: Target }> {
  const child = await startChild(file, args, startFlags);
  const { port } = await child.request<{ port: number }>({});
  return { child, target: { processId: child.processId, port } };
}

async function startVerb(args: readonly string[]): Promise<Verb> {
  const child = fork(builtMain, [...args, '--port', '0', '--json'], {
    execArgv: [...startFlags, '--expose-gc', '--import', memoryUse],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new Error('The program has no output.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    processId: child.pid ?? 0,
    port: Number(new URL(url).port),
    async memory() {
      const answered = once(child, 'message') as Promise<[Memory]>;
      child.send({});
      return (await answered)[0];
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
