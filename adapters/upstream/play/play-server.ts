// The server that plays recordings to real clients.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostFlawOf, hostNameOf, hostRefusal, isAllowedName } from '../../hosts/node/host-name.ts';
import { onUpgrade } from '../../hosts/node/ws/on-upgrade.ts';
import { answerUpgrade, handBack } from '../../hosts/node/ws/raw-answer.ts';
import { isWebSocket } from '../../hosts/node/ws/server.ts';
import type { HttpRequest, HttpResponse } from '../../protocol/messages.ts';
import { messageOf } from '../../wording.ts';
import { acceptSocket } from '../accept-socket.ts';
import { endConnection } from '../connection-end.ts';
import type { HeaderPair } from '../headers.ts';
import { playAnswer, playedBytes, playedHeaders, type AnswerContext } from './answer-player.ts';
import type { Forwarder } from './forwarder.ts';
import type { LiveRequest } from './live-request.ts';
import { missText } from './miss-text.ts';
import { sendableReason } from '../reason.ts';
import type { Speed } from './pace.ts';
import { SharedPlayback, type ClientPlayback, type PlayedFile } from './player.ts';
import { playSocket } from './socket-player.ts';
import type { RecordedWebhook } from '../traffic.ts';

const bodyBytesMaxDefault = 64 * 1024 * 1024;

/** An error response in the form of a service. */
export type Refuse = (request: HttpRequest, status: number, message: string) => HttpResponse;

export interface PlayOptions {
  readonly files: readonly PlayedFile[];
  readonly speed: Speed;
  /** Paths of fields that do not count. */
  readonly ignored: readonly string[];
  readonly allowHosts: readonly string[];
  /** The longest body of a request. */
  readonly bodyBytesMax?: number;
  readonly refuse: Refuse;
  /** Answers requests that are not in the recording, in place of an error. */
  readonly forwarder?: Forwarder;
  /** Called for each request and frame that is not in the recording; `isForwarded`: a server answers it. */
  readonly onMiss: (cursor: string, text: string, isForwarded?: boolean) => void;
  /** Called with the webhooks of a part of the recording when it begins. */
  readonly onWebhooks: (webhooks: readonly RecordedWebhook[], context: AnswerContext) => void;
}

export interface PlayServer {
  readonly server: Server;
  /** The playbacks by the names of their cursors. */
  readonly playbacks: ReadonlyMap<string, ClientPlayback>;
  /** Disconnects all sockets. */
  readonly closeSockets: () => void;
}

export function createPlayServer(options: PlayOptions): PlayServer {
  const player = new Player(options);
  const server = createServer((request, response) => void player.answer(request, response));
  onUpgrade(server, (request, stream, head) => {
    if (isWebSocket(request)) player.open(request, stream as Socket, head);
    else handBack(server, request, stream, head);
  });
  return { server, playbacks: player.playbacks, closeSockets: () => player.closeSockets() };
}

class Player {
  readonly playbacks = new Map<string, ClientPlayback>();
  readonly #options: PlayOptions;
  readonly #shared: SharedPlayback;
  readonly #streams = new Set<Duplex>();

  constructor(options: PlayOptions) {
    this.#options = options;
    this.#shared = new SharedPlayback(options.files, { ignored: options.ignored });
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { forwarder, onMiss, bodyBytesMax = bodyBytesMaxDefault } = this.#options;
    const place = placeOf(request);
    const live = { ...place, method: request.method ?? 'GET', body: Buffer.alloc(0) };
    const refused = this.#hostRefusal(request);
    if (refused !== undefined) return this.#refuse(response, live, ...refused);
    let body: Buffer | undefined;
    try {
      body = await bodyOf(request, bodyBytesMax);
    } catch {
      return; // the client is gone
    }
    if (body === undefined) {
      const text = `The body is longer than ${bodyBytesMax} bytes.`;
      onMiss(place.cursorName, `${live.method} ${live.url} cannot be played. ${text}`);
      return this.#refuse(response, live, 413, text);
    }
    const playback = this.#playbackOf(place.cursorName);
    const forward = async (to: Forwarder) => {
      const missed = { ...place, place: playback.place, shown: playback.shown() };
      try {
        await to.answer(request, response, missed, body);
      } catch (error) {
        onMiss(place.cursorName, messageOf(error));
        this.#refuse(response, live, 501, messageOf(error));
      }
    };
    if (forwarder?.hasTakenOver(place.cursorName) === true) return forward(forwarder);
    const found = await playback.find({ ...live, body });
    if (found.kind === 'miss') {
      const text = missText(`${live.method} ${live.url}`, found);
      onMiss(place.cursorName, text, forwarder !== undefined);
      if (forwarder === undefined) return this.#refuse(response, live, 501, text);
      playback.leave(live.method);
      return forward(forwarder);
    }
    const context = this.#context(place.base, found.cursor.values);
    if (!playAnswer(found.recorded, response, context)) {
      const text = `The recording ends before the answer to ${live.method} ${live.url} (entry ${found.recorded.n}).`;
      onMiss(place.cursorName, text);
      return this.#refuse(response, live, 501, text);
    }
    const { outcome, n } = found.recorded;
    if (outcome !== undefined && 'status' in outcome && outcome.isCut) {
      onMiss(
        place.cursorName,
        `The recording ends within the answer to ${live.method} ${live.url} (entry ${n}).`,
      );
    }
    this.#options.onWebhooks(found.webhooks, context);
  }

