// The audio of open sessions before a recording: the control plane may resume them in it, and a replay has no other source.

import {
  attachmentHashOf,
  type EventStore,
  type JournalEntry,
  type World,
} from '../../../core/index.ts';
import type { SessionBook } from '../../protocol/channel.ts';

export interface SessionAudioSource {
  readonly store: EventStore;
  readonly sessions: readonly SessionBook[];
}

/** The bytes beside inputs, by the numbers of the inputs; without those that are dropped, or whose session is over. */
export async function audioBeside(
  world: World,
  entries: readonly JournalEntry[],
  { store, sessions }: SessionAudioSource,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  const commands = entries.flatMap(({ input }) =>
    input.kind === 'command' && attachmentHashOf(input) !== undefined ? [input] : [],
  );
  if (commands.length === 0) return found;
  for (const book of sessions) {
    const open = new Set((await book.list(world)).map(({ id }) => id));
    for (const { n, command } of commands) {
      const reader = book.readerOf(command);
      if (reader === undefined || !open.has(reader)) continue;
      const bytes = await store.attachment(world.record.name, n);
      if (bytes !== undefined && bytes !== 'dropped') found.set(n, bytes);
    }
  }
  return found;
}
