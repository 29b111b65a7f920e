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

  it('answers many concurrent questions, each with its own answer', async () => {
    pool = createOraclePool({ module, size: 2 });
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => pool.oracle({ text })));
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
  });

  it('rejects with the error of the oracle', async () => {
    pool = createOraclePool({ module });
    await expect(pool.oracle({ text: '' })).rejects.toThrow('There is nothing to shout.');
    expect(await pool.oracle({ text: 'a' })).toBe('A');
  });

  it('survives the death of its workers, with all their pending questions', async () => {
    pool = createOraclePool({ module });
    const deaths = { file: newFile(), count: 2 };
    const answers = [
      pool.oracle({ text: 'a', deaths }),
      pool.oracle({ text: 'b' }),
      pool.oracle({ text: 'c' }),
    ];
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  it('rejects a question that kills every worker', async () => {
    pool = createOraclePool({ module });
    const deaths = { file: newFile(), count: 100 };
    await expect(pool.oracle({ text: 'a', deaths })).rejects.toThrow('died 3 times');
    expect(await pool.oracle({ text: 'b' })).toBe('B');
  });

  it('rejects questions once it is closed', async () => {
    pool = createOraclePool({ module });
    const pending = pool.oracle({ text: 'a' });
    await pool.close();
    await expect(pending).rejects.toThrow('closed');
    await expect(pool.oracle({ text: 'a' })).rejects.toThrow('closed');
  });
});
