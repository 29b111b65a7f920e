// All messages of the command line and the control plane to operators who made a mistake, in one file, for readers.
// After a change: `npx vitest run test/guards/messages.test.ts -u`, and read what has changed.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Served, type Shell } from '../adapters/cli/shell.ts';

let shell: Shell;
let served: Served;

beforeAll(async () => {
  shell = openShell();
  served = await shell.serve(['--clock', 'frozen', '--memory']);
  writeFileSync(join(shell.cwd, 'broken.yaml'), 'version: 1\nwallet:\n  walletSets: 3\n');
  writeFileSync(join(shell.cwd, 'other.yaml'), 'hello\n');
  writeFileSync(join(shell.cwd, 'text.jsonl'), 'hello\n');
  writeFileSync(join(shell.cwd, 'empty.jsonl'), '');
  writeFileSync(join(shell.cwd, 'text.db'), 'hello, this is no database at all\n'.repeat(100));
  mkdirSync(join(shell.cwd, 'nothing'));
});
afterAll(() => shell.close());

const elsewhere = ['--url', 'http://127.0.0.1:1'];

const commandLines: readonly (readonly string[])[] = [
  ['dance'],
  ['serve', '--dance'],
  ['serve', '--port', 'x'],
  ['serve', '--port', '65536'],
  ['serve', '--clock', 'fast'],
  ['serve', '--rate', '0'],
  ['serve', '--idle', 'maybe'],
  ['serve', '--epoch', 'yesterday'],
  ['serve', '--wallet-key', 'key'],
  ['serve', '--calendar-auth', 'none'],
  ['serve', '--ids', 'random'],
  ['serve', '--durability', 'none'],
  ['serve', '--allow-host', 'a:1'],
  ['serve', '--fixture', 'absent.yaml'],
  ['serve', '--fixture', 'broken.yaml'],
  ['serve', '--fixture', 'other.yaml'],
  ['serve', '--data', 'text.db'],
  ['serve', '--memory', '--data', 'a.db'],
  ['worlds', 'show', 'absent'],
  ['worlds', 'make', 'a/b'],
  ['worlds', 'make', 'default'],
  ['worlds', 'remove', 'absent'],
  ['fork', 'absent', 'other'],
  ['fork', 'default', 'default'],
  ['clock', 'set'],
  ['clock', 'set', '--mode', 'fast'],
  ['clock', 'set', '--rate', '-1'],
  ['clock', 'advance'],
  ['clock', 'advance', 'soon'],
  ['clock', 'advance', '--to', '1999-01-01T00:00:00Z'],
  ['clock', 'advance', '2s', '--until-idle'],
  ['tx', 'show', 'absent'],
  ['tx', 'watch', 'absent'],
  ['tx', 'stick', 'absent'],
  ['tx', 'list', '--limit', '0'],
  ['events', '--type', 'transactionstuk'],
  ['events', '--type', 'Nonsense'],
  ['events', '--within', 'soon'],
  ['events', '--world', 'absent', '--follow'],
  ['inspect', 'absent.jsonl'],
  ['inspect', 'text.jsonl'],
  ['inspect', 'empty.jsonl'],
  ['inspect', 'text.jsonl', '--from', 'x'],
  ['replay', 'absent.jsonl'],
  ['replay', 'text.jsonl'],
  ['replay', 'empty.jsonl'],
  ['replay', 'nothing'],
  ['diff', 'absent.jsonl', 'text.jsonl'],
  ['record', 'stop'],
  ['worlds', 'list', '--url', 'server'],
  ['worlds', 'list', ...elsewhere],
];

const world = '/worlds/default';
const requests: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/dance'],
  ['PUT', '/worlds'],
  ['GET', '/worlds/absent'],
  ['POST', '/worlds', {}],
  ['POST', '/worlds', { name: 'a/b' }],
  ['POST', '/worlds', { name: 'default' }],
  ['POST', '/worlds', { name: 'a', nonsense: 1 }],
  ['POST', '/worlds', { name: 'a', epoch: 'yesterday' }],
  ['POST', '/worlds', { name: 'a', clock: 'fast' }],
  ['POST', '/worlds', { name: 'a', fixture: 'absent' }],
  ['POST', '/worlds', { name: 'a', fixture: { version: 2 } }],
  ['POST', '/worlds', { name: 'a', config: { walletKeys: ['key'] } }],
  ['PATCH', `${world}/config`, { rateLimits: { get: 0 } }],
  ['PATCH', `${world}/config`, { walletRefusals: [{ code: 1 }] }],
  ['PATCH', `${world}/config`, { calendar: { zone: 'Vienna' } }],
  ['PATCH', `${world}/config`, { calendar: { namespaces: ['A'] } }],
  ['PATCH', `${world}/clock`, { mode: 'fast' }],
  ['PATCH', `${world}/clock`, { rate: -1 }],
  ['POST', `${world}/clock/advance`, {}],
  ['POST', `${world}/clock/advance`, { by: 'soon' }],
  ['POST', `${world}/clock/advance`, { to: '1999-01-01T00:00:00Z' }],
  ['POST', `${world}/fork`, {}],
  ['POST', `${world}/fork`, { name: 'default' }],
  ['POST', `${world}/fork`, { name: 'b', at: 1_000_000 }],
  ['GET', `${world}/state?at=-1`],
  ['GET', `${world}/state?at=1000000`],
  ['GET', `${world}/events?from=x`],
  ['POST', `${world}/wallet/transactions/absent/stick`, {}],
  ['POST', `${world}/wallet/wallets/absent/fund`, { native: '-1' }],
  ['PATCH', `${world}/wallet/chains/ABSENT`, {}],
  ['PATCH', `${world}/calendar/venues/1`, { geodata: { latitude: 91, longitude: 0 } }],
  ['PATCH', `${world}/calendar/events/1`, {}],
  ['POST', `${world}/recording/stop`, {}],
];

it('tells an operator what is wrong, what is allowed, what to do', async () => {
  const port = new URL(served.ready.url).port;
  const plain = (text: string) =>
    text.replaceAll(shell.cwd, '<folder>').replaceAll(`:${port}`, ':<port>');
  const lines: string[] = [];
  for (const args of commandLines) {
    const inFolder = args.map((arg) =>
      /\.(yaml|db|jsonl)$|^nothing$/.test(arg) ? join(shell.cwd, arg) : arg,
    );
    const { exitCode, out, complaints } = await shell.run(inFolder);
    lines.push(
      `$ reprise ${args.join(' ')}`,
      ...(complaints.length > 0 ? complaints : out).map(plain),
      `-> ${exitCode}`,
      '',
    );
  }
  for (const [method, path, body] of requests) {
    const answer = await served.server.control(method, path, body);
    const asked = body === undefined ? '' : ` ${JSON.stringify(body)}`;
    const { error } = answer.body as { error?: { code: string; message: string } };
    if (error === undefined) throw new Error(`${method} ${path} was not refused.`);
    const { code, message } = error;
    lines.push(`${method} ${path}${asked}`, `${answer.status} ${code}: ${plain(message)}`, '');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('messages.snapshot');
});
