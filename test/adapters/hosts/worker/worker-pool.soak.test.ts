// Worker threads that answer questions: answers, errors, and workers that die or hang.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  createWorkerPool,
  WorkerLostError,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../../../adapters/hosts/worker/worker-pool.ts';
import { startWorker } from '../../../../adapters/hosts/worker/start-worker.ts';
import type { UpperCaseQuestion } from '../../../support/workers/upper-case.ts';

const module = new URL('../../../support/workers/upper-case.ts', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'reprise-workers-'));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}`);

describe('a pool of worker threads', () => {
  let pool: WorkerPool<UpperCaseQuestion, string>;
  const open = (options?: Omit<WorkerPoolOptions, 'module'>) => {
    pool = createWorkerPool({ module, ...options });
    return pool;
  };
  afterEach(() => pool.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('answers many concurrent questions, each with its own answer', async () => {
    const { ask } = open({ size: 2 });
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => ask({ text })));
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
  });

  it('rejects with the error of the worker, which continues', async () => {
    const { ask } = open();
    await expect(ask({ text: '' })).rejects.toThrow('There is nothing to shout.');
    expect(await ask({ text: 'a' })).toBe('A');
  });

  it('survives the death of its workers, with all pending questions', async () => {
    const { ask } = open();
    const deaths = { file: newFile(), count: 2 };
    const answers = [ask({ text: 'a', deaths }), ask({ text: 'b' }), ask({ text: 'c' })];
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  it('rejects a question that kills every worker', async () => {
    const { ask } = open();
    const deaths = { file: newFile(), count: 100 };
    await expect(ask({ text: 'a', deaths })).rejects.toThrow(
      new WorkerLostError('Its worker died 3 times: it ended.'),
    );
    expect(await ask({ text: 'b' })).toBe('B');
  });

  it('replaces a worker that takes too long, and rejects its question alone', async () => {
    const { ask } = open({ answerMsMax: 800 });
    const hanging = ask({ text: 'a', hangs: true });
    const waiting = ask({ text: 'b' });
    await expect(hanging).rejects.toThrow(new WorkerLostError('Its worker took more than 0.8 s.'));
    expect(await waiting).toBe('B');
  });

  it('starts a worker ahead of its first question', async () => {
    const { ask, start } = open();
    start();
    expect(await ask({ text: 'a' })).toBe('A');
  });

  it('rejects pending and later questions once it is closed', async () => {
    const { ask, close } = open();
    const pending = [ask({ text: 'a' }), ask({ text: 'b' })];
    const outcomes = Promise.allSettled(pending);
    await close();
    expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await expect(ask({ text: 'a' })).rejects.toThrow('closed');
  });
});

describe('a pool that is closed', () => {
  it('keeps its thread until its workers have ended, though an answer comes meanwhile', async () => {
    const closing = new URL('../../../support/workers/closing-pool.ts', import.meta.url);
    expect(await once(startWorker(closing), 'exit')).toEqual([0]);
  });
});
