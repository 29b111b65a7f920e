// A TCP proxy before a PostgreSQL server that loses, delays and swallows what a test says, one statement at a time.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * - `cut-before`: the statement does not arrive, and the connection is cut.
 * - `cut-after`: the statement is carried out, and the connection is cut instead of its answer.
 * - `swallow`: the statement is carried out, and no answer arrives; the connection stays.
 * - `late`: the connection of the client is cut; the statement arrives at `release`.
 * - `slow`: the answer arrives at `release`.
 */
export type Mischief = 'cut-before' | 'cut-after' | 'swallow' | 'late' | 'slow';

export interface Proxy {
  readonly port: number;
  /** The next statement whose text matches meets this. */
  readonly next: (statement: RegExp, mischief: Mischief) => void;
  /** Resolves when it has happened. */
  readonly happened: () => Promise<void>;
  /** Lets what waits go on; resolves when the server has answered it. */
  readonly release: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Plan {
  readonly statement: RegExp;
  readonly mischief: Mischief;
}

/** The message `Sync`, by which a client ends a statement with parameters. */
const sync = Buffer.from([0x53, 0, 0, 0, 4]);

export async function startProxy(serverPort: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let plan: Plan | undefined;
  let tellHappened: () => void = () => undefined;
  let happening = Promise.resolve();
  let release: () => Promise<void> = async () => undefined;

  /** What the next bytes on this connection meet. */
  function serve(client: Socket): void {
    const server = connect(serverPort, '127.0.0.1');
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    let mischief: Mischief | undefined;
    let held: Buffer[] = [];
    client.on('close', () => mischief !== 'late' && server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (mischief === undefined && plan?.statement.test(bytes.toString('latin1')) === true) {
        ({ mischief } = plan);
        plan = undefined;
        begin();
      }
      if (mischief === 'late') hold(bytes);
      else if (mischief !== 'cut-before') server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (mischief === undefined) client.write(bytes);
      else if (mischief === 'slow') held.push(bytes);
      else if (mischief !== 'late') tellHappened();
      if (mischief === 'cut-after') client.destroy();
    });

    function begin(): void {
      if (mischief === 'cut-before') {
        client.destroy();
        server.destroy();
        tellHappened();
      }
      if (mischief === 'slow') {
        release = async () => {
          mischief = undefined;
          for (const bytes of held) client.write(bytes);
          held = [];
        };
        tellHappened();
      }
    }

    function hold(bytes: Buffer): void {
      held.push(bytes);
      if (!Buffer.concat(held).subarray(-sync.length).equals(sync)) return;
      client.destroy();
      release = async () => {
        release = async () => undefined;
        if (server.closed) return; // it had waited for too long
        server.write(Buffer.concat(held));
        await once(server, 'data');
        server.destroy();
      };
      tellHappened();
    }
  }

  const listening = createServer(serve).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    next(statement, mischief) {
      plan = { statement, mischief };
      happening = new Promise((resolve) => {
        tellHappened = resolve;
      });
    },
    happened: async () => happening,
    release: async () => release(),
    async close() {
      listening.close();
      for (const socket of sockets) socket.destroy();
      await once(listening, 'close');
    },
  };
}
