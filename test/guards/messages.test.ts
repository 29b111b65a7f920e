// All messages of the command line and the control plane about operators' mistakes, in one file, for readers.
// After a change: run `npx vitest run test/guards/messages.test.ts -u` and read the diff.

import Database from 'better-sqlite3';
import { copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationId } from '../../adapters/stores/sqlite/schema.ts';
import { openShell, type RunningServer, type Shell } from '../adapters/cli/shell.ts';

let shell: Shell;
let served: RunningServer;
/** A server that belongs to another program. */
let other: Server;
/** Ids and ports by their placeholders in the rows below. */
const places = new Map<string, string>();

const recording = fileURLToPath(
  new URL('../../recordings/v1/wallet/transfer.jsonl', import.meta.url),
);

beforeAll(async () => {
  shell = openShell();
  writeFiles((name, text) => writeFileSync(join(shell.cwd, name), text));
  await (await shell.serve(['--clock', 'frozen', '--data', join(shell.cwd, 'kept.db')])).stop();
  copyFileSync(join(shell.cwd, 'kept.db'), join(shell.cwd, 'changed.db'));
  new Database(join(shell.cwd, 'changed.db')).exec('CREATE TABLE more (a)').close();
  await shell.serve(['--clock', 'frozen', '--data', join(shell.cwd, 'running.db')]);
  served = await shell.serve(['--clock', 'frozen', '--memory']);
  other = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  places.set('<port>', new URL(served.ready.url).port);
  places.set('<other>', String((other.address() as AddressInfo).port));
  await createRecords();
});
afterAll(async () => {
  other.close();
  await shell.close();
});

