// Recordings of conversations replay equal, also from a cut file; a fork in the middle of a reply continues like its world.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import type { World } from '../../core/index.ts';
import type { SpeechCommand } from '../../core/speech/commands.ts';
import { clientStep } from '../support/arbitraries/client-step.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { conversation } from '../support/speech/agent-commands.ts';
import { sendCommand, openConversation, settle, runStep } from '../support/speech/conversations.ts';
import { speechTest } from '../support/runner/speech-test.ts';
import type { SpeechHost } from '../support/speech/hosts.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = temporaryFolder();
const it = speechTest();

async function newWorld({ reprise, world }: SpeechHost, name: string): Promise<World> {
  // In real time, so that a fork can be in the middle of a reply.
  const config = { speech: { agent: { pace: 1 } } };
  return reprise.engine.create({ ...world().record, name, config });
}

async function expectEqual(file: string, kind: 'whole' | 'cut'): Promise<void> {
  const { divergence, ending } = await replayRecording(file, await readRecording(file));
  expect(divergence === undefined ? [] : divergenceLines(divergence, 0)).toEqual([]);
  expect(ending.kind).toBe(kind);
}

/** Inputs without a client, after the fork. */
const later = fc.array(
  fc.record({
    kind: fc.constantFrom('say' as const, 'inject' as const, 'wait' as const),
    text: fc.constantFrom('story', 'weather', 'Well then.'),
    ms: fc.integer({ min: 0, max: 2_000 }),
  }),
  { maxLength: 4 },
);

type Later = typeof later extends fc.Arbitrary<infer All> ? All : never;

/** Continues without a client; returns the events from then on. */
async function continueConversation(world: World, sessionId: string, from: number, all: Later) {
  for (const { kind, text, ms } of all) {
    const own: SpeechCommand =
      kind === 'say'
        ? { type: 'InjectUserMessage', sessionId, content: text }
        : { type: 'InjectAgentMessage', sessionId, message: text };
    if (kind !== 'wait') await sendCommand(world, own);
    await world.advance({ byMs: ms });
  }
  await world.advance({ untilIdle: true, maxMs: 600_000 });
  const { position, digest } = await world.describe();
  const events: unknown[] = [];
  for await (const page of world.historyPages({ from, to: position })) events.push(...page);
  return { events, digest };
}

const steps = fc.array(clientStep, { maxLength: 5, size: 'max' });
const version = fc.constantFrom('v1' as const, 'v2' as const);
const cutMs = fc.integer({ min: 0, max: 4_000 });
const cuts = fc.array(fc.nat(), { minLength: 2, maxLength: 2 });

it('recordings replay equal, cut anywhere, and forks in the middle of a reply continue like their world', async ({
  host,
}) => {
  let count = 0;
  const phases = new Set<string>();
  await fc.assert(
    fc.asyncProperty(version, steps, cutMs, later, cuts, async (listen, all, ms, rest, places) => {
      count += 1;
      const name = `world-${count}`;
      const file = join(folder, `${name}.jsonl`);
      const world = await newWorld(host, name);
      await host.reprise.recordings.start(world, { file });
      const served = await openConversation(host, world, listen);
      for (const step of all) {
        await runStep(served, step);
        await settle(served);
      }
      await runStep(served, { kind: 'say', text: 'story' });
      await world.advance({ byMs: ms });
      const { sessionId } = served;
      phases.add(world.peek(({ speech }) => conversation(speech, sessionId)?.phase ?? ''));

      const fork = await host.reprise.engine.fork(name, { name: `${name}-fork` });
      const { position } = await fork.describe();
      const forked = await continueConversation(fork, sessionId, position + 1, rest);
      expect(await continueConversation(world, sessionId, position + 1, rest)).toEqual(forked);

      await host.reprise.recordings.stop(name);
      served.client.socket.close();
      await expectEqual(file, 'whole');
      const bytes = readFileSync(file);
      const header = bytes.indexOf('\n') + 1;
      for (const place of places) {
        writeFileSync(file, bytes.subarray(0, header + (place % (bytes.length - header))));
        await expectEqual(file, 'cut');
      }
    }),
    runs(10, firstCases({ seed: 3, count: 3 }, version, steps, cutMs, later, cuts)),
  );
  expect([...phases]).toContain('speaking');
});
