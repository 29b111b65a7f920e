// The attachments of a store in memory, by their entries, oldest first. Bounded: the oldest are dropped.

import {
  attachmentHashOf,
  StoreError,
  type Attachment,
  type JournalEntry,
} from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';

export interface Attachments<Journal> {
  /** Stores the attachment of an entry of that journal. Returns the entry without it. */
  readonly detach: (entry: JournalEntry, journal: Journal) => JournalEntry;
  readonly read: (entry: JournalEntry, world: string) => Attachment;
  /** Deletes attachments of inputs after the last one that is needed of their journals. */
  readonly retain: (lastNeededInput: (journal: Journal) => number) => void;
}

interface Stored<Journal> {
  readonly journal: Journal;
  readonly bytes: Uint8Array;
}

export function createAttachments<Journal>(bytesMax: number): Attachments<Journal> {
  const attachments = new Map<JournalEntry, Stored<Journal>>(); // a Map lists its oldest member first
  let total = 0;

  function remove(entry: JournalEntry, { bytes }: Stored<Journal>): void {
    attachments.delete(entry);
    total -= bytes.byteLength;
  }

  return {
    detach(entry, journal) {
      if (entry.attachment === undefined) return entry;
      const { attachment, ...stored } = entry;
      attachments.set(stored, { journal, bytes: new Uint8Array(attachment) });
      total += attachment.byteLength;
      for (const oldest of attachments) {
        if (total <= bytesMax) break;
        remove(...oldest);
      }
      return stored;
    },
    read(entry, world) {
      const hash = attachmentHashOf(entry.input);
      if (hash === undefined) return undefined;
      const bytes = attachments.get(entry)?.bytes;
      if (bytes === undefined) return 'dropped';
      if (nodeHash(bytes) === hash) return new Uint8Array(bytes);
      const reason = `the attachment of input ${entry.input.n} was edited`;
      throw new StoreError('damaged', `The log of world '${world}' is damaged: ${reason}.`);
    },
    retain(lastNeededInput) {
      for (const [entry, stored] of attachments) {
        if (entry.input.n > lastNeededInput(stored.journal)) remove(entry, stored);
      }
    },
  };
}