function writeFiles(write: (name: string, text: string) => void): void {
  write('broken.yaml', 'version: 1\nwallet:\n  walletSets: 3\n');
  write('unreadable.yaml', 'version: [1\n');
  write('other.yaml', 'hello\n');
  write('colour.yaml', 'version: 1\ncalendar:\n  venues:\n    - venue: A\n      colour: red\n');
  write(
    'refused.yaml',
    'version: 1\nwallet:\n  walletSets: [{ wallets: [{ blockchains: [ETH], funds: { usdc: none } }] }]\n',
  );
  write('text.jsonl', 'hello\n');
  write('empty.jsonl', '');
  const lines = readFileSync(recording, 'utf8').split('\n');
  write('head.jsonl', lines[0]?.slice(0, 100) ?? '');
  write('cut.jsonl', `${lines.slice(0, 3).join('\n')}\n`);
  write('edited.jsonl', lines.join('\n').replace('"n":2,', '"n":3,'));
  write('later.jsonl', lines.join('\n').replace(/"reprise":\d/, '"reprise":99'));
  write('text.db', 'hello, this is no database at all\n'.repeat(100));
  write('linked.db', '');
  linkSync(join(shell.cwd, 'linked.db'), join(shell.cwd, 'twice.db'));
  write('empty.db', '');
  write('empty.db-lock', '');
  new Database(join(shell.cwd, 'later.db'))
    .exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 99`)
    .close();
  new Database(join(shell.cwd, 'other.db')).exec('CREATE TABLE a (b)').close();
  mkdirSync(join(shell.cwd, 'nothing'));
}

/** Creates worlds and wallets for the refusals that need them. */
async function createRecords(): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const answer = await served.server.control('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await post('/worlds', { name: 'late', epoch: '9999-12-01', clock: 'frozen' });
  await post('/worlds/late/recording/start', {});
  const day = { start_date: 'today', end_date: 'today' };
  const calendar = { events: [{ title: 'A', ...day }] };
  await post('/worlds', { name: 'town', clock: 'frozen', fixture: { version: 1, calendar } });
  const { walletSet } = await post(`${world}/wallet/wallet-sets`, { custodyType: 'DEVELOPER' });
  const { wallets: created } = await post(wallets, {
    walletSetId: walletSet.id,
    blockchains: ['ETH-SEPOLIA', 'NEAR-TESTNET'],
  });
  places.set('<set>', walletSet.id);
  places.set('<wallet>', created[0].id);
  places.set('<near>', created[1].id);
  const { transaction } = await post(`${wallets}/${created[0].id}/mint`, nft);
  places.set('<inbound>', transaction.id);
}

function placed(text: string): string {
  return text.replaceAll(/<\w+>/g, (place) => places.get(place) ?? place);
}

/** Replaces varying parts of a text by placeholders. */
function plain(text: string): string {
  const ports = ['<port>', '<other>'].map((place) => [place, places.get(place) ?? ''] as const);
  return ports
    .reduce((part, [place, port]) => part.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), place), text)
    .replace(/reads \d+ and earlier/, 'reads <version> and earlier')
    .replaceAll(shell.cwd, '<folder>');
}

const world = '/worlds/default';
const wallets = `${world}/wallet/wallets`;
const nft = {
  tokenAddress: `0x${'1'.repeat(40)}`,
  standard: 'ERC721',
  nftTokenId: '7',
};
const unknown = '00000000-0000-4000-8000-000000000000';

const elsewhere = ['--url', 'http://127.0.0.1:1'];

/** Environment variables come first; `PWD` is the folder. */
const commandLines: readonly (readonly string[])[] = [
  ['dance'],
  ['clock', 'dance'],
  ['tx', 'show'],
  ['serve', '--dance'],
  ['serve', '--port', 'x'],
  ['serve', '--port', '65536'],
  ['serve', '--clock', 'fast'],
  ['serve', '--rate', '0'],
  ['serve', '--idle', 'maybe'],
  ['serve', '--epoch', 'yesterday'],
  ['serve', '--wallet-key', 'key'],
  ['serve', '--speech-key', 'a key'],
  ['serve', '--calendar-auth', 'none'],
  ['serve', '--ids', 'random'],
  ['serve', '--durability', 'none'],
  ['serve', '--allow-host', 'a:1'],
  ['serve', '--rsa-bits', '1024'],
  ['serve', '--outbound-wait', 'soon'],
  ['hear'],
  ['hear', 'nowhere.wav'],
  ['hear', 'nowhere.wav', '--conn', '1'],
  ['hear', '-'],
  ['hear', '-', '--encoding', 'linear16'],
  ['hear', '-', '--v2', '--diarize'],
  ['serve', '--attachment-bytes-max', '1 GiB'],
  ['say', 'hello'],
  ['say', 'hello', '-o', 'a.wav', '--model', 'aura'],
  ['say', 'hello', '-o', 'a.wav', '--encoding', 'opus'],
  ['say', 'hello', '-o', 'a.wav', '--sample-rate', '44100'],
  ['say', 'hello', '-o', 'nowhere/a.wav'],
  ['say', ' ', '-o', 'a.wav'],
  ['REPRISE_TOKEN=short', 'serve'],
  ['serve', '--port', '<port>', '--memory'],
  ['serve', '--fixture', 'absent.yaml'],
  ['serve', '--fixture', 'broken.yaml'],
  ['serve', '--fixture', 'other.yaml'],
  ['serve', '--fixture', 'unreadable.yaml'],
  ['serve', '--fixture', 'colour.yaml'],
  ['serve', '--fixture', 'refused.yaml', '--memory'],
  ['serve', '--data', 'text.db'],
  ['serve', '--data', 'other.db'],
  ['serve', '--data', 'later.db'],
  ['serve', '--data', 'changed.db'],
  ['serve', '--data', 'empty.db'],
  ['serve', '--data', 'nothing'],
  ['serve', '--data', 'linked.db'],
  ['serve', '--data', 'running.db'],
  ['serve', '--data', 'nowhere/a.db'],
  ['serve', '--data', 'kept.db', '--seed', 'roses'],
  ['serve', '--data', 'kept.db', '--epoch', '2020-01-01'],
  ['serve', '--data', 'kept.db', '--fixture', 'wallet/treasury'],
  ['serve', '--data', 'kept.db', '--wallet-key', 'TEST_API_KEY:a:b'],
  ['serve', '--data', 'kept.db', '--calendar-auth', 'wordpress'],
  ['serve', '--data', 'kept.db', '--ids', 'idempotency-key'],
  ['serve', '--memory', '--record', 'text.jsonl'],
  ['serve', '--memory', '--record', 'nowhere/a.jsonl'],
  ['serve', '--memory', '--data', 'a.db'],
  ['store', 'copy', 'kept.db'],
  ['store', 'copy', 'absent.db', 'a.db'],
  ['store', 'copy', 'empty.db', 'a.db'],
  ['store', 'copy', 'kept.db', 'kept.db'],
  ['store', 'copy', 'kept.db', 'nowhere/a.db'],
  ['store', 'copy', 'kept.db', 'running.db'],
  ['store', 'copy', 'kept.db', 'a.db', '--world', 'absent'],
  ['store', 'copy', 'kept.db', 'a.db', '--world', 'a/b'],
  ['store', 'verify', 'text.db'],
  ['store', 'verify', 'other.db'],
  ['store', 'verify', 'later.db'],
  ['store', 'verify', 'changed.db'],
  ['store', 'verify', 'linked.db'],
  ['store', 'verify', 'running.db'],
  ['worlds', 'show', 'absent'],
  ['worlds', 'create', 'a/b'],
  ['worlds', 'create', 'default'],
  ['worlds', 'create', 'b', '--fixture', 'broken.yaml'],
  ['worlds', 'create', 'b', '--fixture', 'refused.yaml'],
  ['worlds', 'reset', 'absent'],
  ['worlds', 'remove', 'absent'],
  ['fork', 'absent', 'other'],
  ['fork', 'default', 'default'],
  ['fork', 'default', 'b', '--at', 'noon'],
  ['fork', 'default', 'b', '--at', '2020-01-01'],
  ['clock', 'show', '--world', 'a/b'],
  ['clock', 'set'],
  ['clock', 'set', '--mode', 'fast'],
  ['clock', 'set', '--rate', '-1'],
  ['clock', 'advance'],
  ['clock', 'advance', 'soon'],
  ['clock', 'advance', '--to', '1999-01-01T00:00:00Z'],
  ['clock', 'advance', '2s', '--until-idle'],
  ['tx', 'show', 'absent'],
  ['tx', 'show', unknown],
  ['tx', 'watch', unknown],
  ['tx', 'stick', unknown],
  ['tx', 'fail', unknown, '--reason', 'BAD_LUCK'],
  ['tx', 'reorg', unknown, '--to', 'nowhere'],
  ['tx', 'list', '--state', 'LOST'],
  ['tx', 'list', '--limit', '0'],
  ['events', '--type', 'transactionstuk'],
  ['events', '--type', 'Nonsense'],
  ['events', '--within', 'soon'],
  ['events', '--from', '0'],
  ['events', '--world', 'absent', '--follow'],
  ['inspect', 'absent.jsonl'],
  ['inspect', 'text.jsonl'],
  ['inspect', 'empty.jsonl'],
  ['inspect', 'nothing'],
  ['inspect', 'head.jsonl'],
  ['inspect', 'edited.jsonl'],
  ['inspect', 'later.jsonl'],
  ['inspect', 'cut.jsonl', '--kind', 'frame'],
  ['inspect', 'text.jsonl', '--from', 'x'],
  ['replay', 'absent.jsonl'],
  ['replay', 'text.jsonl'],
  ['replay', 'empty.jsonl'],
  ['replay', 'nothing'],
  ['replay', 'cut.jsonl'],
  ['replay', 'cut.jsonl', '--junit', 'nowhere/report.xml'],
  ['diff', 'absent.jsonl', 'text.jsonl'],
  ['import', 'absent.har', '-o', 'a.jsonl'],
  ['import', 'text.jsonl', '-o', 'a.jsonl'],
  ['import', 'empty.jsonl', '-o', 'a.jsonl'],
  ['export', 'cut.jsonl'],
  ['export', '--har', 'cut.jsonl'],
  ['export', '--har', 'text.jsonl'],
  ['record', 'stop'],
  ['worlds', 'list', '--url', 'server'],
  ['worlds', 'list', ...elsewhere],
  ['REPRISE_TOKEN=wrong-token', 'worlds', 'list', ...elsewhere],
  ['REPRISE_TOKEN=wrong-token', 'worlds', 'list', '--url', 'http://127.0.0.1:<other>'],
  ['REPRISE_TOKEN=wrong-token', 'worlds', 'list', '--url', 'http://127.0.0.1:<port>'],
  ['PWD=nothing', 'worlds', 'list'],
];

type Row = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

/** A text body is sent as it is. */
const requests: readonly Row[] = [
  ['GET', '/dance'],
  ['GET', '/worlds', undefined, { Authorization: 'Bearer wrong-token' }],
  ['GET', '/worlds', undefined, { Origin: 'http://elsewhere.example' }],
  ['PUT', '/worlds'],
  ['GET', '/worlds/absent'],
  ['POST', '/worlds', {}],
  ['POST', '/worlds', '{'],
  ['POST', '/worlds', '{}', { 'Content-Encoding': 'gzip' }],
  ['POST', '/worlds', { name: 3 }],
  ['POST', '/worlds', { name: 'a/b' }],
  ['POST', '/worlds', { name: 'default' }],
  ['POST', '/worlds', { name: 'a', nonsense: 1 }],
  ['POST', '/worlds', { name: 'a', epoch: 'yesterday' }],
  ['POST', '/worlds', { name: 'a', clock: 'fast' }],
  ['POST', '/worlds', { name: 'a', clock: { mode: 'skip', rate: 0 } }],
  ['POST', '/worlds', { name: 'a', seed: ['roses'] }],
  ['POST', '/worlds', { name: 'a', fixture: 'absent' }],
  ['POST', '/worlds', { name: 'a', fixture: { version: 2 } }],
  [
    'POST',
    '/worlds',
    { name: 'a', fixture: { version: 1, calendar: { events: [{ title: 'A', colour: 1 }] } } },
  ],
  ['POST', '/worlds', { name: 'a', config: { walletKeys: ['key'] } }],
  ['PATCH', `${world}/config`, { rateLimits: { get: 0 } }],
  ['PATCH', `${world}/config`, { rateLimits: 'fast' }],
  ['PATCH', `${world}/config`, { walletKeys: [3] }],
  ['PATCH', `${world}/config`, { walletRefusals: [{ code: 3, operation: 'GET /v1/w3s/walets' }] }],
  ['PATCH', `${world}/config`, { walletRefusals: [{ code: 1 }] }],
  ['PATCH', `${world}/config`, { speechKeys: [] }],
  ['PATCH', `${world}/config`, { speechKeys: ['a key'] }],
  ['PATCH', `${world}/config`, { speech: { idleMs: 0 } }],
  ['PATCH', `${world}/config`, { speech: { models: 'ours' } }],
  ['PATCH', `${world}/config`, { speech: { models: [''] } }],
  ['PATCH', `${world}/config`, { speech: { limits: { charactersPerMinute: 1.5 } } }],
  ['PATCH', `${world}/config`, { speech: { voices: [] } }],
  ['PATCH', `${world}/config`, { calendar: { zone: 'Vienna' } }],
  ['PATCH', `${world}/config`, { calendar: { namespaces: ['A'] } }],
  ['PATCH', `${world}/config`, { calendar: { perPage: 1.5 } }],
  ['PATCH', `${world}/config`, { calendar: { users: [] } }],
  [
    'PATCH',
    `${world}/config`,
    { calendar: { users: [{ id: 1, login: 'a:b', password: '', role: 'king' }] } },
  ],
  ['PATCH', `${world}/clock`, { mode: 'fast' }],
  ['PATCH', `${world}/clock`, { rate: -1 }],
  ['POST', `${world}/clock/advance`, {}],
  ['POST', `${world}/clock/advance`, { by: '1s', maxMs: 5 }],
  ['POST', `${world}/clock/advance`, { untilIdle: false }],
  ['POST', '/worlds/late/clock/advance', { by: '60d' }],
  ['POST', `${world}/clock/advance`, { by: 'soon' }],
  ['POST', `${world}/clock/advance`, { to: '1999-01-01T00:00:00Z' }],
  ['POST', `${world}/fork`, {}],
  ['POST', `${world}/fork`, { name: 'default' }],
  ['POST', `${world}/fork`, { name: 'b', at: 1_000_000 }],
  ['POST', `${world}/fork`, { name: 'b', at: true }],
  ['POST', `${world}/fork`, { name: 'b', at: '2020-01-01' }],
  ['GET', `${world}/state?at=-1`],
  ['GET', `${world}/state?at=1000000`],
  ['GET', `${world}/state?table=wallet/absent`],
  ['GET', `${world}/state?after=1`],
  ['GET', `${world}/state?limit=0`],
  ['GET', `${world}/events?from=x`],
  ['GET', `${world}/events?limit=0`],
  ['GET', `${world}/events?limit=5&limit=6`],
  ['GET', `${world}/events?colour=red`],
  ['GET', `${world}/events`, undefined, { Accept: 'text/event-stream', 'Last-Event-ID': 'x' }],
  ['GET', `${world}/events`, undefined, { Accept: 'text/event-stream', 'Last-Event-ID': '77' }],
  ['POST', `${world}/sessions/absent/frames`, { frames: [{ text: 'hello' }] }],
  ['POST', `${world}/sessions/absent/frames`, { frames: [] }],
  ['POST', `${world}/sessions/absent/frames`, { frames: [{ data: '?' }] }],
  ['POST', `${world}/sessions/absent/frames`, { frames: [{ colour: 'red' }] }],
  ['GET', `${world}/wallet/transactions/absent`],
  ['POST', `${world}/wallet/transactions/absent/stick`, {}],
  ['POST', `${world}/wallet/transactions/absent/melt`, {}],
  ['POST', `${world}/wallet/transactions/absent/stick`, { to: 'failed' }],
  ['POST', `${world}/wallet/transactions/absent/stick`, { reason: 'INTERNAL_ERROR' }],
  ['POST', `${world}/wallet/transactions/absent/fail`, { reason: 'BAD_LUCK' }],
  ['POST', `${world}/wallet/transactions/<inbound>/stick`, {}],
  ['POST', `${wallets}/absent/fund`, { native: '1' }],
  ['POST', `${wallets}/<wallet>/fund`, { native: 1 }],
  ['POST', `${wallets}/<wallet>/fund`, { native: 'much' }],
  ['POST', `${wallets}/<wallet>/fund`, { native: '0' }],
  ['POST', `${wallets}/<wallet>/fund`, { tokens: { absent: '1' } }],
  ['POST', `${wallets}/<wallet>/fund`, { native: '1', secondary: true }],
  ['POST', `${wallets}/<near>/fund`, { native: '1' }],
  ['POST', `${wallets}/<wallet>/mint`, {}],
  ['POST', `${wallets}/<wallet>/mint`, { tokenId: 'absent' }],
  ['POST', `${wallets}/<wallet>/mint`, { tokenAddress: 'absent' }],
  ['POST', `${wallets}/<wallet>/mint`, { tokenId: 'absent', name: 'Art' }],
  ['POST', `${wallets}/<wallet>/mint`, nft],
  ['POST', `${wallets}/absent/freeze`, {}],
  ['POST', `${wallets}/absent/freeze`, { colour: 'red' }],
  ['POST', wallets, { walletSetId: 'absent', blockchains: ['ETH-SEPOLIA'] }],
  ['POST', wallets, { walletSetId: '<set>', blockchains: ['ETHER'] }],
  ['POST', wallets, { walletSetId: '<set>', blockchains: ['SOL', 'SOL'] }],
  ['POST', wallets, { walletSetId: '<set>', blockchains: ['SOL'], accountType: 'SCA' }],
  ['POST', wallets, { walletSetId: '<set>', blockchains: ['SOL'], metadata: [{}, {}] }],
  ['POST', `${world}/wallet/wallet-sets`, {}],
  ['POST', `${world}/wallet/wallet-sets`, { custodyType: 'NONE' }],
  ['POST', `${world}/wallet/wallet-sets`, { custodyType: 'ENDUSER', userId: 'me' }],
  ['GET', `${world}/wallet/chains/ABSENT`],
  ['PATCH', `${world}/wallet/chains/ABSENT`, {}],
  ['PATCH', `${world}/wallet/chains/ETH-SEPOLIA`, { congestion: true }],
  ['PATCH', `${world}/wallet/chains/ETH-SEPOLIA`, { congestion: '9999' }],
  ['PATCH', `${world}/wallet/chains/ETH-SEPOLIA`, { baseFeeGwei: 'low' }],
  ['PATCH', `${world}/wallet/chains/ETH-SEPOLIA`, { blockTimeMs: 0 }],
  ['PATCH', `${world}/calendar/venues/1`, { geodata: { latitude: 91, longitude: 0 } }],
  ['PATCH', `${world}/calendar/venues/1`, { password: 3 }],
  ['PATCH', `${world}/calendar/events/1`, {}],
  ['PATCH', '/worlds/town/calendar/events/1', { parent: 77 }],
  ['PATCH', '/worlds/town/calendar/events/1', { parent: 1 }],
  ['PATCH', '/worlds/town/calendar/events/1', { geodata: { latitude: 1, longitude: 1 } }],
  ['GET', `${world}/recording`],
  ['POST', `${world}/recording/stop`, {}],
  ['POST', '/worlds/late/recording/start', {}],
];

/** The output of a command line, and its exit code. */
async function printed(row: readonly string[]): Promise<readonly string[]> {
  const args = row.filter((arg) => !/^[A-Z_]+=/.test(arg));
  const env = Object.fromEntries(
    row.filter((arg) => !args.includes(arg)).map((variable) => variable.split('=')),
  ) as Record<string, string>;
  const given = args.map((arg) =>
    /\.(yaml|db|jsonl|xml)$|^nothing$/.test(arg) ? join(shell.cwd, arg) : placed(arg),
  );
  if (args[0] === 'serve' && !args.includes('--port')) given.push('--port', '0');
  const { PWD = '', ...rest } = env;
  const { exitCode, out, errors } = await shell.run(given, rest, {
    cwd: join(shell.cwd, PWD),
  });
  const lines = errors.length > 0 ? errors : out;
  return [...lines.map(plain), `-> ${exitCode}`];
}

async function answered([method, path, body, headers]: Row): Promise<string> {
  const response = await fetch(`${served.ready.url}/__reprise${placed(path)}`, {
    method,
    headers: { Authorization: `Bearer ${served.ready.token}`, ...headers },
    ...(body === undefined
      ? {}
      : { body: placed(typeof body === 'string' ? body : JSON.stringify(body)) }),
  });
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  if (error === undefined) throw new Error(`${method} ${path} was not refused.`);
  return `${response.status} ${error.code}: ${plain(error.message)}`;
}

it(
  'states the error, the allowed values and the remedy for each mistake of an operator',
  { timeout: 60_000 },
  async () => {
    const lines: string[] = [];
    for (const row of commandLines) {
      const variables = row.filter((arg) => /^[A-Z_]+=/.test(arg));
      const args = row.slice(variables.length);
      lines.push(`$ ${[...variables, 'reprise', ...args].join(' ')}`, ...(await printed(row)), '');
    }
    for (const row of requests) {
      const [method, path, body, headers] = row;
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      const named = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
      lines.push(
        [`${method} ${path}`, sent, ...named].filter((part) => part !== undefined).join(' '),
        await answered(row),
        '',
      );
    }
    await expect(lines.join('\n')).toMatchFileSnapshot('messages.snapshot');
  },
);
