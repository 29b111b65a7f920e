// The bounds of the replay of uploaded recordings.

import { afterEach, describe, expect, it } from 'vitest';
import { UploadError } from '../../../../adapters/contracts/replay-control.ts';
import { uploadsMax } from '../../../../adapters/protocol/limits.ts';
import { UploadReplays } from '../../../../adapters/studio/story/upload-replays.ts';
import { OverloadError } from '../../../../core/index.ts';

const module = new URL('../../../support/workers/hanging-replay.ts', import.meta.url);

describe('uploaded recordings', () => {
  let replays: UploadReplays;
  afterEach(() => replays.close());

  it('are refused if their replay never ends, or breaks its thread, and the next one is replayed', async () => {
    replays = new UploadReplays({ module, msMax: 50 });
    for (const text of ['hang', 'die']) {
      const refused = replays.storyOf({ name: 'one.jsonl', text });
      await expect(refused).rejects.toThrow(UploadError);
      await expect(refused).rejects.toThrow(
        /^one\.jsonl cannot be replayed here: .*reprise studio/,
      );
      expect(await replays.storyOf({ name: 'next.jsonl', text: '' })).toBe('next.jsonl');
    }
  });

  it('are limited in number until they are replayed', async () => {
    replays = new UploadReplays({ module });
    const upload = () => replays.storyOf({ name: 'one.jsonl', text: '' });
    const all = Array.from({ length: uploadsMax }, upload);
    await expect(upload()).rejects.toThrow(OverloadError);
    await Promise.all(all);
    expect(await upload()).toBe('one.jsonl');
  });
});
