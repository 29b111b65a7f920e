import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../adapters/cli/support/errors.ts';
import { reservePort } from '../../../../adapters/cli/serve/port.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('reservePort', () => {
  it('answers connections from before the server was ready', async () => {
    const port = await reservePort(0, '127.0.0.1');
    const early = connect(port.number, '127.0.0.1');
    early.write(get);
    const answered = text(early);
    const left = connect(port.number, '127.0.0.1');
    await Promise.all([once(early, 'connect'), once(left, 'connect')]);
    left.destroy();
    await new Promise((resolve) => void setTimeout(resolve, 50));
    const server = createServer((_request, response) => void response.end('here'));
    await port.attach(server);
    expect(await answered).toContain('here');
    const late = connect(port.number, '127.0.0.1');
    late.write(get);
    expect(await text(late)).toContain('here');
    port.release(); // no effect after attach()
    expect(server.listening).toBe(true);
    server.close();
    await once(server, 'close');
    const again = await reservePort(port.number, '127.0.0.1');
    again.release();
  });

  it('rejects a used port, which is free once released', async () => {
    const port = await reservePort(0, '127.0.0.1');
    await expect(reservePort(port.number, '127.0.0.1')).rejects.toThrow(CliError);
    port.release();
    await new Promise((resolve) => void setImmediate(resolve));
    const again = await reservePort(port.number, '127.0.0.1');
    again.release();
  });
});
