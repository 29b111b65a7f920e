// The WebSocket of the in-process twin: the WHATWG interface, connected to the channels of an app without a port. Frames
// arrive asynchronously and in order, as over a network.

import type { App } from '../../protocol/app.ts';
import {
  closeCodeRule,
  isCloseCode,
  protocolsOf,
  reasonBytesMax,
  tooManySockets,
  type Frame,
  type Opening,
  type Session,
  type SocketLimits,
} from '../../protocol/channel.ts';
import { bytesOf, SessionConnection, type Wire } from '../../protocol/connection.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import { withRetryAfter } from '../../protocol/transient.ts';
import { setImmediate } from '../../host-timers.ts';

export interface TwinSocketOptions {
  /** Headers of the request, as the ws package takes them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type BinaryType = 'nodebuffer' | 'arraybuffer' | 'blob';

export class TwinCloseEvent extends Event {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;

  constructor(code: number, reason: string, wasClean: boolean) {
    super('close');
    this.code = code;
    this.reason = reason;
    this.wasClean = wasClean;
  }
}

export class TwinErrorEvent extends Event {
  readonly error: Error;
  readonly message: string;

  constructor(error: Error) {
    super('error');
    this.error = error;
    this.message = error.message;
  }
}

export interface TwinSocketEvents {
  readonly open: Event;
  readonly message: MessageEvent;
  readonly close: TwinCloseEvent;
  readonly error: TwinErrorEvent;
}

type Listener<Type extends keyof TwinSocketEvents> = (event: TwinSocketEvents[Type]) => void;
type AnyListener = Parameters<EventTarget['addEventListener']>;

/** The shared state of all sockets of a twin. */
export interface TwinNet {
  readonly app: App;
  readonly limits: SocketLimits;
  /** Open and opening sockets. */
  readonly open: Set<TwinSocket>;
}

const states = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const;
type ReadyState = (typeof states)[keyof typeof states];

export class TwinSocket extends EventTarget {
  static readonly CONNECTING = states.CONNECTING;
  static readonly OPEN = states.OPEN;
  static readonly CLOSING = states.CLOSING;
  static readonly CLOSED = states.CLOSED;
  readonly CONNECTING = states.CONNECTING;
  readonly OPEN = states.OPEN;
  readonly CLOSING = states.CLOSING;
  readonly CLOSED = states.CLOSED;

  readonly url: string;
  readonly extensions = '';
  readonly bufferedAmount = 0;
  /** `nodebuffer` by default, as in the ws package. */
  binaryType: BinaryType = 'nodebuffer';
  onopen: Listener<'open'> | null = null;
  onmessage: Listener<'message'> | null = null;
  onclose: Listener<'close'> | null = null;
  onerror: Listener<'error'> | null = null;

  readonly #net: TwinNet;
  readonly #connection: SessionConnection;
  readonly #offered: readonly string[];
  readonly #toSession = createTaskQueue();
  readonly #toClient = createTaskQueue();
  #unreadBytes = 0;
  #readyState: ReadyState = states.CONNECTING;
  #protocol = '';
  #response: HttpResponse | undefined;

  /** Throws a SyntaxError (DOMException) for an invalid URL or list of protocols. */
  constructor(
    net: TwinNet,
    url: string | URL,
    protocols: string | readonly string[] = [],
    { headers = {} }: TwinSocketOptions = {},
  ) {
    super();
    const target = urlOf(url);
    const offered = [protocols].flat();
    const offer = offered.join(',');
    if (offered.length > 0 && protocolsOf(offer)?.length !== offered.length) {
      throw syntaxError('A subprotocol is malformed or named twice.');
    }
    this.url = target.href;
    this.#net = net;
    this.#offered = offered;
    this.#connection = new SessionConnection(net.limits);
    this.addEventListener('open', (event) => this.onopen?.(event));
    this.addEventListener('message', (event) => this.onmessage?.(event));
    this.addEventListener('close', (event) => this.onclose?.(event));
    this.addEventListener('error', (event) => this.onerror?.(event));
    this.#toSession.push(() => void this.#connect(target, headersOf(target, offer, headers)));
  }

  get readyState(): ReadyState {
    return this.#readyState;
  }

  /** The subprotocol that the session chose; empty if none. */
  get protocol(): string {
    return this.#protocol;
  }

  /** The response to the upgrade once it has arrived: 101 with its headers, or the refusal. Real sockets hide it. */
  get response(): HttpResponse | undefined {
    return this.#response;
  }

  override addEventListener<Type extends keyof TwinSocketEvents>(
    type: Type,
    listener: Listener<Type>,
    options?: AnyListener[2],
  ): void;
  override addEventListener(...given: AnyListener): void;
  override addEventListener(type: string, listener: unknown, options?: AnyListener[2]): void {
    super.addEventListener(type, listener as AnyListener[1], options);
  }

  /** Sends text, or a copy of bytes. Throws while connecting; frames after the close are dropped. */
  send(data: string | ArrayBuffer | ArrayBufferView): void {
    if (this.#readyState === states.CONNECTING) {
      throw new DOMException('The socket is still connecting.', 'InvalidStateError');
    }
    if (this.#readyState !== states.OPEN) return;
    const frame = frameOf(data);
    this.#toSession.push(() => this.#connection.receive(frame));
  }

  /** Accepts every code that a close frame may have, as the ws package does. */
  close(code?: number, reason = ''): void {
    if (code !== undefined && !isCloseCode(code)) {
      throw new DOMException(`The close code ${closeCodeRule}, not ${code}.`, 'InvalidAccessError');
    }
    if (Buffer.byteLength(reason) > reasonBytesMax) {
      throw syntaxError(`A reason has ${reasonBytesMax} bytes at most.`);
    }
    if (this.#readyState === states.CONNECTING) {
      this.#readyState = states.CLOSING;
      return this.#toClient.push(() => this.#fail('The socket was closed before it was open.'));
    }
    if (this.#readyState !== states.OPEN) return;
    this.#readyState = states.CLOSING;
    const [sentCode, sentReason] = code === undefined ? [1005, ''] : [code, reason];
    this.#toSession.push(() => {
      this.#connection.end(sentCode, sentReason);
      this.#toClient.push(() => this.#finish(sentCode, sentReason, true)); // the session closes with the same code
    });
  }

