// One suite for every WebSocket host: the same dialogues leave the same transcripts at both ends, byte for byte.

import { describe, expect, it } from 'vitest';
import { socketLimits, tooLarge, type SocketLimits } from '../../adapters/protocol/channel.ts';
import { headerBytesMax } from '../../adapters/protocol/limits.ts';
import { createTalk, key, type Talk } from './talk-service.ts';
import { createTranscript, lineOf, type Transcript } from './transcript.ts';

/** The part of the WHATWG interface that the dialogues use. */
export interface ClientSocket {
  binaryType: string;
  readonly readyState: number;
  readonly protocol: string;
  readonly bufferedAmount: number;
  readonly addEventListener: {
    (type: 'open' | 'error', listener: () => void): void;
    (type: 'message', listener: (event: { readonly data: unknown }) => void): void;
    (type: 'close', listener: (event: CloseFacts) => void): void;
  };
  readonly send: (data: string | ArrayBuffer | Uint8Array) => void;
  readonly close: (code?: number, reason?: string) => void;
}

interface CloseFacts {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;
}

export interface UpgradeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** A started host. */
export interface SocketHost {
  readonly connect: (
    path: string,
    protocols: readonly string[],
    headers: Readonly<Record<string, string>>,
    /** Called before the socket opens or fails. */
    answered: (answer: UpgradeAnswer) => void,
  ) => ClientSocket;
  /** The prefix of its URLs. */
  readonly base: string;
  readonly close: () => Promise<void>;
}

export type StartSocketHost = (talk: Talk, limits: Partial<SocketLimits>) => Promise<SocketHost>;

export interface Client {
  readonly socket: ClientSocket;
  readonly seen: Transcript;
  /** Sends, and waits for the response. */
  readonly ask: (data: string | ArrayBuffer | Uint8Array) => Promise<void>;
}

