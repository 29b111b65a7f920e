// A recording that ends in the middle of many sessions replays equal up to its last line, however it ends, and so does every first
// part of it. What was under way is listed, and stays so.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createTwin } from '../../adapters/hosts/in-process/twin.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import { openReprise, type Reprise } from '../../adapters/reprise.ts';
import { clockModes, type Host } from '../../core/index.ts';
import { simultaneousSteps } from '../support/arbitraries/simultaneous-sessions.ts';
import { recordingFolder } from '../support/recording/recordings.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { isSoak } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { token, worldOf } from '../support/server/server.ts';
import { manualHost, sessionKeys } from '../support/session-requests/session.ts';
import type { SpeechHost } from '../support/speech/hosts.ts';
import { shareVoice } from '../support/speech/shared-voice.ts';
import { loopTurns, runSimultaneously } from '../support/speech/simultaneous-sessions.ts';

vi.setConfig({ testTimeout: 2 * longMs });
shareVoice();

const folder = recordingFolder();
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.jsonl`);

/** How a recording ends; each returns the file that is left. */
const endings = {
  stop: async ({ recordings }, file) => {
    await recordings.stop('default');
    return readFileSync(file);
  },
  close: async (reprise, file) => {
    await reprise.close();
    return readFileSync(file);
  },
  reset: async ({ engine }, file) => {
    await engine.reset('default');
    return readFileSync(file);
  },
  remove: async ({ engine }, file) => {
    await engine.remove('default');
    return readFileSync(file);
  },
  'so far': async ({ recordings }) => Buffer.from((await recordings.wholeTextOf('default')) ?? ''),
  kill: async (_reprise, file) => readFileSync(file),
} satisfies Record<string, (reprise: Reprise, file: string) => Promise<Buffer>>;

type EndingName = keyof typeof endings;

/** A host that is busy: what it defers happens some turns later, in order. */
function busyHost(delays: readonly number[]): Host & Pick<ReturnType<typeof manualHost>, 'pass'> {
  const host = manualHost();
  let count = 0;
  let last = Promise.resolve();
  return {
    ...host,
    defer: (task) => {
      const turns = 1 + (delays[(count += 1) % delays.length] ?? 0);
      last = last.then(() => loopTurns(turns)).then(task);
    },
  };
}

async function expectEqual(bytes: Uint8Array, kind: 'whole' | 'cut'): Promise<readonly string[]> {
  const file = newFile();
  writeFileSync(file, bytes);
  const recording = await readRecording(file);
  const { divergence, ending, underWay } = await replayRecording(file, recording);
  expect(divergence === undefined ? [] : divergenceLines(divergence, 0)).toEqual([]);
  expect(ending.kind).toBe(kind);
  rmSync(file);
  return underWay.map(({ kind: what }) => what);
}

const mode = fc.constantFrom(...clockModes);
const ending = fc.constantFrom<EndingName>('stop', 'close', 'reset', 'remove', 'so far', 'kill');
const delays = fc.array(fc.constantFrom(0, 0, 1, 3), { minLength: 3, maxLength: 9 });
const cuts = fc.array(fc.nat(), { minLength: 3, maxLength: 3 });

it('a recording that ends anywhere replays equal, and so does each first part of it', async () => {
  const underWay = new Set<string>();
  await fc.assert(
    fc.asyncProperty(simultaneousSteps, mode, ending, delays, cuts, async (...given) => {
      const [steps, clock, end, late, places] = given;
      const host = busyHost(late);
      const reprise = await openReprise({
        token,
        host,
        isPaced: false,
        defaults: {
          clock: { mode: clock, rate: 1 },
          config: { walletKeys: [sessionKeys.test, sessionKeys.live] },
        },
      });
      const world = worldOf(reprise);
      const file = newFile();
      await reprise.recordings.start(world, { file });
      // A session that sends more than this waits for its client.
      const twin = createTwin(reprise.app, { resumeBytes: 1_000 });
      const url = 'http://twin.test';
      const clients = {
        url,
        WebSocket: twin.WebSocket as unknown as SpeechHost['WebSocket'],
        fetch: (path: string, init?: RequestInit) => twin.fetch(url + path, init),
      };
      const tick = (ms: number) => {
        host.pass(ms);
        return world.tick();
      };
      const running = await runSimultaneously(clients, steps, { tick, wait: loopTurns });
      const bytes = await endings[end](reprise, file);
      if (end !== 'close') await reprise.close();
      await Promise.race([Promise.all(running), loopTurns(200)]);

      const check = async (...part: Parameters<typeof expectEqual>) => {
        for (const what of await expectEqual(...part)) underWay.add(what);
      };
      await check(bytes, end === 'kill' ? 'cut' : 'whole');
      const lines = [...bytes.keys()].filter((index) => bytes[index] === 0x0a);
      const chosen = isSoak ? lines.keys() : places.map((place) => place % lines.length);
      for (const line of chosen) {
        const isWhole = end !== 'kill' && line === lines.length - 1;
        const part = bytes.subarray(0, (lines[line] ?? 0) + 1);
        await check(part, isWhole ? 'whole' : 'cut');
      }
      rmSync(file);
    }),
    runs(15, firstCases({ seed: 7, count: 2 }, simultaneousSteps, mode, ending, delays, cuts)),
  );
  expect([...underWay]).toContain('ws.in');
});
