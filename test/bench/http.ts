// The whole server, compared with servers that answer the same bytes and do nothing: wallet reads and transfers.

import { constants, privateDecrypt, publicEncrypt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { importBuilt, startFlags } from './built.ts';
import { processorMs, startChild, type Child } from './child.ts';
import {
  comparedFigure,
  interleave,
  plainFigure,
  type Effort,
  type Figure,
  type Samples,
} from './figures.ts';
import type { BareAnswer, BareServer } from './processes/bare-server.ts';
import type { StartRound, Load, RoundResult } from './processes/load.ts';

const connections = 32;
/** The most transfers that a round may need. */
const transfersPerSecondMax = 20_000;
const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
const withoutRsa = fileURLToPath(new URL('processes/without-rsa.mjs', import.meta.url));

/** A server under load, of any kind. */
export interface Target {
  readonly processId: number;
  readonly port: number;
}

export async function httpFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const load = await startChild('load.ts');
  try {
    return [
      ...(await readFigures(load, folder, effort)),
      ...(await transferFigures(load, folder, effort)),
    ];
  } finally {
    await load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readFigures(
  load: Child,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const server = await startReprise(join(folder, 'read.db'), folder, [...startFlags, builtMain]);
  const [walletId = ''] = await createWallets(server, 1);
  const path = `/v1/w3s/wallets/${walletId}`;
  const answer = await answerTo(server, path);
  const node = await startBare('node', path, answer);
  const express = await startBare('express', '/v1/w3s/wallets/:id', answer);
  try {
    const reprise = targetOf(server);
    const template = requestText('GET', path, server.walletKey);
    const fire = (target: Target) => () =>
      measureRound(load, target, { template, count: 1 }, effort);
    const rates = await rounds(effort, {
      reprise: fire(reprise),
      node: fire(node.target),
      express: fire(express.target),
    });
    const unit = 'requests/s';
    return [
      comparedFigure(
        'GET a wallet, whole server',
        unit,
        rates.reprise.perSecond,
        {
          name: 'bare node:http',
          samples: rates.node.perSecond,
        },
        { least: 0.5 },
      ),
      comparedFigure(
        'GET a wallet, whole server',
        unit,
        rates.reprise.perSecond,
        {
          name: 'bare Express',
          samples: rates.express.perSecond,
        },
        { least: 3 },
      ),
      comparedFigure('GET a wallet, processor time', 'us/request', rates.reprise.processorUs, {
        name: 'bare node:http',
        samples: rates.node.processorUs,
      }),
    ];
  } finally {
    await Promise.all([server.stop(), node.stop(), express.stop()]);
  }
}

async function transferFigures(
  load: Child,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const path = '/v1/w3s/developer/transactions/transfer';
  const plainServer = await startReprise(join(folder, 'post.db'), folder, [
    ...startFlags,
    '--import',
    withoutRsa,
    builtMain,
  ]);
  const recordedServer = await startReprise(
    join(folder, 'recorded.db'),
    folder,
    [...startFlags, '--import', withoutRsa, builtMain],
    ['--record', join(folder, 'recorded.jsonl')],
  );
  const rsaServer = await startReprise(join(folder, 'rsa.db'), folder, [...startFlags, builtMain]);
  const template = await transferTemplate(plainServer, path);
  const recordedTemplate = await transferTemplate(recordedServer, path);
  const rsaTemplate = await transferTemplate(rsaServer, path);
  const answer = await answerTo(plainServer, path, filled(template));
  const node = await startBare('node-deferred', path, answer);
  const express = await startBare('express-deferred', path, answer);
  const publicKey = await publicKeyOf(rsaServer);
  const count = Math.ceil((transfersPerSecondMax * effort.roundMs) / 1_000);
  const rsaCount = Math.ceil((4_000 * effort.roundMs) / 1_000);
  try {
    const fire = (target: Target, what: Pick<Load, 'template' | 'count' | 'publicKey'>) => () =>
      measureRound(load, target, what, effort);
    const rates = await rounds(effort, {
      reprise: fire(targetOf(plainServer), { template, count }),
      recorded: fire(targetOf(recordedServer), { template: recordedTemplate, count }),
      node: fire(node.target, { template, count: 1 }),
      express: fire(express.target, { template, count: 1 }),
      rsa: fire(targetOf(rsaServer), { template: rsaTemplate, count: rsaCount, publicKey }),
    });
    const decryptions = await interleave(effort.rounds, {
      alone: () => decryptionsPerSecond(effort.roundMs / 3),
    });
    const unit = 'requests/s';
    const bare = { name: 'bare node:http, deferred', samples: rates.node.perSecond };
    const rest = rates.rsa.perSecond.map(
      (rate, round) => 1 / (1 / rate - 1 / (decryptions.alone[round] ?? Number.NaN)),
    );
    return [
      comparedFigure('POST a transfer without RSA', unit, rates.reprise.perSecond, bare),
      comparedFigure('POST a transfer without RSA', unit, rates.reprise.perSecond, {
        name: 'bare Express, deferred',
        samples: rates.express.perSecond,
      }),
      comparedFigure(
        'POST a transfer without RSA, processor time',
        'us/request',
        rates.reprise.processorUs,
        {
          name: 'bare node:http, deferred',
          samples: rates.node.processorUs,
        },
      ),
      comparedFigure(
        'POST a transfer without RSA, recorded',
        unit,
        rates.recorded.perSecond,
        {
          name: 'the same, not recorded',
          samples: rates.reprise.perSecond,
        },
        { least: 0.6 },
      ),
      comparedFigure(
        'POST a transfer without RSA, recorded, processor time',
        'us/request',
        rates.recorded.processorUs,
        { name: 'the same, not recorded', samples: rates.reprise.processorUs },
      ),
      comparedFigure('POST a transfer with RSA (2048 bits)', unit, rates.rsa.perSecond, bare),
      plainFigure('RSA decryptions alone (2048 bits)', 'decryptions/s', decryptions.alone),
      comparedFigure('POST a transfer with RSA, decryption subtracted', unit, rest, bare),
    ];
  } finally {
    await Promise.all([
      plainServer.stop(),
      recordedServer.stop(),
      rsaServer.stop(),
      node.stop(),
      express.stop(),
    ]);
  }
}

interface Rate {
  readonly perSecond: number;
  /** Processor time of the server for each request. */
  readonly processorUs: number;
}

/** Runs rounds of all variants, after one that only warms up. */
export async function rounds<Name extends string>(
  effort: Effort,
  variants: Readonly<Record<Name, () => Promise<Rate>>>,
): Promise<Readonly<Record<Name, { perSecond: Samples; processorUs: Samples }>>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(
    names.map((name) => [name, { perSecond: [], processorUs: [] }]),
  ) as unknown as Record<Name, { perSecond: number[]; processorUs: number[] }>;
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const name of names) {
      const { perSecond, processorUs } = await variants[name]();
      if (round === 0) continue;
      results[name].perSecond.push(perSecond);
      results[name].processorUs.push(processorUs);
    }
  }
  return results;
}