interface ClientOptions {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Stage {
  readonly talk: Talk;
  readonly join: (path: string, options?: ClientOptions) => Client;
  /** Joins and waits until the socket is open. */
  readonly meet: (path: string, options?: ClientOptions) => Promise<Client>;
}

/** Headers of the connection, not of the response. */
const connectionHeaders =
  /^(connection|date|keep-alive|upgrade|content-length|sec-websocket-(accept|protocol))$/;

export function openClient(host: SocketHost, path: string, options: ClientOptions = {}): Client {
  const seen = createTranscript();
  const { protocols = [], headers = {} } = options;
  const socket = host.connect(path, protocols, headers, (answer) => {
    const kept = Object.entries(answer.headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${String(value)}`)
      .filter((line) => !connectionHeaders.test(line.split(':')[0] ?? ''));
    seen.push([answer.status, ...kept, answer.body].join(' | ').replaceAll(host.base, ''));
  });
  socket.binaryType = 'nodebuffer';
  socket.addEventListener('open', () => seen.push(`open '${socket.protocol}'`));
  socket.addEventListener('message', ({ data }) =>
    seen.push(
      typeof data === 'string'
        ? lineOf({ kind: 'text', text: data })
        : lineOf({ kind: 'binary', data: Buffer.from(data as Uint8Array) }),
    ),
  );
  socket.addEventListener('error', () => seen.push('error'));
  socket.addEventListener('close', ({ code, reason, wasClean }) =>
    seen.push(`close ${code} '${reason}'${wasClean ? '' : ' unclean'}`),
  );
  return {
    socket,
    seen,
    ask: (data) => {
      const answered = seen.until(/^(text|binary)/, count(seen, /^(text|binary)/) + 1);
      socket.send(data);
      return answered;
    },
  };
}

function count({ lines }: Transcript, pattern: RegExp): number {
  return lines.filter((line) => pattern.test(line)).length;
}

const accepted = (world = 'default') => `101 | x-world: ${world} | x-request-id: fixed | `;
const refusal = (status: number, message: string, more = '') =>
  `${status} | content-type: application/json; charset=utf-8 | ${more}{"talk":${status},"message":"${message}"}`;
const failed = ['error', "close 1006 '' unclean"];

export function describeSocketHost(name: string, start: StartSocketHost): void {
  /** Plays on a new host; resolves with the transcripts of the clients and of the sessions. */
  async function play(
    scene: (stage: Stage) => Promise<void>,
    limits: Partial<SocketLimits> = {},
  ): Promise<{ seen: readonly (readonly string[])[]; heard: readonly string[] }> {
    const talk = createTalk();
    const host = await start(talk, limits);
    const clients: Client[] = [];
    const enter: Stage['join'] = (path, options) => {
      const client = openClient(host, path, options);
      clients.push(client);
      return client;
    };
    const meet: Stage['meet'] = async (path, options) => {
      const client = enter(path, options);
      await client.seen.until(/^open/);
      return client;
    };
    try {
      await scene({ talk, join: enter, meet });
      return { seen: clients.map(({ seen }) => [...seen.lines]), heard: [...talk.heard.lines] };
    } finally {
      await host.close();
    }
  }

  /** The transcript of a single refused client. */
  async function refused(path: string, options?: ClientOptions): Promise<readonly string[]> {
    const { seen, heard } = await play(async ({ join }) => {
      await join(path, options).seen.until(/^close/);
    });
    expect(heard).toEqual([]);
    return seen[0] ?? [];
  }

  describe(`the channels of the ${name} host`, () => {
    it('echo text and bytes, and close with the code of the client', async () => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const { socket, ask, seen } = await meet('/talk/echo');
        await ask('é ☃ 𝄞');
        await ask('');
        await ask(Buffer.of(0, 1, 254, 255));
        await ask(new Uint8Array([9, 8, 7]).subarray(1));
        await ask(new Uint8Array([5]).buffer);
        await ask(new Uint8Array(0));
        await ask(Buffer.alloc(300_000, 7));
        socket.close(4321, 'genug für heute');
        await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/)]);
      });
      const said = [
        'text é ☃ 𝄞',
        'text ',
        'binary 0001feff',
        'binary 0807',
        'binary 05',
        'binary ',
        lineOf({ kind: 'binary', data: Buffer.alloc(300_000, 7) }),
      ];
      expect(heard).toEqual([
        ...said.map((line) => `heard ${line}`),
        "closed 4321 'genug für heute'",
      ]);
      expect(seen).toEqual([[accepted(), "open ''", ...said, "close 4321 'genug für heute'"]]);
    });

    it('close without a code if neither side sends one', async () => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const [one, other] = [await meet('/talk/echo'), await meet('/talk/echo')];
        one.socket.close();
        await Promise.all([one.seen.until(/^close/), talk.heard.until(/^closed/)]);
        other.socket.send('close');
        await Promise.all([other.seen.until(/^close/), talk.heard.until(/^closed/, 2)]);
      });
      expect(seen).toEqual([0, 1].map(() => [accepted(), "open ''", "close 1005 ''"]));
      expect(heard).toEqual(["closed 1005 ''", 'heard text close', "closed 1005 ''"]);
    });

    it.each(['1000 done', '1011 net0001', '4999 '])('close with %s', async (order) => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const { socket, seen } = await meet('/talk/echo');
        socket.send(`close ${order}`);
        socket.send('too late');
        await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/)]);
      });
      const [code, reason] = order.split(' ');
      expect(seen[0]?.slice(2)).toEqual([`close ${code} '${reason}'`]);
      expect(heard).toEqual([`heard text close ${order}`, `closed ${code} '${reason}'`]);
    });

    it('cut a long reason between two characters', async () => {
      const { seen } = await play(async ({ meet }) => {
        const { socket, seen } = await meet('/talk/echo');
        socket.send(`close 1000 x${'é'.repeat(80)}`);
        await seen.until(/^close/);
      });
      expect(seen[0]?.at(-1)).toBe(`close 1000 'x${'é'.repeat(61)}'`);
    });

    it('send unasked', async () => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const { socket, seen } = await meet('/talk/echo');
        socket.send('later');
        await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/)]);
      });
      const said = ['text unasked', 'binary 010203', "close 4000 'that was all'"];
      expect(seen[0]?.slice(2)).toEqual(said);
      expect(heard).toEqual(['heard text later', "closed 4000 'that was all'"]);
    });

    it('delay frames from before the upgrade until after it', async () => {
      const { seen, heard } = await play(async ({ talk, join }) => {
        const long = join('/w/bob/talk/greeting');
        await long.seen.until(/^binary/);
        await join('/talk/greeting?brief').seen.until(/^close/);
        await talk.heard.until(/^closed/);
        long.socket.close(1000);
        await Promise.all([long.seen.until(/^close/), talk.heard.until(/^closed/, 2)]);
      });
      const said = (world: string) => [
        accepted(world),
        "open ''",
        `text Good day, ${world}`,
        'binary 00ff',
      ];
      expect(seen).toEqual([
        [...said('bob'), "close 1000 ''"],
        [...said('default'), "close 1000 'good bye'"],
      ]);
      expect(heard).toEqual(["closed 1000 'good bye'", "closed 1000 ''"]);
    });

    it('preserve the order of 1,000 frames each way, also for a busy session', async () => {
      const numbers = Array.from({ length: 1_000 }, (_, index) => `text ${index}`);
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const { socket, ask, seen } = await meet('/talk/echo');
        socket.send('wait');
        for (let index = 0; index < 1_000; index += 1) socket.send(String(index));
        socket.send('count 1000');
        await talk.heard.until(/wait/);
        expect(talk.heard.lines).toHaveLength(1);
        talk.release();
        await seen.until(/^text/, 2_000);
        await ask(Buffer.of(1));
        socket.send('wait');
        socket.send('last words');
        socket.close(1000, 'over');
        await talk.heard.until(/wait/, 2);
        talk.release();
        await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/)]);
      });
      expect(seen[0]?.slice(2)).toEqual([...numbers, ...numbers, 'binary 01', "close 1000 'over'"]);
      expect(heard).toEqual([
        'heard text wait',
        ...numbers.map((line) => `heard ${line}`),
        'heard text count 1000',
        'heard binary 01',
        'heard text wait',
        'heard text last words',
        "closed 1000 'over'",
      ]);
    });

    it('belong to the world in the path prefix, or in the header', async () => {
      const inWorld = async (path: string, headers = {}) => {
        const { seen } = await play(async ({ meet }) => void (await meet(path, { headers })));
        return seen[0]?.[0];
      };
      expect(await inWorld('/w/alice/talk/echo')).toBe(accepted('alice'));
      expect(await inWorld('/talk/echo', { 'X-Reprise-World': 'bob' })).toBe(accepted('bob'));
      const both = await inWorld('/w/alice/talk/echo', { 'X-Reprise-World': 'bob' });
      expect(both).toBe(accepted('alice'));
    });

    it('accept a client by header or by subprotocol, and refuse others with a message', async () => {
      const { seen } = await play(async ({ meet }) => {
        await meet('/talk/locked', { headers: { Authorization: `Token ${key}` } });
        await meet('/talk/locked', { protocols: ['token', key] });
      });
      expect(seen).toEqual([
        [accepted(), "open ''"],
        [accepted(), "open 'token'"],
      ]);
      const unknown = { protocols: ['token', 'wrong-key'] };
      expect(await refused('/talk/locked', unknown)).toEqual([
        '401 | content-type: application/json; charset=utf-8 | dg-error: Invalid credentials. | {"err_code":"INVALID_AUTH","é":"☃"}',
        ...failed,
      ]);
    });

    it('fail clients that offer subprotocols and get none', async () => {
      const { seen, heard } = await play(async ({ talk, join }) => {
        await join('/talk/echo', { protocols: ['other'] }).seen.until(/^close/);
        await talk.heard.until(/^closed/);
      });
      expect(seen).toEqual([[accepted(), ...failed]]);
      expect(heard).toEqual(["closed 1006 ''"]);
    });

    it.each([
      ['/talk/nothing', 404, 'There is no WebSocket at /talk/nothing.'],
      ['/nothing', 404, 'There is no WebSocket at /nothing.'],
      ['/w/alice/v3/nothing', 404, 'There is no WebSocket at /v3/nothing.'],
      ['/w/carol/talk/echo', 404, "There is no world named 'carol'."],
      ['/w/a%20b/talk/echo', 404, "There is no world named 'a%20b'."],
      ['/talk/broken', 500, 'A bug of the channel.'],
      [`/talk/echo?${'x'.repeat(12_000)}`, 414, 'The URL is longer than 12000 characters.'],
    ])('refuse %.40s with %d', async (path, status, message) => {
      expect(await refused(path)).toEqual([refusal(status, message), ...failed]);
    });

    it('refuse headers that are too large with 431', async () => {
      const headers = { 'X-Large': 'x'.repeat(headerBytesMax) };
      const message = `The headers are larger than ${headerBytesMax} bytes, the most that is taken.`;
      expect(await refused('/talk/echo', { headers })).toEqual([refusal(431, message), ...failed]);
    });

    it('accept a URL of 12,000 characters', async () => {
      const { seen } = await play(async ({ meet }) => {
        const path = '/talk/echo?';
        const { ask } = await meet(path + 'x'.repeat(12_000 - path.length));
        await ask('hello');
      });
      expect(seen[0]).toContain('text hello');
    });

    it('refuse transient failures with 503 and Retry-After', async () => {
      const busy = refusal(503, 'The disk is full.', 'retry-after: 1 | ');
      expect(await refused('/talk/full')).toEqual([busy, ...failed]);
    });

    it('refuse a subprotocol that the client did not offer', async () => {
      const { seen, heard } = await play(async ({ join }) => {
        await join('/talk/foreign').seen.until(/^close/);
      });
      const message = 'The client did not offer the subprotocol nobody-offered-this.';
      expect(seen).toEqual([[refusal(500, message), ...failed]]);
      expect(heard).toEqual(["closed 1006 ''"]);
    });

    it('close with 1011 on an error of the session, with 1013 on overload', async () => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        for (const order of ['break', 'reject']) {
          const { socket, seen } = await meet('/talk/echo');
          socket.send(order);
          await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/, 1)]);
        }
        await talk.heard.until(/^closed/, 2);
      });
      const ends = ["1011 'A bug of the session.'", "1013 'Too much at once.'"];
      expect(seen.map((lines) => lines.slice(2))).toEqual(ends.map((end) => [`close ${end}`]));
      expect(heard).toEqual([
        'heard text break',
        `closed ${ends[0]}`,
        'heard text reject',
        `closed ${ends[1]}`,
      ]);
    });

    it('accept frames up to the limit, and close with 1009 for larger ones', async () => {
      const limits = { textBytesMax: 16, binaryBytesMax: 32 };
      const large = ['é'.repeat(8) + 'x', Buffer.alloc(33), 'x'.repeat(33)];
      const { seen, heard } = await play(async ({ talk, meet }) => {
        for (const [index, data] of large.entries()) {
          const { socket, ask, seen } = await meet('/talk/echo');
          await ask('é'.repeat(8));
          await ask(Buffer.alloc(32));
          socket.send(data);
          socket.send('never heard');
          await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/, index + 1)]);
        }
      }, limits);
      const said = [`text ${'é'.repeat(8)}`, `binary ${'00'.repeat(32)}`];
      const reason = tooLarge({ ...socketLimits, ...limits });
      const expected = large.map(() => [accepted(), "open ''", ...said, `close 1009 '${reason}'`]);
      expect(seen).toEqual(expected);
      const told = [...said.map((line) => `heard ${line}`), `closed 1009 '${reason}'`];
      expect(heard).toEqual(large.flatMap(() => told));
    });

    it('can have a higher limit for texts than for bytes', async () => {
      const limits = { textBytesMax: 32, binaryBytesMax: 16 };
      const { seen } = await play(async ({ meet }) => {
        const { socket, ask, seen } = await meet('/talk/echo');
        await ask('x'.repeat(32));
        socket.send(Buffer.alloc(17));
        await seen.until(/^close/);
      }, limits);
      const reason = tooLarge({ ...socketLimits, ...limits });
      expect(seen[0]?.slice(2)).toEqual([`text ${'x'.repeat(32)}`, `close 1009 '${reason}'`]);
    });

    it('drop a reader that is too slow', async () => {
      const waitingBytesMax = 1024 * 1024;
      const { seen, heard } = await play(
        async ({ talk, meet }) => {
          const { socket, seen } = await meet('/talk/echo');
          socket.send('flood 64');
          await Promise.all([seen.until(/^close/), talk.heard.until(/^closed/)]);
        },
        { waitingBytesMax },
      );
      const end = `1008 'More than ${waitingBytesMax} bytes wait to be read.'`;
      expect(seen[0]?.at(-1)).toBe(`close ${end}`);
      expect(seen[0]?.length).toBeLessThan(64);
      expect(heard).toEqual(['heard text flood 64', `closed ${end}`]);
    });

    it('let a session send any amount at the pace of its client', async () => {
      const limits = { waitingBytesMax: 2 * 1024 * 1024 };
      const { seen } = await play(async ({ meet }) => {
        const { socket, seen } = await meet('/talk/echo');
        socket.send('pour 16');
        socket.send('that was all');
        await seen.until(/that was all/);
        socket.close(1000);
        await seen.until(/^close/);
      }, limits);
      expect(seen[0]?.filter((line) => line.startsWith('binary'))).toHaveLength(16);
      expect(seen[0]?.slice(-2)).toEqual(['text that was all', "close 1000 ''"]);
    });

    it('accept sockets up to the limit, and refuse the next one until another closes', async () => {
      const { seen } = await play(
        async ({ talk, join, meet }) => {
          const first = await meet('/talk/echo');
          await join('/talk/locked').seen.until(/^close/);
          await meet('/talk/echo');
          await join('/talk/echo').seen.until(/^close/);
          first.socket.close(1000);
          await Promise.all([first.seen.until(/^close/), talk.heard.until(/^closed/)]);
          await meet('/talk/echo');
        },
        { socketsMax: 2 },
      );
      const message = 'There are 2 open sockets, the most that there may be.';
      expect(seen[3]).toEqual([refusal(503, message, 'retry-after: 1 | '), ...failed]);
      expect(seen[4]).toEqual([accepted(), "open ''"]);
    });

    it('are independent: one socket that closes leaves the others open', async () => {
      const { seen, heard } = await play(async ({ talk, meet }) => {
        const [one, other] = [await meet('/talk/echo'), await meet('/w/alice/talk/echo')];
        one.socket.send('close 1000');
        await Promise.all([one.seen.until(/^close/), talk.heard.until(/^closed/)]);
        await other.ask('still here');
      });
      expect(seen[1]).toEqual([accepted('alice'), "open ''", 'text still here']);
      expect(heard).toEqual(['heard text close 1000', "closed 1000 ''", 'heard text still here']);
    });
  });
}
