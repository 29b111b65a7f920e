// The record of a world, from the form in which a server or a file has it.

import type { Json, WorldRecord } from '../../../../core/index.ts';
import type { WrittenRecord } from '../../story/story.ts';

export function recordOf({ epoch, config, ...record }: WrittenRecord): WorldRecord {
  return { ...record, epochMs: Date.parse(epoch), config: config as Json };
}
