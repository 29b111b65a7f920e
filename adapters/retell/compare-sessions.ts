// Compares a session that was performed again with the recorded one. Credentials and the addresses of webhooks do not count.

import { compareClients, type ClientDiff } from '../recording/diff/client-difference.ts';
import { comparedItems, type ComparedItem } from '../recording/diff/compared-items.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import { withoutWorld } from '../recording/diff/volatile.ts';
import { pathOf } from '../upstream/relay/destination.ts';

/** Credentials are those of the server, secrets are encrypted for it, and webhooks come to another address, which answers as recorded. */
const uncompared: readonly string[] = [
  'headers.authorization',
  'headers.sec-websocket-protocol',
  'body.entitySecretCiphertext',
  'body.newEntitySecretCiphertext',
  'endpoint',
  'outcome',
];

/** `ignore`: paths of further fields that do not count. */
export function compareSessions(
  recorded: AnyRecording,
  now: AnyRecording,
  ignore: readonly string[] = [],
): ClientDiff {
  const sides = comparable(recorded, now);
  const diff = compareClients(...sides, withUncompared(ignore));
  // What an operator does passes no proxy, and a server is not the world of a header.
  return { ...diff, operator: [], notes: [] };
}

/** The same, pair by pair. */
export function comparedMessages(
  recorded: AnyRecording,
  now: AnyRecording,
  ignore: readonly string[] = [],
): Iterable<ComparedItem> {
  return comparedItems(...comparable(recorded, now), withUncompared(ignore));
}

function withUncompared(ignore: readonly string[]) {
  return { ignore: [...uncompared, ...ignore] };
}

function comparable(
  recorded: AnyRecording,
  now: AnyRecording,
): readonly [AnyRecording, AnyRecording] {
  return [withoutAddresses(recorded), withoutAddresses(withoutUnknownEnds(recorded, now))];
}

/** Without the ends of sockets of which the recording has none: it was made before, or by a client that had not closed them. */
function withoutUnknownEnds(recorded: AnyRecording, now: AnyRecording): AnyRecording {
  const ended = new Set(
    recorded.entries.flatMap((entry) => (entry.kind === 'ws.close' ? [entry.conn] : [])),
  );
  const isEnded = new Map(
    [...socketNames(recorded)].map(([conn, name]) => [name, ended.has(conn)] as const),
  );
  const names = socketNames(now);
  const entries = now.entries.filter(
    (entry) => entry.kind !== 'ws.close' || isEnded.get(names.get(entry.conn) ?? '') !== false,
  );
  return { ...now, entries };
}

/** Sockets correspond by their order at a path. */
function socketNames({ entries }: AnyRecording): ReadonlyMap<number, string> {
  const counts = new Map<string, number>();
  const names = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind !== 'ws.open') continue;
    const path = pathOf(withoutWorld(entry.url));
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    names.set(entry.conn, `${path} ${count}`);
  }
  return names;
}

/** A recording whose webhooks go to no address. */
function withoutAddresses(recording: AnyRecording): AnyRecording {
  const entries = recording.entries.map((entry) =>
    entry.kind === 'webhook.attempt' || entry.kind === 'webhook.request'
      ? { ...entry, url: '' }
      : entry,
  );
  return { ...recording, entries };
}
