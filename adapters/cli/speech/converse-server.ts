// A running server as the other side of `reprise converse`: time passes by itself, as it does for a caller.

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { trimEndOf } from '../../../core/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import type { CliHost } from '../support/cli-host.ts';
import { serverThoughts } from './converse-explain.ts';
import { agentPath, type CallTarget, type Line, type LineListener } from './converse-line.ts';
import { CliError } from '../support/errors.ts';

export interface ServerAddress {
  /** Of the server, or of a world: `ws://127.0.0.1:4600/w/alice`. */
  readonly url: string;
  readonly key: string;
}

/** Throws CliError if the URL is not one of a server. */
export function connectToServer({ url, key }: ServerAddress, host: CliHost): CallTarget {
  const base = baseOf(url);
  const startedMs = performance.now();
  const nowMs = () => performance.now() - startedMs;
  let passedMs = 0;
  return {
    isLive: true,
    nowMs,
    async pass(ms) {
      passedMs = Math.max(passedMs, nowMs() - ms) + ms; // a machine that was slow does not hurry
      await sleep(Math.max(0, passedMs - nowMs()));
    },
    async dial(path, listener) {
      const { onThought } = listener;
      if (path !== agentPath || onThought === undefined) {
        return open(base + path, key, listener, nowMs);
      }
      const thoughts = await serverThoughts(base, onThought, nowMs, host);
      const onFrame: LineListener['onFrame'] = (frame, atMs) => {
        listener.onFrame(frame, atMs);
        thoughts.onFrame(frame);
      };
      const line = await open(base + path, key, { ...listener, onFrame }, nowMs);
      return {
        send: line.send,
        async close() {
          await line.close();
          await thoughts.settled();
        },
      };
    },
    close: async () => undefined,
  };
}

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^(ws|http)s?:$/.test(parsed.protocol)) {
    throw new CliError(`--url must be a URL of ws:, wss:, http: or https:, not '${url}'.`);
  }
  return `${parsed.protocol.replace('http', 'ws')}//${parsed.host}${trimEndOf(parsed.pathname, '/')}`;
}

function open(
  url: string,
  key: string,
  listener: LineListener,
  nowMs: () => number,
): Promise<Line> {
  const socket = new WebSocket(url, { headers: { Authorization: `Token ${key}` } });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('message', (data: Buffer, isBinary) => {
    const frame: Frame = isBinary
      ? { kind: 'binary', data }
      : { kind: 'text', text: data.toString() };
    listener.onFrame(frame, nowMs());
  });
  const line: Line = {
    async send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(frame.kind === 'text' ? frame.text : frame.data);
    },
    async close() {
      socket.close(1000);
      await closed;
    },
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.on('close', (code, reason) => listener.onClosed(code, reason.toString()));
      resolve(line);
    });
    socket.on('error', ({ message }) =>
      reject(new CliError(`Cannot connect to ${url}: ${message}.`)),
    );
  });
}
