// A test client of a channel of the speech service: records messages and audio in order.

import type { WebSocket } from 'ws';
import { waitUntil } from '../server/requests.ts';
import type { SpeechHost } from './hosts.ts';

/** A message, or a run of audio frames. */
export type ReceivedItem = Readonly<Record<string, unknown>> | { readonly audio: number };

export interface SpeechClient {
  readonly socket: WebSocket;
  /** Messages, and the bytes of the audio between them. */
  readonly seen: readonly ReceivedItem[];
  /** The audio frames. */
  readonly audio: readonly Buffer[];
  readonly send: (...messages: readonly object[]) => void;
  /** Resolves with the close code and reason, or the error of a rejected upgrade. */
  readonly closed: Promise<string>;
  /** Resolves once `count` messages other than audio have arrived. */
  readonly messages: (count: number) => Promise<readonly ReceivedItem[]>;
}

export interface ConnectOptions {
  readonly query?: string;
  /** The prefix of a world. */
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const speechKey = 'reprise-demo';
const authorization = `Token ${speechKey}`;

export const connectToSpeak = (host: SpeechHost, options?: ConnectOptions): Promise<SpeechClient> =>
  connectTo(host, '/v1/speak', options);

export async function connectTo(
  { url, WebSocket: Socket }: Pick<SpeechHost, 'url' | 'WebSocket'>,
  path: string,
  { query = '', prefix = '', headers = { authorization } }: ConnectOptions = {},
): Promise<SpeechClient> {
  const socket = new Socket(`${url.replace('http', 'ws')}${prefix}${path}${query}`, [], {
    headers,
  });
  const seen: ReceivedItem[] = [];
  const audio: Buffer[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') return void seen.push(JSON.parse(data) as ReceivedItem);
    const bytes = data as Buffer;
    audio.push(bytes);
    const last = seen.at(-1);
    if (last !== undefined && 'audio' in last)
      seen[seen.length - 1] = { audio: Number(last.audio) + bytes.length };
    else seen.push({ audio: bytes.length });
  });
  const closed = new Promise<string>((resolve) => {
    let failure = '';
    socket.addEventListener('error', ({ message }) => (failure = message));
    socket.addEventListener('close', ({ code, reason }) =>
      resolve(failure === '' ? `${code} ${reason}`.trim() : failure),
    );
  });
  await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), closed]);
  return {
    socket,
    seen,
    audio,
    send: (...messages) => {
      for (const message of messages) socket.send(JSON.stringify(message));
    },
    closed,
    async messages(count) {
      const texts = () => seen.filter((one) => !('audio' in one));
      await waitUntil(`${count} messages came`, () => texts().length >= count);
      return seen;
    },
  };
}

/** A text in a voice of the world, which knows it from then on. */
export async function spokenBy(host: SpeechHost, text: string, query: string): Promise<Buffer> {
  const client = await connectToSpeak(host, { query });
  client.send(speak(text), close);
  await client.closed;
  return Buffer.concat(client.audio);
}

export const speak = (text: string) => ({ type: 'Speak', text });
export const flush = { type: 'Flush' };
export const clear = { type: 'Clear' };
export const close = { type: 'Close' };
