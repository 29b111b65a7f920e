// A load generator on raw sockets: prepared requests over persistent connections, one at a time on each. An HTTP client would
// be slower than the measured servers. It sleeps while no data arrives, as wrk does: it must not occupy the second core,
// because servers have threads too (garbage collection, checkpoints).

import { constants, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** The requests and their target. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  /** A whole request. Each request replaces `{key}` by a new UUID, `{ciphertext}` by a new ciphertext. */
  readonly template: string;
  /** The number of prepared requests; a single one is sent again and again. */
  readonly count: number;
  /** Encrypts the entity secret; without it, random bytes replace ciphertexts. */
  readonly publicKey?: string;
}

/** Sends prepared requests for this time, or until none are left. */
export interface StartRound {
  readonly roundMs: number;
}

export interface RoundResult {
  readonly requests: number;
  readonly elapsedMs: number;
}

const entitySecret = Buffer.alloc(32, 0xab);
const cipherBytes = 256;
const headEnd = Buffer.from('\r\n\r\n');
/** A read buffer for all connections: each piece is processed before the next one arrives. */
const readInto = Buffer.alloc(65_536);

/** Reports each complete answer. Most arrive in one piece, and have the length of the one before. */
class Connection {
  answered: () => void = () => undefined;
  failed: (error: Error) => void = () => undefined;
  readonly #socket: Socket;
  #usualBytes = -1;
  #pending: Buffer | undefined;

  /** Reads without the stream of the socket, which would use processor time that the servers need. */
  constructor(port: number, opened: () => void) {
    const callback = (length: number): boolean => {
      this.#take(length);
      return true;
    };
    const onread = { buffer: readInto, callback };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, opened);
    this.#socket.on('error', (error) => this.failed(error));
    this.#socket.on('close', () => this.failed(new Error('The server hung up.')));
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.failed = () => undefined;
    this.#socket.destroy();
  }

  #take(length: number): void {
    if (this.#pending === undefined && length === this.#usualBytes && isFine(readInto)) {
      this.answered();
      return;
    }
    const chunk = Buffer.from(readInto.subarray(0, length));
    const whole = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk]);
    const bytes = answerBytes(whole);
    if (bytes === undefined || whole.length < bytes) {
      this.#pending = whole;
      return;
    }
    this.#pending = undefined;
    this.#usualBytes = bytes;
    if (isFine(whole) && whole.length === bytes) this.answered();
    else this.failed(new Error(`The server answered ${whole.toString('utf8', 0, 400)}`));
  }
}

let load: Load | undefined;
let requests: readonly Buffer[] = [];
let connections: readonly Connection[] = [];

process.on('message', (message: Load | StartRound) => {
  void answer(message).then((answered) => process.send?.(answered));
});
process.send?.('ready');

async function answer(message: Load | StartRound): Promise<object> {
  if ('roundMs' in message) return fire(message.roundMs);
  load = message;
  requests = Array.from({ length: message.count }, () => prepared(message));
  for (const connection of connections) connection.close();
  connections = await Promise.all(
    Array.from({ length: message.connections }, () => connected(message.port)),
  );
  return {};
}

function prepared({ template, publicKey }: Load): Buffer {
  const ciphertext = template.includes('{ciphertext}') ? ciphertextFor(publicKey) : '';
  return Buffer.from(template.replace('{key}', randomUUID()).replace('{ciphertext}', ciphertext));
}

function ciphertextFor(publicKey: string | undefined): string {
  if (publicKey === undefined) return randomBytes(cipherBytes).toString('base64');
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, entitySecret).toString(
    'base64',
  );
}

function connected(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = new Connection(port, () => resolve(connection));
    connection.failed = reject;
  });
}

function fire(roundMs: number): Promise<RoundResult> {
  return new Promise((resolve, reject) => {
    const isSame = load?.count === 1;
    const startedMs = performance.now();
    const endMs = startedMs + roundMs;
    let sent = 0;
    let answered = 0;
    let busy = connections.length;
    const next = (connection: Connection): void => {
      const request = isSame ? requests[0] : requests[sent];
      if (request === undefined || performance.now() >= endMs) {
        busy -= 1;
        if (busy > 0) return;
        requests = isSame ? requests : requests.slice(sent);
        resolve({ requests: answered, elapsedMs: performance.now() - startedMs });
        return;
      }
      sent += 1;
      connection.send(request);
    };
    for (const connection of connections) {
      connection.failed = reject;
      connection.answered = () => {
        answered += 1;
        next(connection);
      };
      next(connection);
    }
  });
}

/** The length of an answer according to its head; undefined while the head is incomplete. */
function answerBytes(chunk: Buffer): number | undefined {
  const end = chunk.indexOf(headEnd);
  if (end === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1];
  return end + headEnd.length + Number(length ?? 0);
}

/** Whether the status line starts with `HTTP/1.1 2`. */
function isFine(chunk: Buffer): boolean {
  return chunk[9] === 0x32;
}
