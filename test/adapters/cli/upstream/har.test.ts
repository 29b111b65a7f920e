// `reprise import` and `reprise export --har`.

import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openShell, type Shell } from '../shell.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Of a page that asks a server for this and that, and speaks to it over a WebSocket. */
const playwrightHar = join(here, '../../upstream/har/playwright.har');
const upstream = 'http://127.0.0.1:45189';
const recording = join(here, '../../../../recordings/v1/speech/booking.jsonl');

let shell: Shell;
beforeEach(() => {
  shell = openShell();
  copyFileSync(playwrightHar, shell.path('web.har'));
});
afterEach(() => shell.close());

const importing = (...flags: readonly string[]) => [
  'import',
  shell.path('web.har'),
  '-o',
  'web.jsonl',
  ...flags,
];

describe('reprise import', () => {
  it('makes a recording of what Playwright has recorded, which is played', async () => {
    const lines = await shell.lines(...importing('--upstream', upstream, '--allow-missing'));
    expect(lines).toEqual([
      'Imported 11 requests, 1 socket, 6 frames in web.jsonl.',
      `  other      ${upstream}`,
      '  left out   data:, blob: and other URLs without a host (1)',
    ]);
    const { url, stop } = await shell.start(['play', 'web.jsonl', '--port', '0', '--json']);
    expect(await (await fetch(`${url}/gz?x=1`)).json()).toEqual({ a: 1, link: `${url}/x` });
    await expect(fetch(`${url}/reset`)).rejects.toThrow();
    expect(await echoes(`${url.replace('http', 'ws')}/socket`)).toEqual(['hello é', '0102ff']);
    await stop();
  });

  it('names the entries whose bodies a browser did not store', async () => {
    const { exitCode, errors } = await shell.run(importing('--upstream', upstream));
    expect(exitCode).toBe(3);
    expect(errors.join('\n')).toContain('has no text for the content of entries 10, 11:');
    expect(existsSync(shell.path('web.jsonl'))).toBe(false);
  });

  it('asks for an origin if it is not clear, and overwrites nothing', async () => {
    const unclear = await shell.run(importing());
    expect(unclear.exitCode).toBe(1);
    expect(unclear.errors.join('\n')).toContain(`it has those to ${upstream} (12).`);
    shell.write('web.jsonl', 'mine');
    const { exitCode, errors } = await shell.run(
      importing('--upstream', upstream, '--allow-missing'),
    );
    expect(exitCode).toBe(1);
    expect(errors.join('\n')).toContain('exists already, and recordings are never overwritten.');
    expect(shell.read('web.jsonl')).toBe('mine');
  });

  it('replaces what is named by --redact', async () => {
    await shell.lines(
      ...importing('--upstream', upstream, '--allow-missing', '--redact', 'json:$.q'),
    );
    expect(shell.read('web.jsonl')).not.toContain(String.raw`{\"q\":\"é\"}`);
    expect(shell.read('web.jsonl')).toContain('"rules":["json:$.q"]');
  });

  it('refuses a folder', async () => {
    const { exitCode, errors } = await shell.run(['import', shell.cwd, '-o', 'web.jsonl']);
    expect({ exitCode, errors }).toMatchObject({ exitCode: 3 });
    expect(errors.join('\n')).toContain('is a folder, not a HAR; choose a file.');
  });
});

describe('reprise export', () => {
  it('writes a HAR of which an import is the same recording', async () => {
    copyFileSync(recording, shell.path('booking.jsonl'));
    expect(await shell.lines('export', '--har', 'booking.jsonl')).toEqual([
      'Exported 0 requests, 4 sockets, 270 frames in booking.har.',
    ]);
    await shell.lines('import', 'booking.har', '-o', 'again.jsonl');
    expect(shell.read('again.jsonl')).toBe(shell.read('booking.jsonl'));
  });

  it('leaves no file behind if it fails', async () => {
    copyFileSync(recording, shell.path('cut.jsonl'));
    shell.write('cut.jsonl', shell.read('cut.jsonl').slice(0, -500));
    const { exitCode, errors } = await shell.run(['export', '--har', 'cut.jsonl']);
    expect(exitCode).toBe(2);
    expect(errors.join('\n')).toContain('export the part that exists with --allow-cut.');
    expect(existsSync(shell.path('cut.har'))).toBe(false);
    await shell.run(['export', '--har', 'cut.jsonl', '--allow-cut']);
    expect(existsSync(shell.path('cut.har'))).toBe(true);
  });
});

/** Sends what the page sent; resolves with the first two answers. */
function echoes(url: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const heard: string[] = [];
    const socket = new WebSocket(url);
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send('hello é');
      socket.send(Buffer.of(1, 2, 255));
    });
    socket.on('message', (data, isBinary) => {
      heard.push((data as Buffer).toString(isBinary ? 'hex' : 'utf8'));
      if (heard.length < 2) return;
      socket.terminate();
      resolve(heard);
    });
  });
}
