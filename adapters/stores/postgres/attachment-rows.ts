// Attachments as rows: the bytes beside inputs. The oldest are dropped above a limit; their rows stay, without bytes.

import { attachmentHashOf, type Attachment, type Input } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';
import { damaged, parsed } from '../damage.ts';
import type { RunSql } from './connection.ts';
import { repeatedly, type StoreContext } from './context.ts';
import { checkIsThere, partsFrom } from './world-rows.ts';

/** The number of attachments dropped at once. */
const attachmentsPerDrop = 250;

/**
 * Drops the oldest attachments above the limit. A failure is no matter: the next commit with an attachment drops them. Two processes
 * that drop at once never drop more than is needed, as each counts only what it has dropped itself.
 */
export async function trimAttachments(context: StoreContext, bytesMax: number): Promise<void> {
  try {
    let isAbove = true;
    while (isAbove) isAbove = await repeatedly(context, async (run) => trimSome(run, bytesMax));
  } catch {
    // What was appended is stored.
  }
}

/** Returns whether there may be more to drop. */
async function trimSome(run: RunSql, bytesMax: number): Promise<boolean> {
  const [left] = await run<{ readonly bytes: number; readonly dropped: number }>(
    `WITH excess AS (
      SELECT attachment_bytes - $1::bigint AS bytes FROM reprise_store
    ), oldest AS (
      SELECT world, input, ordinal, octet_length(bytes) AS length FROM reprise_attachments
      WHERE ordinal IS NOT NULL AND (SELECT bytes FROM excess) > 0 ORDER BY ordinal LIMIT $2
    ), ranked AS (
      SELECT world, input, length, sum(length) OVER (ORDER BY ordinal) - length AS before FROM oldest
    ), dropped AS (
      UPDATE reprise_attachments a SET ordinal = NULL, bytes = NULL
      FROM ranked r, excess e
      WHERE a.world = r.world AND a.input = r.input AND a.ordinal IS NOT NULL AND r.before < e.bytes
      RETURNING r.length
    ), total AS (
      SELECT coalesce(sum(length), 0)::bigint AS bytes, count(*) AS count FROM dropped
    )
    UPDATE reprise_store s SET attachment_bytes = s.attachment_bytes - t.bytes FROM total t
    WHERE s.id = 1 AND t.count > 0 RETURNING s.attachment_bytes AS bytes, t.count AS dropped`,
    [bytesMax, attachmentsPerDrop],
  );
  return left !== undefined && left.bytes > bytesMax && left.dropped > 0;
}

interface StoredAttachment {
  readonly text: string;
  /** False if its row is missing. */
  readonly is_there: boolean;
  readonly ordinal: number | null;
  readonly bytes: Uint8Array | null;
}

/** Reads an attachment; see EventStore. */
export async function readAttachment(
  run: RunSql,
  world: string,
  input: number,
): Promise<Attachment> {
  const parts = await partsFrom(run, world, { input });
  const part = parts.find(({ first, last }) => first <= input && input <= last);
  if (part === undefined) return undefined;
  const [row] = await run<StoredAttachment>(
    `SELECT i.text, a.world IS NOT NULL AS is_there, a.ordinal, a.bytes FROM reprise_inputs i
    LEFT JOIN reprise_attachments a ON a.world = i.world AND a.input = i.n
    WHERE i.world = $1 AND i.n = $2`,
    [part.row.id, input],
  );
  const leaf = parts.at(-1)?.row;
  if (leaf !== undefined) await checkIsThere(run, leaf, world);
  if (row === undefined) throw damaged(world, `input ${input} is missing`);
  const hash = attachmentHashOf(parsed(row.text, world, `input ${input}`) as Input);
  if (hash === undefined) return undefined;
  if (!row.is_there) throw damaged(world, `the attachment of input ${input} is missing`);
  const { ordinal, bytes } = row;
  if (ordinal === null && bytes === null) return 'dropped';
  if (bytes !== null && nodeHash(bytes) === hash) return bytes;
  throw damaged(world, `the attachment of input ${input} was edited`);
}
