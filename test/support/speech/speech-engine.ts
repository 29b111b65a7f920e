// Sessions of speech in an engine whose voice answers late, with the steps of a test sent to them.

import { expect } from 'vitest';
import { createMemoryStore } from '../../../adapters/memory/event-store.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../../core/kernel/input.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import { isWaiting, sessionList } from '../../../core/speech/views.ts';
import type { SpeechStep } from '../arbitraries/speech.ts';
import { quiet } from '../engine/fake-oracle.ts';
import { hash } from '../engine/pure-world.ts';
import { recordOf } from '../engine/reopened-store.ts';
import { createLateVoice, type LateVoice } from './fake-voice.ts';

export const worldName = 'speech';

/** Chooses at random. */
export type Choices = () => number;

/** Choices that repeat these for ever. */
export function choicesOf(some: readonly number[]): Choices {
  let count = 0;
  return () => {
    count += 1;
    return some[count % some.length] ?? 0;
  };
}

export interface SpeechEngine {
  readonly engine: Engine;
  readonly voice: LateVoice;
  readonly hostTime: { nowMs: number };
  /** The voice answers one of its questions. */
  readonly answer: () => void;
  /** What the promise resolves to; the voice answers until then. */
  readonly settled: <T>(promise: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Takes snapshots often. Fails the test if a world breaks. */
export async function openSpeech(
  store: EventStore = createMemoryStore(),
  choices: Choices = () => 0,
  hostTime = { nowMs: 0 },
): Promise<SpeechEngine> {
  const voice = createLateVoice();
  const broken: unknown[] = [];
  const engine = await openEngine({
    store,
    host: { hash, monotonicMs: () => hostTime.nowMs, defer: setImmediate },
    oracles: voice.oracles,
    snapshotEvents: 25,
    onBroken: (error) => void broken.push(error),
  });
  const answer = () => voice.asked.splice(choices() % (voice.asked.length || 1), 1)[0]?.();
  return {
    engine,
    voice,
    hostTime,
    answer,
    async settled(promise) {
      let isDone = false;
      const done = promise.finally(() => (isDone = true));
      done.catch(() => undefined); // it is returned
      for (;;) {
        await quiet();
        if (isDone) return done;
        answer();
      }
    },
    async close() {
      expect(broken).toEqual([]);
      await engine.close();
    },
  };
}

export const recordIn = (mode: ClockMode) => recordOf(worldName, { clock: { mode, rate: 1 } });

/** `command` gets the id of the session with this number; an unknown one if there is none. */
export function sendSpeech(
  world: Pick<World, 'send'>,
  sessionIds: string[],
  session: number,
  command: (sessionId: string) => SpeechCommand,
): Promise<void> {
  return world.send({
    domain: 'speech',
    prepare: () => ({ command: command(sessionIds[session] ?? 'unknown') }),
    respond(outcome) {
      const [first] = outcome.ok ? outcome.value : [];
      if (first?.event.type === 'SessionOpened') sessionIds.push(first.event.sessionId);
    },
  });
}

/** Does a step, and waits for no sentence. */
export async function take(
  { hostTime }: Pick<SpeechEngine, 'hostTime'>,
  world: World,
  sessionIds: string[],
  step: SpeechStep,
): Promise<void> {
  switch (step.do) {
    case 'open':
      return sendSpeech(world, sessionIds, 0, () => step.command);
    case 'frame':
      return sendSpeech(world, sessionIds, step.session, step.command);
    case 'wait':
      if (world.clock().mode === 'real') hostTime.nowMs += step.ms;
      else expect(await world.advance({ byMs: step.ms })).toMatchObject({ ok: true });
  }
}

/** Until no session of the world has a sentence to speak. */
export async function spoken({ settled, answer }: SpeechEngine, world: World): Promise<void> {
  const hasSpoken = () =>
    world.peek(({ speech }) => sessionList(speech).every(({ id }) => !isWaiting(speech, id)));
  if (world.clock().mode !== 'real') {
    await settled(world.advance({ byMs: 0 }));
    return expect(hasSpoken()).toBe(true);
  }
  for (;;) {
    await world.describe(); // what is due by now is spoken, or held
    if (hasSpoken()) return;
    answer();
    await quiet();
  }
}
