// `reprise replay --against` a server that cannot be used: one sentence, and no file.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startServer, testKey, token } from '../../../support/server/server.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { openShell, type CommandResult, type Shell } from '../shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

interface Use {
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Performs a packaged recording. */
function perform(name: string, url: string, { flags = [], env = {} }: Use): Promise<CommandResult> {
  shell.write('a.jsonl', readFileSync(`recordings/v1/${name}.jsonl`));
  return shell.run(['replay', '--against', url, '--wait', '1ms', ...flags, 'a.jsonl'], env);
}

/** The URL of a server that ends with the test. */
async function opened(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return closed(server);
  });
  return listening(server);
}

describe('a wrong key of the speech service', () => {
  it.each(['speech/eager-turn', 'speech/booking'])('is one sentence: %s', async (name) => {
    const { url, close } = await startServer({ defaults: { config: { speechKeys: ['own'] } } });
    onTestFinished(close);
    const flags = ['--speech-key', 'wrong', '-o', 'new.jsonl'];
    expect(await perform(name, url, { flags, env: { REPRISE_TOKEN: token } })).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `${url} refuses the key of the speech (401): set --speech-key to one that it knows.`,
      ],
    });
    expect(existsSync(shell.path('new.jsonl'))).toBe(false);
  });
});

describe('a server that accepts connections and does not answer', () => {
  it('is one sentence if it never does', async () => {
    const url = await opened(createServer(() => undefined));
    expect(await perform('wallet/transfer', url, { flags: ['-o', 'new.jsonl'] })).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `Cannot use ${url} of --against: it accepts connections, and has not answered within 1 s (--wait).`,
      ],
    });
    expect(existsSync(shell.path('new.jsonl'))).toBe(false);
  });

  it('differs if it answers no handshake', async () => {
    const server = createServer((_request, response) => response.end('{}'));
    const url = await opened(server.on('upgrade', () => undefined));
    const flags = ['--speech-key', 'any', '--speed', '1000'];
    const { exitCode, out, errors } = await perform('speech/booking', url, { flags });
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    expect(out[0]).toBe('different  a.jsonl');
  });

  it('is one sentence if it does not give the key to encrypt with', async () => {
    let left = 1;
    const url = await opened(
      createServer((_request, response) => {
        if (left > 0) response.end('{}');
        left -= 1;
      }),
    );
    const secret = ['--wallet-key', testKey, '--entity-secret', 'ab'.repeat(32)];
    const { exitCode, out } = await perform('wallet/transfer', url, { flags: secret });
    expect(exitCode).toBe(2);
    expect(out.at(-1)).toContain(`${url} stopped answering`);
  });
});

it('says without a token, too, that there is no such world', async () => {
  const { url, close } = await startServer();
  onTestFinished(close);
  const flags = ['-o', 'new.jsonl'];
  expect(await perform('wallet/transfer', `${url}/w/nosuch`, { flags })).toEqual({
    exitCode: 1,
    out: [],
    errors: [`Cannot use ${url}/w/nosuch of --against: There is no world 'nosuch'.`],
  });
  expect(existsSync(shell.path('new.jsonl'))).toBe(false);
});
