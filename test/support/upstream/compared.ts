// What counts when two recordings of the same conversations are compared: neither instants, nor the numbers of entries, nor the order
// of clients that speak at once.

import {
  bytesOf,
  type RecordedContent,
} from '../../../adapters/recording/format/recorded-content.ts';
import {
  trafficOf,
  type RecordedFrame,
  type RecordedOutcome,
  type Traffic,
} from '../../../adapters/upstream/traffic.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import type { WireHeaders } from '../../../adapters/recording/redaction/headers.ts';

/** Headers of a connection, and the length, which a server adds to an answer that it has as a whole. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'sec-websocket-key']);

export async function trafficIn(file: string): Promise<Traffic> {
  return trafficOf(await readAnyRecording(file));
}

/** The conversations of a recording by their clients, which are the first segments of paths. */
export function conversationsIn({ requests, sockets }: Traffic): ReadonlyMap<string, unknown[]> {
  const byClient = new Map<string, unknown[]>();
  const add = (url: string, said: unknown) => {
    const client = url.split('/')[1] ?? '';
    byClient.set(client, [...(byClient.get(client) ?? []), said]);
  };
  for (const { method, url, headers, content, outcome } of requests) {
    const request = {
      method,
      url,
      headers: withoutConnection(headers),
      content: contentOf(content),
    };
    add(url, { ...request, outcome: outcomeOf(outcome) });
  }
  for (const { url, headers, outcome, frames } of sockets) {
    const handshake = { url, headers: withoutConnection(headers), outcome: outcomeOf(outcome) };
    add(url, { ...handshake, frames: frames.filter(({ kind }) => kind !== 'pong').map(frameOf) });
  }
  return byClient;
}

function outcomeOf(outcome: RecordedOutcome | undefined): unknown {
  if (outcome === undefined || !('status' in outcome)) return outcome?.failure;
  const { status, reason, headers, parts, failure } = outcome;
  const body = Buffer.concat(parts.map(bytesOf)).toString('base64');
  return { status, reason, headers: withoutConnection(headers), body, failure };
}

function frameOf(frame: RecordedFrame): unknown {
  const { n: _n, atMs: _atMs, ...counting } = frame;
  return counting;
}

function contentOf(content: RecordedContent): string {
  return bytesOf(content).toString('base64');
}

function withoutConnection(headers: WireHeaders): WireHeaders {
  const counting = Object.entries(headers).filter(
    ([name]) => !ofConnection.has(name.toLowerCase()),
  );
  return Object.fromEntries(counting);
}
