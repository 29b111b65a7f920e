import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '../support/server/requests.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { builtMain, startServe } from '../support/server/serve-process.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder: string;

beforeEach(() => (folder = testFolder()));

/** Error codes of a connection that the server has closed between two requests. */
const cleanEnds = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

/** Sends one request; resolves with the whole response, rejects if the connection ends before it. */
function fetchText(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve(text));
      response.on('error', () => reject(new Error('An answer was cut off.')));
    }).on('error', reject);
  });
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

describe('a server that receives SIGTERM', () => {
  it('stops while clients send requests on persistent connections', async () => {
    const serve = await startServe(['--memory'], { cwd: folder });
    const agent = new Agent({ keepAlive: true });
    let firstAnswers = 0;
    const clients = Array.from({ length: 8 }, async () => {
      for (let answers = 0; ; answers += 1) {
        try {
          expect(JSON.parse(await fetchText(`${serve.url}/ping`, agent))).toEqual({
            message: 'pong',
          });
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? String(error);
        }
        if (answers === 0) firstAnswers += 1;
      }
    });
    try {
      while (firstAnswers < clients.length) await fetchText(`${serve.url}/ping`, agent);
      expect(await serve.stop()).toBe(0);
      for (const end of await Promise.all(clients)) expect(cleanEnds).toContain(end);
    } finally {
      agent.destroy();
    }
  });
});

describe('a request in progress when a server receives SIGTERM', () => {
  it('gets a response, and its persistent connection does not delay the stop', async () => {
    const serve = await startServe(['--memory'], { cwd: folder });
    const port = Number(new URL(serve.url).port);
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString()));
    const closed = once(socket, 'close') as Promise<[hadError: boolean]>;
    // The response to the first request proves that the connection is accepted; the second request is half sent.
    socket.write('GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.write('POST /ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{');
    await waitUntil('the first answer is there', () => received.includes('pong'));
    const stopping = serve.stop();
    await waitUntil('the server takes no more connections', () => isRefused(port));
    received = '';
    socket.write('}');
    expect(await closed).toEqual([false]);
    expect(received).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(await stopping).toBe(0);
  });
});

describe('an open stream when a server receives SIGTERM', () => {
  it('ends, and does not delay the stop', async () => {
    const serve = await startServe(['--memory'], { cwd: folder });
    const response = await fetch(`${serve.url}/__reprise/worlds/default/events`, {
      headers: { Authorization: `Bearer ${serve.token}`, Accept: 'text/event-stream' },
    });
    const rest = response.text(); // rejects if it is cut off
    expect(await serve.stop()).toBe(0);
    expect(await rest).toBe('id: 0\n\n');
  });
});

describe('a server whose standard output is closed', () => {
  it('continues, and stops in order on SIGTERM', async () => {
    const child = spawn(process.execPath, [builtMain, 'serve', '--port', '0', '--memory'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith('Ctrl-C')) break;
    }
    child.stdout.destroy();
    const url = / at (http:\S+)/.exec(lines[0] ?? '')?.[1] ?? '';
    expect((await fetch(`${url}/__reprise/health`)).status).toBe(200);
    child.kill('SIGTERM'); // it prints that it stops
    expect(await exited).toEqual([0, null]);
  });
});
