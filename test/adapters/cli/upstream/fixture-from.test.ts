// `reprise fixture from`: a fixture of a recorded session, and what it refuses.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { connectTo } from '../../../support/speech/client.ts';
import { tone } from '../../../support/speech/tones.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import type { Shell } from '../shell.ts';

const it = shellTest();

const key = { Authorization: 'Bearer TEST_API_KEY:reprise:demo' };

/** Records what a client reads of a world with the treasury through a proxy. */
async function record(shell: Shell, ...flags: string[]): Promise<void> {
  const { ready } = await shell.serve([
    '--memory',
    '--clock',
    'frozen',
    '--fixture',
    'wallet/treasury',
  ]);
  const args = ['record', '--port', '0', '--json', '--wallet', ready.url, '-o', 'real.jsonl'];
  const recording = await shell.start([...args, ...flags]);
  const read = async (path: string) => {
    const response = await fetch(recording.url + path, { headers: key });
    return JSON.parse(await response.text());
  };
  await read('/v1/w3s/walletSets');
  const { data } = await read('/v1/w3s/wallets');
  for (const { id } of data.wallets) await read(`/v1/w3s/wallets/${id}/balances`);
  expect(await recording.stop()).toBe(0);
}

it('writes what a session has shown, and a server accepts it', async ({ shell }) => {
  await record(shell);
  expect(await shell.lines('fixture', 'from', 'real.jsonl', '-o', 'bank.yaml')).toEqual([
    'bank.yaml is written: walletSets 2, wallets 5, transactions 8.',
    'Its worlds choose other ids and addresses than the 11 of the service.',
  ]);
  const text = shell.read('bank.yaml');
  expect(text).toMatch(/^# calendar: nothing was shown\.$/m);
  expect(text).toMatch(/^ +# [0-9a-f-]{36}, SOL-DEVNET, \w+$/m);
  expect(text).toContain("usdc: '25000'");
  expect(await shell.prints('fixture', 'check', shell.path('bank.yaml'))).toMatch(
    /is valid: walletSets 2, wallets 5/,
  );
  const fixture = shell.path('bank.yaml');
  const { server } = await shell.serve(['--memory', '--clock', 'frozen', '--fixture', fixture]);
  const { body } = await server.request('GET', '/v1/w3s/walletSets');
  expect(body.data.walletSets.map(({ name }: { name: string }) => name)).toEqual([
    'customers',
    'treasury',
  ]);
});

it('prints ids that worlds do not have as JSON', async ({ shell }) => {
  await record(shell);
  const printed = await shell.json('fixture', 'from', 'real.jsonl', '-o', 'bank.yaml');
  expect(printed).toMatchObject({ fixture: 'bank.yaml', counts: { wallets: 5 } });
  expect(printed.unknownIds[0]).toEqual({
    service: 'wallet',
    kind: 'walletSet',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    n: 1,
    ordinal: 0,
  });
});

it('leaves out what the recording has redacted', async ({ shell }) => {
  await record(shell, '--redact', 'json:$.data.wallets[*].name');
  await shell.lines('fixture', 'from', 'real.jsonl', '-o', 'bank.yaml');
  const text = shell.read('bank.yaml');
  expect(text).toContain('# name: the recording has it redacted.');
  expect(text).not.toMatch(/\[redacted|~[0-9a-f]{8}/);
});

it('names what it cannot do', async ({ shell }) => {
  const from = (...args: string[]) => shell.run(['fixture', 'from', ...args]);
  const refusal = async (...args: string[]) => {
    const { exitCode, out, errors } = await from(...args);
    expect({ out, lines: errors.length }).toEqual({ out: [], lines: 1 });
    return `${exitCode}: ${errors[0]?.replaceAll(shell.cwd, '.')}`;
  };
  shell.write('old.yaml', 'version: 1\n');
  shell.write('notes.txt', 'no recording');
  expect(await refusal('absent.jsonl', '-o', 'a.yaml')).toMatch(/^3: There is no file/);
  expect(await refusal('notes.txt', '-o', 'a.yaml')).toMatch(/^3: .*is not a recording/);
  expect(await refusal('notes.txt', '-o', 'old.yaml')).toBe(
    '1: old.yaml exists already. Set -o to another file, or remove this one.',
  );
  const { ready } = await shell.serve(['--memory']);
  const recording = await shell.start([
    'record',
    '--port',
    '0',
    '--json',
    '--wallet',
    ready.url,
    '-o',
    'bare.jsonl',
  ]);
  await (await fetch(`${recording.url}/v1/w3s/wallets`)).text(); // 401
  await (await fetch(`${recording.url}/v1/w3s/wallets`, { headers: key })).text();
  await recording.stop();
  expect(await refusal('bare.jsonl', '-o', 'a.yaml')).toBe(
    '1: bare.jsonl shows nothing that a fixture has: record a session that reads what is to be in it.',
  );
});

it('reads a recording that was cut if that is allowed', async ({ shell }) => {
  await record(shell);
  const lines = readFileSync(shell.path('real.jsonl'), 'utf8').split('\n');
  writeFileSync(shell.path('cut.jsonl'), lines.slice(0, 6).join('\n').slice(0, -20));
  const refused = await shell.run(['fixture', 'from', 'cut.jsonl', '-o', 'bank.yaml']);
  expect(refused).toMatchObject({
    exitCode: 2,
    out: [],
    errors: ['cut.jsonl was cut after entry 4: use what it has with --allow-cut.'],
  });
  const cut = await shell.run(['fixture', 'from', 'cut.jsonl', '--allow-cut', '-o', 'bank.yaml']);
  expect(cut).toMatchObject({
    exitCode: 0,
    errors: ['cut.jsonl was cut after entry 4; the fixture begins there.'],
  });
  expect(shell.read('bank.yaml')).toContain('Its balances were never shown.');
});

it('tells what was heard and said, which are no records of a world', async ({ shell }) => {
  shell.write(
    'spoken.yaml',
    'version: 1\nspeech:\n  hear:\n    - { path: /v1/listen, utterances: [Good morning.] }\n',
  );
  const { ready } = await shell.serve([
    '--memory',
    '--clock',
    'skip',
    '--fixture',
    shell.path('spoken.yaml'),
  ]);
  const args = ['record', '--port', '0', '--json', '--speech', ready.url, '-o', 'call.jsonl'];
  const recording = await shell.start(args);
  const { socket, send, closed } = await connectTo(
    { url: recording.url, WebSocket },
    '/v1/listen',
    {
      query: '?encoding=linear16&sample_rate=8000&model=nova-3',
    },
  );
  socket.send(tone(2));
  socket.send(Buffer.alloc(6 * 16_000));
  send({ type: 'CloseStream' });
  await closed;
  expect(await recording.stop()).toBe(0);
  const [line] = await shell.lines('fixture', 'from', 'call.jsonl', '-o', 'call.yaml');
  expect(line).toBe('call.yaml is written: hear 1.');
});
