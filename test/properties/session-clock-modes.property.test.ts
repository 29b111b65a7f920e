// If each frame waits until all dues of the earlier ones have fired, a session receives the same messages in every clock mode,
// however late the voice answers, and whether its world keeps running, restarts or is a fork.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { World } from '../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../core/kernel/input.ts';
import { speechSteps, type SpeechStep } from '../support/arbitraries/speech.ts';
import { feed } from '../support/engine/engine-session.ts';
import { drainEventLoop } from '../support/engine/fake-oracle.ts';
import { reopenedStore } from '../support/engine/reopened-store.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  choicesOf,
  openSpeechEngine,
  recordIn,
  untilSpoken,
  storedMessages,
  runStep,
  worldName,
  type SpeechEngine,
} from '../support/speech/speech-engine.ts';

vi.setConfig({ testTimeout: longMs });

const modes = ['frozen', 'skip', 'real'] as const;
/** A repeated frame becomes as many steps: each waits for the dues of the one before. */
const steps = speechSteps.map((all) =>
  all.flatMap((step): SpeechStep[] =>
    step.do === 'frame'
      ? Array.from({ length: step.times }, () => ({ ...step, times: 1 }))
      : [step],
  ),
);
const choices = fc.array(fc.nat(1_000), { minLength: 20, maxLength: 40 });

/** Plays steps, each after all speech so far. */
async function runSteps(
  speech: SpeechEngine,
  world: World,
  sessionIds: string[],
  all: readonly SpeechStep[],
): Promise<void> {
  for (const step of all) {
    await runStep(speech, world, sessionIds, step);
    await untilSpoken(speech, world);
  }
}

async function shown(speech: SpeechEngine, world: World) {
  const messages = await storedMessages(speech, world.record.name);
  return { messages, digest: (await world.describe()).digest };
}

async function lived(mode: ClockMode, all: readonly SpeechStep[], some: readonly number[]) {
  const speech = await openSpeechEngine(undefined, choicesOf(some));
  const world = await speech.engine.create(recordIn(mode));
  await runSteps(speech, world, [], all);
  const view = await shown(speech, world);
  await speech.close();
  return view;
}

it('the messages are the same in frozen, skip and real', async () => {
  await fc.assert(
    fc.asyncProperty(steps, choices, choices, async (taken, some, others) => {
      const frozen = await lived('frozen', taken, some);
      expect(await lived('skip', taken, others)).toEqual(frozen);
      expect((await lived('real', taken, others)).messages).toEqual(frozen.messages);
    }),
    runs(60),
  );
});

/** A restarted `real` clock does not know of a wait that no input has followed. */
const isCut = (step: SpeechStep) => step.do !== 'wait';

/** Speaks some sentences of a reply; with a stopped clock, the advance that speaks them waits. */
async function speakSome({ answer, choices: choose }: SpeechEngine, world: World): Promise<void> {
  const isReal = world.clock().mode === 'real';
  const speaking = isReal ? world.describe() : world.advance({ byMs: 0 });
  speaking.catch(() => undefined); // a restart or a fork may cut it off
  await drainEventLoop();
  for (let count = choose() % 4; count > 0; count -= 1) {
    answer();
    await drainEventLoop();
    if (isReal) await world.describe();
  }
}

/** Stops or forks a world after a step, before its sentences are spoken, and continues. */
async function cutOff(
  mode: ClockMode,
  all: readonly SpeechStep[],
  cut: number,
  kind: 'fork' | 'restart',
  some: readonly number[],
) {
  const { store } = reopenedStore(createMemoryStore());
  const choose = choicesOf(some);
  const hostTime = { nowMs: 0 };
  let speech = await openSpeechEngine(store, choose, hostTime);
  let world = await speech.engine.create(recordIn(mode));
  const sessionIds: string[] = [];
  await runSteps(speech, world, sessionIds, all.slice(0, cut));
  for (const step of all.slice(cut, cut + 1)) await runStep(speech, world, sessionIds, step);
  if (kind === 'restart') {
    await speakSome(speech, world);
    await speech.close();
    speech = await openSpeechEngine(store, choose, hostTime);
    world = (await speech.engine.open(worldName)) as World;
  } else {
    if (mode === 'real') await speakSome(speech, world);
    world = await speech.engine.fork(worldName, { name: 'fork' });
  }
  await untilSpoken(speech, world);
  await runSteps(speech, world, sessionIds, all.slice(cut + 1));
  const view = await shown(speech, world);
  await speech.close();
  return view;
}

const cases = modes.flatMap((mode) =>
  (['fork', 'restart'] as const).map((kind) => ({ mode, kind })),
);

it.each(cases)('the messages in $mode survive a $kind in a reply', async ({ mode, kind }) => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), choices, async (taken, place, some) => {
      const cuts = taken.flatMap((step, index) => (isCut(step) ? [index] : []));
      const cut = cuts[place % cuts.length] ?? 0;
      const whole = await lived(mode, taken, some);
      const view = await cutOff(mode, taken, cut, kind, some);
      expect(view.messages).toEqual(whole.messages);
      if (mode !== 'real') expect(view.digest).toBe(whole.digest);
    }),
    runs(50),
  );
});

it('the messages are the same in a fork of any moment with the same inputs', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), choices, async (taken, place, some) => {
      const speech = await openSpeechEngine(undefined, choicesOf(some));
      const { engine, settled } = speech;
      const world = await engine.create(recordIn('frozen'));
      await runSteps(speech, world, [], taken);
      const { position, digest } = await world.describe();
      const at = { position: place % (position + 1) };
      const fork = await settled(engine.fork(worldName, { name: 'fork', at }));
      const reached = (await fork.describe()).position;
      for (const { input, events } of await engine.store.read(worldName, 1, 100_000)) {
        const isNews = (events.at(-1)?.position ?? 0) > reached;
        if (isNews) await settled(feed(fork, input));
      }
      expect((await fork.describe()).digest).toBe(digest);
      expect(await storedMessages(speech, 'fork')).toEqual(await storedMessages(speech, worldName));
      await speech.close();
    }),
    runs(50),
  );
});
