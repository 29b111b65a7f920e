// Speech sessions in an engine with a voice that answers late, and the steps of tests for them.

import { expect } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../../core/kernel/input.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import type { SpeakChannelEvent } from '../../../core/speech/events.ts';
import {
  isWaiting,
  speakMessage,
  sessionList,
  type SpeakMessage,
} from '../../../core/speech/views.ts';
import type { SpeechStep } from '../arbitraries/speech.ts';
import { drainEventLoop } from '../engine/fake-oracle.ts';
import { hash } from '../engine/pure-world.ts';
import { recordOf } from '../engine/reopened-store.ts';
import { createLateVoice, type LateVoice } from './fake-voice.ts';

/** More than the number of sentences in any test. */
const answersMax = 2_000;

export const worldName = 'speech';

/** Draws a number. */
export type Choices = () => number;

/** Repeats these numbers for ever. */
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
  readonly choices: Choices;
  /** Answers one of the open questions to the voice. */
  readonly answer: () => void;
  /** Resolves as the promise does; the voice answers questions until then. */
  readonly settled: <T>(promise: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens an engine that takes snapshots often. `close` fails the test if a world has broken. */
export async function openSpeechEngine(
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
  const answer = () => voice.pending.splice(choices() % (voice.pending.length || 1), 1)[0]?.();
  return {
    engine,
    voice,
    hostTime,
    choices,
    answer,
    async settled(promise) {
      let isDone = false;
      const done = promise.finally(() => (isDone = true));
      done.catch(() => undefined); // the caller handles it
      for (let count = 0; count < answersMax; count += 1) {
        await drainEventLoop();
        if (isDone) return done;
        answer();
      }
      throw new Error('An answer never comes.');
    },
    async close() {
      expect(broken).toEqual([]);
      await engine.close();
    },
  };
}

export const recordIn = (mode: ClockMode) => recordOf(worldName, { clock: { mode, rate: 1 } });

/** `session` is an index modulo the number of sessions; `none` is an unknown session. */
export function sendSpeech(
  world: Pick<World, 'send'>,
  sessionIds: string[],
  session: number | 'none',
  command: (sessionId: string) => SpeechCommand,
): Promise<void> {
  return world.send({
    domain: 'speech',
    prepare() {
      const id = session === 'none' ? undefined : sessionIds[session % sessionIds.length];
      return { command: command(id ?? 'unknown') };
    },
    respond(outcome) {
      const [first] = outcome.ok ? outcome.value : [];
      if (first?.event.type === 'SessionOpened') sessionIds.push(first.event.sessionId);
    },
  });
}

/** Runs a step without waiting for sentences to be spoken. */
export async function runStep(
  { hostTime }: Pick<SpeechEngine, 'hostTime'>,
  world: World,
  sessionIds: string[],
  step: SpeechStep,
): Promise<void> {
  switch (step.do) {
    case 'open':
      return sendSpeech(world, sessionIds, 'none', () => step.command);
    case 'frame': {
      const { session, command, times } = step;
      const send = () => sendSpeech(world, sessionIds, session, command);
      await Promise.all(Array.from({ length: times }, send));
      return;
    }
    case 'wait':
      if (world.clock().mode === 'real') hostTime.nowMs += step.ms;
      else expect(await world.advance({ byMs: step.ms })).toMatchObject({ ok: true });
  }
}

/** Resolves once no session of the world has a sentence to speak. In `real` mode, some answers take a millisecond. */
export async function untilSpoken(speech: SpeechEngine, world: World): Promise<void> {
  const { settled, answer, choices, hostTime } = speech;
  const hasSpoken = () =>
    world.peek(({ speech }) => sessionList(speech).every(({ id }) => !isWaiting(speech, id)));
  if (world.clock().mode !== 'real') {
    await settled(world.advance({ byMs: 0 }));
    return expect(hasSpoken()).toBe(true);
  }
  for (let count = 0; count < answersMax; count += 1) {
    await world.describe(); // fires the due timers, or holds them
    if (hasSpoken()) return;
    hostTime.nowMs += choices() % 2;
    answer();
    await drainEventLoop();
  }
  throw new Error('A session never ends to speak.');
}

/** All messages to the clients of a stored world, by session. */
export async function storedMessages(
  { engine }: Pick<SpeechEngine, 'engine'>,
  name: string,
): Promise<ReadonlyMap<string, readonly SpeakMessage[]>> {
  const messages = new Map<string, SpeakMessage[]>();
  for (const { event } of await engine.store.events(name, { from: 1, limit: 100_000 })) {
    const { sessionId } = event as SpeakChannelEvent;
    const message = speakMessage(event as SpeakChannelEvent);
    if (message === undefined) continue;
    messages.set(sessionId, [...(messages.get(sessionId) ?? []), message]);
  }
  return messages;
}