  async #connect(target: URL, headers: Readonly<Record<string, string>>): Promise<void> {
    const { app, limits, open } = this.#net;
    const origin = `${target.protocol === 'wss:' ? 'https' : 'http'}://${target.host}`;
    const raw = { url: target.pathname + target.search, headers, origin };
    if (open.size >= limits.socketsMax) {
      const refused = app.refuse({ ...raw, method: 'GET' }, 503, tooManySockets(limits));
      return this.#opened({ kind: 'refused', response: withRetryAfter(refused) });
    }
    open.add(this);
    this.#opened(await app.open(raw, this.#connection.peer));
  }

  #opened(opening: Opening): void {
    if (opening.kind === 'refused') {
      this.#connection.abandon();
      this.#response = opening.response;
      const message = `Unexpected server response: ${opening.response.status}`;
      return this.#toClient.push(() => this.#fail(message));
    }
    const { session } = opening;
    this.#response = { status: 101, headers: session.headers ?? {} };
    const isRefused = this.#offered.length > 0 && session.protocol === undefined;
    if (isRefused) this.#toClient.push(() => this.#fail('Server sent no subprotocol'));
    else this.#toClient.push(() => this.#open(session));
    this.#connection.accept(session, this.#wire());
    if (isRefused || this.#readyState !== states.CONNECTING) this.#connection.end(1006, '');
  }

  #open(session: Session): void {
    if (this.#readyState !== states.CONNECTING) return;
    this.#protocol = session.protocol ?? '';
    this.#readyState = states.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  #wire(): Wire {
    return {
      send: (frame, sent) => {
        const bytes = bytesOf(frame);
        this.#unreadBytes += bytes;
        this.#toClient.push(() => {
          this.#unreadBytes -= bytes;
          sent();
          if (this.#readyState !== states.OPEN) return;
          this.dispatchEvent(new MessageEvent('message', { data: this.#dataOf(frame) }));
        });
      },
      close: (code, reason) => {
        this.#toClient.push(() => this.#finish(code ?? 1005, reason, true));
      },
      unsentBytes: () => this.#unreadBytes,
      pause: () => undefined, // queued frames are limited by their size
      resume: () => undefined,
    };
  }

  #dataOf(frame: Frame): string | Buffer | ArrayBuffer | Blob {
    if (frame.kind === 'text') return frame.text;
    switch (this.binaryType) {
      case 'nodebuffer':
        return Buffer.from(frame.data); // a copy: clients must not change the session's data
      case 'arraybuffer':
        return new Uint8Array(frame.data).buffer;
      case 'blob':
        return new Blob([frame.data]);
    }
  }

  #fail(message: string): void {
    if (this.#readyState === states.CLOSED) return;
    this.#readyState = states.CLOSING;
    this.dispatchEvent(new TwinErrorEvent(new Error(message)));
    this.#finish(1006, '', false);
  }

  #finish(code: number, reason: string, wasClean: boolean): void {
    if (this.#readyState === states.CLOSED) return;
    this.#readyState = states.CLOSED;
    this.#net.open.delete(this);
    this.dispatchEvent(new TwinCloseEvent(code, reason, wasClean));
  }
}

interface TaskQueue {
  readonly push: (task: () => void) => void;
}

/** Runs tasks in order, in a later turn of the event loop. */
function createTaskQueue(): TaskQueue {
  const tasks: (() => void)[] = [];
  const run = () => {
    for (const task of tasks.splice(0)) task();
  };
  return {
    push: (task) => {
      if (tasks.length === 0) setImmediate(run);
      tasks.push(task);
    },
  };
}

/** The origin of a socket that is opened by a path alone. */
const originDefault = 'ws://localhost';

function urlOf(url: string | URL): URL {
  if (!URL.canParse(String(url), originDefault))
    throw syntaxError(`${String(url)} must be an absolute URL, or a path on this server.`);
  const target = new URL(url, originDefault);
  target.protocol = target.protocol.replace(/^http/, 'ws');
  if (!/^wss?:$/.test(target.protocol)) throw syntaxError('A WebSocket has a URL of ws: or wss:.');
  if (target.hash !== '') throw syntaxError('The URL of a WebSocket has no fragment.');
  return target;
}

/** The headers that a real client would send. */
function headersOf(target: URL, offer: string, given: Readonly<Record<string, string>>) {
  const lowered = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    host: target.host,
    ...(Object.fromEntries(lowered) as Record<string, string>),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    ...(offer === '' ? {} : { 'sec-websocket-protocol': offer }),
  };
}

function frameOf(data: string | ArrayBuffer | ArrayBufferView): Frame {
  if (typeof data === 'string') return { kind: 'text', text: Buffer.from(data).toString() }; // replaces lone surrogates
  const bytes = ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
  return { kind: 'binary', data: Buffer.from(bytes) };
}

function syntaxError(message: string): DOMException {
  return new DOMException(message, 'SyntaxError');
}
