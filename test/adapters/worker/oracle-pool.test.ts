// Oracles in worker threads: answers, refusals, and workers that die.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createOraclePool, type OraclePool } from '../../../adapters/worker/oracle-pool.ts';

const module = new URL('../../support/workers/shout.mjs', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'reprise-oracle-'));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}`);

describe('an oracle in worker threads', () => {
  let pool: OraclePool;
  afterEach(() => pool.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('answers many questions at a time, each its own', async () => {
    pool = createOraclePool({ module, size: 2 });
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => pool.oracle({ text })));
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
  });

  it('hands on that a question cannot be answered', async () => {
    pool = createOraclePool({ module });
    await expect(pool.oracle({ text: '' })).rejects.toThrow('There is nothing to shout.');
    expect(await pool.oracle({ text: 'a' })).toBe('A');
  });

  it('outlives its workers, with all questions that they had', async () => {
    pool = createOraclePool({ module });
    const deaths = { file: newFile(), count: 2 };
    const answers = [
      pool.oracle({ text: 'a', deaths }),
      pool.oracle({ text: 'b' }),
      pool.oracle({ text: 'c' }),
    ];
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  it('gives up a question that every worker dies of', async () => {
    pool = createOraclePool({ module });
    const deaths = { file: newFile(), count: 100 };
    await expect(pool.oracle({ text: 'a', deaths })).rejects.toThrow('died 3 times');
    expect(await pool.oracle({ text: 'b' })).toBe('B');
  });

  it('rejects what is asked of it once it is closed', async () => {
    pool = createOraclePool({ module });
    const asked = pool.oracle({ text: 'a' });
    await pool.close();
    await expect(asked).rejects.toThrow('closed');
    await expect(pool.oracle({ text: 'a' })).rejects.toThrow('closed');
  });
});
