// The core runs in a browser: bundled without polyfills, in a context without anything of Node, it folds a recording to its digest.

import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { nodeHash } from '../../adapters/node-hash.ts';
import { journalEntriesOf } from '../../adapters/studio/page/model/journal-entry.ts';
import { recordOf } from '../../adapters/studio/page/model/written-record.ts';
import type * as Core from '../../core/index.ts';
import { root } from '../support/documents/page.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { foldedWorld, storyOf } from '../support/studio/stories.ts';

vi.setConfig({ testTimeout: longMs });

const bundle = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['core/index.ts'],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'core',
    write: false,
    logLevel: 'silent',
  });

/** What a browser has besides the language itself, as far as the core may use it. */
const browserGlobals = () => ({ TextEncoder, TextDecoder, URL, crypto, structuredClone });

describe('the core', () => {
  it('bundles for browsers, and folds the past of each service there', async () => {
    const { errors, warnings, outputFiles } = await bundle();
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    const context = createContext(browserGlobals());
    expect(runInContext('[typeof process, typeof Buffer, typeof require].join()', context)).toBe(
      'undefined,undefined,undefined',
    );
    const code = outputFiles[0]?.text ?? '';
    const { WorldPast } = runInContext(`${code}; core`, context) as typeof Core;
    for (const name of [
      'wallet/stuck-accelerated-complete',
      'calendar/importers-full-mirror',
      'speech/booking',
    ]) {
      const [world] = (await storyOf(name)).worlds;
      const past = new WorldPast({
        record: recordOf(world!.record),
        hash: nodeHash,
        yieldToLoop: async () => undefined,
      });
      await past.extend(journalEntriesOf(world!.entries));
      const middle = { position: Math.floor(past.position / 2) };
      const here = await foldedWorld(world!);
      expect({ name, digest: past.digest }).toEqual({ name, digest: here.digest });
      const query = { limit: 100 };
      const [shown, expected] = [await past.at(middle), await here.at(middle)];
      expect(JSON.stringify(await shown.view(query))).toBe(
        JSON.stringify(await expected.view(query)),
      );
    }
  });
});
