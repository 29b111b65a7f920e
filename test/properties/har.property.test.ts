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

async function recorded(all: readonly Conversation[], file: string, mount: string): Promise<void> {
  const stub = await startStub(all, mount);
  try {
    await recordThrough(stub.url, file, (url) => converse(url, all));
  } finally {
    await stub.close();
  }
}

it('is the same recording after it was a HAR', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(conversations, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '/blog'),
      (all, mount) =>
        inFolder(async (folder) => {
          const [file, har, again] = ['real.jsonl', 'web.har', 'again.jsonl'].map((name) =>
            join(folder, name),
          ) as [string, string, string];
          await recorded(all, file, mount);
          await exportTo(har, file);
          await importTo(again, har);
          expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
        }),
    ),
  );
});
