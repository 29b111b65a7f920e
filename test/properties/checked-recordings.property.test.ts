// Each rule of `reprise check` holds for the recordings of random worlds, from any start to any end.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { PostWebhook } from '../../adapters/outbound/post.ts';
import { checkRecording } from '../../adapters/recording/check/check.ts';
import {
  readAnyRecording,
  type Lines,
  type Recording,
} from '../../adapters/recording/format/reader.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { clockModes, type ClockMode } from '../../core/index.ts';
import { createTwin } from '../../adapters/hosts/in-process/twin.ts';
import { openReprise } from '../../adapters/reprise.ts';
import { calendarSection } from '../support/arbitraries/calendar-fixture.ts';
import { walletSection } from '../support/arbitraries/wallet-fixture.ts';
import { readAccount, readCalendar, recordingOf } from '../support/upstream/shown-worlds.ts';
import { simultaneousSteps } from '../support/arbitraries/simultaneous-sessions.ts';
import { token } from '../support/server/server.ts';
import { manualHost, sessionKeys } from '../support/session-requests/session.ts';
import type { SpeechHost } from '../support/speech/hosts.ts';
import { shareVoice } from '../support/speech/shared-voice.ts';
import { loopTurns, runSimultaneously } from '../support/speech/simultaneous-sessions.ts';
import { runs } from '../support/runner/runs.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  malformedSteps,
  openForSessions,
  prelude,
  wireSession,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

shareVoice();

const folder = temporaryFolder();
let files = 0;

/** Sends no webhooks: the outcome of each depends on its length alone. */
const post: PostWebhook = async ({ body }) => {
  const kinds = ['timeout', 'refused', 'unreachable', 'forbidden'] as const;
  const kind = kinds[body.length % 10];
  return kind === undefined ? { kind: 'answered', status: 200 } : { kind };
};

function expectKept(recording: Recording<Lines>): void {
  const { rules } = checkRecording(recording);
  const broken = rules.filter((rule) => rule.broken > 0);
  expect(broken.map(({ name, violations }) => [name, violations.slice(0, 3)])).toEqual([]);
}

const mode = fc.constantFrom(...clockModes);
const users = fc.constantFrom('open' as const, 'wordpress' as const);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const open = (clock: ClockMode, calendar: 'open' | 'wordpress') =>
  openForSessions({
    store: createMemoryStore(),
    post,
    isPaced: true,
    mode: calendar,
    defaults: { clock: { mode: clock, rate: 3 } },
  });

const endings = fc.constantFrom('stop', 'kill');

it('holds for sessions that speak at once, up to where their recording ends', async () => {
  await fc.assert(
    fc.asyncProperty(simultaneousSteps, mode, endings, async (steps, clock, ending) => {
      const host = manualHost();
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
      files += 1;
      const file = join(folder, `${files}.jsonl`);
      await reprise.recordings.start(world, { file });
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
      const cut = readFileSync(file);
      if (ending === 'stop') await reprise.recordings.stop('default');
      else writeFileSync(`${file}.cut`, cut);
      await reprise.close();
      await Promise.race([Promise.all(running), loopTurns(200)]);
      expectKept(await readAnyRecording(ending === 'stop' ? file : `${file}.cut`));
      rmSync(file);
    }),
    runs(20),
  );
});

it('holds for requests to a world, recorded from any step on', async () => {
  await fc.assert(
    fc.asyncProperty(wireSession, mode, users, share, async (steps, clock, calendar, from) => {
      const { reprise, host } = await open(clock, calendar);
      const driver = createDriver(reprise, 'default', { host });
      const all = [...prelude, ...steps, ...malformedSteps];
      const begin = Math.floor(from * from * steps.length);
      for (const step of all.slice(0, begin)) await driver.run(step);
      files += 1;
      const file = join(folder, `${files}.jsonl`);
      await reprise.recordings.start(worldOf(reprise), { file });
      for (const step of all.slice(begin)) await driver.run(step);
      await reprise.recordings.stop('default');
      await reprise.close();
      expectKept(await readAnyRecording(file));
      rmSync(file);
    }),
    runs(20),
  );
});

it('holds for what is read of a world through a proxy', async () => {
  const recorder = fc.constantFrom('proxy' as const, 'world' as const);
  await fc.assert(
    fc.asyncProperty(recorder, walletSection, calendarSection, async (by, wallet, calendar) => {
      const fixture = {
        version: 1,
        wallet,
        calendar: JSON.parse(JSON.stringify(calendar)) as object,
      };
      expectKept(
        await recordingOf(by, fixture, async (client) => {
          await readAccount(client);
          await readCalendar(client);
        }),
      );
    }),
    runs(20),
  );
});