export async function measureRound(
  load: Child,
  { processId, port }: Target,
  what: Pick<Load, 'template' | 'count' | 'publicKey'>,
  { roundMs }: Effort,
): Promise<Rate> {
  await load.request({ port, connections, ...what } satisfies Load);
  const beforeMs = processorMs(processId);
  const { requests, elapsedMs } = await load.request<RoundResult>({ roundMs } satisfies StartRound);
  const usedMs = processorMs(processId) - beforeMs;
  await quiet(processId);
  return { perSecond: (requests * 1_000) / elapsedMs, processorUs: (usedMs * 1_000) / requests };
}

const pollMs = 50;
const quietShare = 0.1;
const pollsMax = 100;

/** Waits until the server has no background work left (such as a snapshot), which would affect the next round. */
async function quiet(processId: number): Promise<void> {
  for (let look = 0; look < pollsMax; look += 1) {
    const beforeMs = processorMs(processId);
    await setTimeout(pollMs);
    const isBusy = processorMs(processId) - beforeMs > pollMs * quietShare;
    if (!isBusy) return; // also if the system does not report the time
  }
}

export function startReprise(
  file: string,
  cwd: string,
  program: readonly string[],
  flags: readonly string[] = [],
): Promise<ServeProcess> {
  return startServe(['--data', file, '--clock', 'frozen', ...flags], { cwd, program });
}

export async function startBare(
  kind: BareServer,
  path: string,
  answer: BareAnswer,
): Promise<{ readonly target: Target; readonly stop: () => Promise<void> }> {
  const child = await startChild(
    'bare-server.ts',
    [kind, path, JSON.stringify(answer)],
    startFlags,
  );
  const { port } = await child.request<{ port: number }>({});
  return { target: { processId: child.processId, port }, stop: child.stop };
}

