// Compares a session that was performed again with the recorded one. Whom the server lets in, and where its webhooks go, does not count.

import { compareClients, type ClientDiff } from '../recording/diff/client-difference.ts';
import { comparedItems, type ComparedItem } from '../recording/diff/compared-items.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';

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
  const sides = [withoutAddresses(recorded), withoutAddresses(now)] as const;
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
  return comparedItems(withoutAddresses(recorded), withoutAddresses(now), withUncompared(ignore));
}

function withUncompared(ignore: readonly string[]) {
  return { ignore: [...uncompared, ...ignore] };
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
