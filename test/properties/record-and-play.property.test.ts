// A recording of any service, played, gives each client the same bytes as the service did.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  conversations,
  converse,
  startStub,
  type Conversation,
} from '../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../support/upstream/recorded.ts';

async function recorded(all: readonly Conversation[], file: string) {
  const stub = await startStub(all);
  try {
    return await recordThrough(stub.url, file, (url) => converse(url, all));
  } finally {
    await stub.close();
  }
}

it('gives the same bytes to clients that speak at once, and misses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(conversations, { minLength: 1, maxLength: 3 }), (all) =>
      inFolder(async (folder) => {
        const file = join(folder, 'real.jsonl');
        const real = await recorded(all, file);
        const { value, misses, unused } = await playing(file, (url) => converse(url, all));
        expect(misses).toEqual([]);
        expect(value).toEqual(real);
        expect(unused).toBe(0);
      }),
    ),
  );
});
