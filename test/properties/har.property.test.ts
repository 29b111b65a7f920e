// A recording that is exported as a HAR and imported again is the same, byte for byte.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  conversations,
  converse,
  startStub,
  type Conversation,
} from '../support/upstream/conversations.ts';
import { exportTo, importTo } from '../support/upstream/har.ts';
import { inFolder, recordThrough } from '../support/upstream/recorded.ts';

async function recorded(all: readonly Conversation[], file: string): Promise<void> {
  const stub = await startStub(all);
  try {
    await recordThrough(stub.url, file, (url) => converse(url, all));
  } finally {
    await stub.close();
  }
}

it('is the same recording after it was a HAR', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(conversations, { minLength: 1, maxLength: 3 }), (all) =>
      inFolder(async (folder) => {
        const [file, har, again] = ['real.jsonl', 'web.har', 'again.jsonl'].map((name) =>
          join(folder, name),
        ) as [string, string, string];
        await recorded(all, file);
        await exportTo(har, file);
        await importTo(again, har);
        expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
      }),
    ),
  );
});
