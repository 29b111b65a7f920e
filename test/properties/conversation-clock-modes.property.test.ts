// The same client gets the same messages and audio from an agent in every clock mode, if it acts while the agent waits for it.

import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { ClockMode } from '../../core/index.ts';
import { clientStep } from '../support/arbitraries/client-step.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  openConversation,
  receivedMessages,
  settle,
  runStep,
  type ClientStep,
} from '../support/speech/conversations.ts';
import { speechTest } from '../support/runner/speech-test.ts';
import type { SpeechHost } from '../support/speech/hosts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** Short latencies, because a real clock waits for them. */
const config = { speech: { agent: { pace: 100, latency: { think: [1, 30], speak: [0, 10] } } } };

const it = speechTest();
let count = 0;

/** Plays the steps in a new world. */
async function heard(
  host: SpeechHost,
  mode: ClockMode,
  version: 'v1' | 'v2',
  steps: readonly ClientStep[],
) {
  count += 1;
  const world = await host.reprise.engine.create({
    ...host.world().record,
    name: `world-${count}`,
    seed: 'law',
    clock: { mode, rate: 1 },
    config,
  });
  const served = await openConversation(host, world, version);
  for (const step of steps) {
    await runStep(served, step);
    await settle(served);
  }
  const all = await receivedMessages(served);
  served.client.socket.close();
  await served.client.closed;
  await host.reprise.engine.remove(world.record.name);
  return all;
}

it('equal seeds and inputs yield equal frames in every clock mode', async ({ host }) => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('v1' as const, 'v2' as const),
      fc.array(clientStep, { minLength: 3, maxLength: 6, size: 'max' }),
      async (version, steps) => {
        const frozen = await heard(host, 'frozen', version, steps);
        for (const one of frozen.seen) kinds.add('type' in one ? String(one['type']) : 'audio');
        for (const mode of ['skip', 'real'] as const) {
          expect([mode, await heard(host, mode, version, steps)]).toEqual([mode, frozen]);
        }
      },
    ),
    runs(10),
  );
  expect([...kinds]).toContain('audio');
});