  open(request: IncomingMessage, stream: Socket, head: Buffer): void {
    const { forwarder, onMiss } = this.#options;
    stream.on('error', () => stream.destroy());
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    const place = placeOf(request);
    const refuse = (status: number, message: string) =>
      answerUpgrade(
        request,
        stream,
        this.#refusal({ ...place, method: 'GET', body: Buffer.alloc(0) }, status, message),
      );
    const refused = this.#hostRefusal(request);
    if (refused !== undefined) return refuse(...refused);
    const playback = this.#playbackOf(place.cursorName);
    const missed = () => ({ ...place, place: playback.place, shown: playback.shown() });
    const forward = (to: Forwarder) => {
      to.open(request, stream, head, missed()).catch((error: unknown) => {
        onMiss(place.cursorName, messageOf(error));
        refuse(501, messageOf(error));
      });
    };
    if (forwarder?.hasTakenOver(place.cursorName) === true) return forward(forwarder);
    const found = playback.open(place);
    if (found.kind === 'miss') {
      const text = missText(`WebSocket ${place.url}`, found);
      onMiss(place.cursorName, text, forwarder !== undefined);
      if (forwarder === undefined) return refuse(501, text);
      return forward(forwarder);
    }
    const context = this.#context(place.base, found.cursor.values);
    const { outcome } = found.recorded;
    if (outcome === undefined || !('status' in outcome)) {
      return endConnection(stream, outcome?.failure ?? 'reset');
    }
    const headers = playedHeaders(outcome, context);
    if (outcome.status !== 101) {
      const bytes = Buffer.concat(outcome.parts.map((part) => playedBytes(outcome, part, context)));
      return answerUpgrade(request, stream, {
        status: outcome.status,
        reason: sendableReason(outcome.status, outcome.reason),
        headers,
        bytes,
      });
    }
    acceptSocket({ request, stream, head }, handshakeOf(headers, request), {}, (socket) => {
      let { recorded } = found;
      playSocket({ socket, stream }, recorded, context, found.redactor, {
        choose(isLike) {
          const other = found.cursor.reopen(found.redactor.handshake(place), recorded, isLike);
          recorded = other ?? recorded;
          return other !== undefined;
        },
        takeOver: forwarder && ((left) => forwarder.takeOver(request, missed(), left)),
        onMiss: (text, isForwarded) => onMiss(place.cursorName, text, isForwarded),
      });
      this.#options.onWebhooks(found.webhooks, context);
    });
  }

  closeSockets(): void {
    this.#options.forwarder?.closeSockets();
    for (const stream of this.#streams) stream.destroy();
  }

  #playbackOf(name: string): ClientPlayback {
    let playback = this.playbacks.get(name);
    if (playback === undefined) {
      playback = this.#shared.forClient();
      this.playbacks.set(name, playback);
    }
    return playback;
  }

  #context(base: string, values: AnswerContext['values']): AnswerContext {
    return { base, values, speed: this.#options.speed };
  }

  #hostRefusal(request: IncomingMessage): readonly [status: number, message: string] | undefined {
    const flaw = hostFlawOf(request);
    if (flaw !== undefined) return [400, flaw];
    const host = request.headers.host ?? '';
    const isAllowed = isAllowedName(hostNameOf(host), this.#options.allowHosts);
    return isAllowed ? undefined : [403, hostRefusal(host)];
  }

  #refuse(response: ServerResponse, live: LiveRequest, status: number, message: string): void {
    const { headers, body = '' } = this.#refusal(live, status, message);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  }

  #refusal(live: LiveRequest, status: number, message: string): HttpResponse {
    const start = live.url.indexOf('?');
    const path = start === -1 ? live.url : live.url.slice(0, start);
    const query = new URLSearchParams(start === -1 ? '' : live.url.slice(start));
    const { method, headers, body, base: baseUrl } = live;
    const request = { method, path, query, headers, body, baseUrl, worldName: 'default' };
    return this.#options.refuse(request, status, message);
  }
}

interface Place {
  readonly cursorName: string;
  readonly url: string;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request at `/w/<name>/...` is at the cursor of this name. */
function placeOf({ url = '/', headers }: IncomingMessage): Place {
  const [, prefix = '', name] = /^(\/w\/([^/?]+))?/.exec(url) ?? [];
  const rest = url.slice(prefix.length);
  return {
    cursorName: name ?? 'default',
    url: rest.startsWith('/') ? rest : `/${rest}`,
    base: `http://${headers.host ?? 'localhost'}${prefix}`,
    headers: flat(headers),
  };
}

function flat(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** Undefined if it is too long. */
async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The recorded subprotocol, if the client offers it, and the other headers. */
function handshakeOf(
  headers: Record<string, string | string[]>,
  request: IncomingMessage,
): { readonly protocol: string | undefined; readonly headers: readonly HeaderPair[] } {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((one) => one.trim());
  let protocol: string | undefined;
  const others: HeaderPair[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const isProtocol = name.toLowerCase() === 'sec-websocket-protocol';
    if (!isProtocol) others.push(...[value].flat().map((one): HeaderPair => [name, one]));
    else if (offered?.includes(String(value)) === true) protocol = String(value);
  }
  return { protocol, headers: others };
}
