// A load generator on raw sockets: prepared requests over connections that stay open, one at a time on each. An HTTP
// client would be slower than the servers that are measured. It sleeps while nothing comes, as wrk does: of two cores the
// other one is not all its own, since servers have threads too (they collect, and move logs).

import { constants, publicEncrypt, randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** What to send, and where. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  /** A whole request. `{key}` becomes a UUID, `{ciphertext}` a ciphertext, anew in each. */
  readonly template: string;
  /** How many requests are made beforehand; where there is one, it is sent again and again. */
  readonly count: number;
  /** What the entity secret is encrypted with; random bytes stand for ciphertexts without it. */
  readonly publicKey?: string;
}

/** Sends what was prepared for so long, or until there is none left. */
export interface Go {
  readonly roundMs: number;
}

export interface Volley {
  readonly requests: number;
  readonly elapsedMs: number;
}

const entitySecret = Buffer.alloc(32, 0xab);
const cipherBytes = 256;
const headEnd = Buffer.from('\r\n\r\n');

let load: Load | undefined;
let requests: readonly Buffer[] = [];
let sockets: readonly Socket[] = [];

process.on('message', (message: Load | Go) => {
  void answer(message).then((answered) => process.send?.(answered));
});
process.send?.('ready');

async function answer(message: Load | Go): Promise<object> {
  if ('roundMs' in message) return fire(message.roundMs);
  load = message;
  requests = Array.from({ length: message.count }, () => prepared(message));
  for (const socket of sockets) socket.destroy();
  sockets = await Promise.all(
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

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function fire(roundMs: number): Promise<Volley> {
  return new Promise((resolve, reject) => {
    const isSame = load?.count === 1;
    const startedMs = performance.now();
    const endMs = startedMs + roundMs;
    let sent = 0;
    let answered = 0;
    let busy = sockets.length;
    const next = (socket: Socket): void => {
      const request = isSame ? requests[0] : requests[sent];
      if (request === undefined || performance.now() >= endMs) {
        busy -= 1;
        if (busy > 0) return;
        requests = isSame ? requests : requests.slice(sent);
        resolve({ requests: answered, elapsedMs: performance.now() - startedMs });
        return;
      }
      sent += 1;
      socket.write(request);
    };
    for (const socket of sockets) {
      listen(
        socket,
        () => {
          answered += 1;
          next(socket);
        },
        reject,
      );
      next(socket);
    }
  });
}

/** Tells each time that a whole answer has come. Most come in one piece, and are as long as the one before. */
function listen(socket: Socket, answered: () => void, failed: (error: Error) => void): void {
  let usualBytes = -1;
  let pending: Buffer | undefined;
  socket.removeAllListeners('data');
  socket.removeAllListeners('error');
  socket.on('error', failed);
  socket.on('data', (chunk: Buffer) => {
    if (pending === undefined && chunk.length === usualBytes && isFine(chunk)) return answered();
    const whole: Buffer = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
    const bytes = answerBytes(whole);
    if (bytes === undefined || whole.length < bytes) {
      pending = whole;
      return;
    }
    pending = undefined;
    usualBytes = bytes;
    if (isFine(whole) && whole.length === bytes) answered();
    else failed(new Error(`The server answered ${whole.toString('utf8', 0, 400)}`));
  });
}

/** The length of an answer by its head; undefined while that is not whole. */
function answerBytes(chunk: Buffer): number | undefined {
  const end = chunk.indexOf(headEnd);
  if (end === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1];
  return end + headEnd.length + Number(length ?? 0);
}

/** `HTTP/1.1 2..` */
function isFine(chunk: Buffer): boolean {
  return chunk[9] === 0x32;
}