export function targetOf({ processId, url }: ServeProcess): Target {
  return { processId, port: Number(new URL(url).port) };
}

/** Creates a set with this many wallets, each with enough funds for a round. */
async function createWallets(server: ServeProcess, count: number): Promise<readonly string[]> {
  const set = await post(server, '/v1/w3s/developer/walletSets', { name: 'bench' });
  const made = await post(server, '/v1/w3s/developer/wallets', {
    walletSetId: (set['walletSet'] as { id: string }).id,
    blockchains: ['ETH-SEPOLIA'],
    count,
  });
  const ids = (made['wallets'] as readonly { id: string }[]).map(({ id }) => id);
  for (const id of ids) {
    const url = `${server.url}/__reprise/worlds/default/wallet/wallets/${id}/fund`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.token}` },
      body: JSON.stringify({ native: '1000000', usdc: '1000000' }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  return ids;
}

async function post(
  server: ServeProcess,
  path: string,
  fields: object,
): Promise<Readonly<Record<string, unknown>>> {
  const text = JSON.stringify({
    ...fields,
    idempotencyKey: '{key}',
    entitySecretCiphertext: '{ciphertext}',
  });
  const body = filled(text, await publicKeyOf(server));
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.walletKey}` },
    body,
  });
  const answered = await response.text();
  if (!response.ok) throw new Error(answered);
  return (JSON.parse(answered) as { data: Readonly<Record<string, unknown>> }).data;
}

async function publicKeyOf({ url, walletKey }: ServeProcess): Promise<string> {
  const headers = { Authorization: `Bearer ${walletKey}` };
  const response = await fetch(`${url}/v1/w3s/config/entity/publicKey`, { headers });
  return ((await response.json()) as { data: { publicKey: string } }).data.publicKey;
}

/** The request of a transfer, with placeholders for its key and ciphertext. */
async function transferTemplate(server: ServeProcess, path: string): Promise<string> {
  const [walletId] = await createWallets(server, 1);
  const body = JSON.stringify({
    idempotencyKey: '{key}',
    entitySecretCiphertext: '{ciphertext}',
    walletId,
    tokenId: usdc,
    destinationAddress: '0x00000000000000000000000000000000000000aa',
    amounts: ['0.000001'],
    feeLevel: 'MEDIUM',
  });
  return requestText('POST', path, server.walletKey, body);
}

function requestText(method: string, path: string, key: string, body?: string): string {
  const length = body === undefined ? 0 : filled(body).length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1:4600',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Replaces the placeholders of a text: all keys and ciphertexts have these lengths. */
function filled(text: string, publicKey?: string): string {
  const ciphertext =
    publicKey === undefined
      ? Buffer.alloc(256).toString('base64')
      : encrypted(publicKey).toString('base64');
  return text.replace('{key}', crypto.randomUUID()).replace('{ciphertext}', ciphertext);
}

const padding = constants.RSA_PKCS1_OAEP_PADDING;

function encrypted(publicKey: string): Buffer {
  return publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.alloc(32, 0xab));
}

/** The answer of the server, for the baseline to repeat, without the headers that Node adds by itself. */
async function answerTo(
  { url, walletKey }: ServeProcess,
  path: string,
  request?: string,
): Promise<BareAnswer> {
  const body = request?.slice(request.indexOf('\r\n\r\n') + 4);
  const response = await fetch(url + path, {
    headers: { Authorization: `Bearer ${walletKey}` },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const headers: Record<string, string> = {};
  for (const name of ['Content-Type', 'X-Request-Id'])
    headers[name] = response.headers.get(name) ?? '';
  return { status: response.status, headers, body: await response.text() };
}

async function decryptionsPerSecond(forMs: number): Promise<number> {
  const { entityKey } = await importBuilt('adapters/services/wallet/entity-keys.js');
  const { privateKey, publicPem } = entityKey(2048);
  const ciphertext = encrypted(publicPem);
  const startedMs = performance.now();
  let count = 0;
  let elapsedMs = 0;
  while (elapsedMs < forMs) {
    privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, ciphertext);
    count += 1;
    elapsedMs = performance.now() - startedMs;
  }
  return (count * 1_000) / elapsedMs;
}
