// Attachments as rows: the bytes beside inputs, under the keys of their inputs. The oldest are dropped above a limit; their rows
// stay, without bytes.

import { attachmentHashOf, StoreError, type Attachment, type Input } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';
import { damaged, parsed } from '../damage.ts';
import { rowsPerWorld } from './schema.ts';
import type { Statements } from './statements.ts';
import { segmentsOf, worldRow } from './world-rows.ts';

export interface NewAttachment {
  /** That of the input's row. */
  readonly key: number;
  /** Undefined if only the hash is known, as in a replay of inputs. */
  readonly bytes: Uint8Array | undefined;
}

/** Stores attachments, and drops the oldest of all worlds above the limit. Returns the number of bytes stored. */
export function insertAttachments(
  statements: Statements,
  attachments: readonly NewAttachment[],
  bytesMax: number,
): number {
  let ordinal = statements.lastAttachmentOrdinal.get()?.ordinal ?? 0;
  let added = 0;
  for (const { key, bytes } of attachments) {
    if (bytes === undefined) statements.insertAttachment.run(key, null, null);
    else statements.insertAttachment.run(key, (ordinal += 1), bytes);
    added += bytes?.byteLength ?? 0;
  }
  let total = statements.countAttachmentBytes.get(added)?.bytes ?? 0;
  while (total > bytesMax) {
    const oldest = statements.oldestAttachment.get();
    if (oldest === undefined || statements.dropAttachment.run(oldest.key).changes === 0) {
      throw new StoreError('damaged', 'The count of attachments does not fit their rows.');
    }
    total = statements.countAttachmentBytes.get(-oldest.length)?.bytes ?? 0;
  }
  return added;
}

/** Reads an attachment; see EventStore. */
export function readAttachment(statements: Statements, world: string, input: number): Attachment {
  const leaf = worldRow(statements, world);
  const segments = segmentsOf(statements, leaf, ({ base_inputs: shared }) => shared < input);
  const segment = segments.find(({ first, last }) => first <= input && input <= last);
  if (segment === undefined) return undefined;
  const key = segment.id * rowsPerWorld + input;
  const text = statements.inputText.get(key)?.text;
  if (text === undefined) throw damaged(world, `input ${input} is missing`);
  const hash = attachmentHashOf(parsed(text, world, `input ${input}`) as Input);
  if (hash === undefined) return undefined;
  const row = statements.attachment.get(key);
  if (row === undefined) throw damaged(world, `the attachment of input ${input} is missing`);
  const { ordinal, bytes } = row;
  if (ordinal === null && bytes === null) return 'dropped';
  if (bytes !== null && nodeHash(bytes) === hash) return bytes;
  throw damaged(world, `the attachment of input ${input} was edited`);
}
