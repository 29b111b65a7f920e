// For any input of clients to their sessions, in any clock mode, and with any delay of the voice: each session sends the
// messages of a small model, the world continues, and its journal replays.

import type { open } from '../support/speech/commands.ts';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { statesOf, type WorldState } from '../../core/engine/world-state.ts';
import { clockModes, type ClockMode, type JournalEntry } from '../../core/kernel/input.ts';
import type { Envelope } from '../../core/kernel/message.ts';
import type { SessionCommand } from '../../core/speech/commands.ts';
import type { SessionEvent } from '../../core/speech/events.ts';
import { speechSteps, type SpeechStep } from '../support/arbitraries/speech.ts';
import { drainEventLoop } from '../support/engine/fake-oracle.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { labelOf, sessionModel, type SessionModel } from '../support/speech/session-model.ts';
import {
  choicesOf,
  openSpeechEngine,
  recordIn,
  sendSpeech,
  untilSpoken,
  runStep,
  worldName,
} from '../support/speech/speech-engine.ts';

vi.setConfig({ testTimeout: longMs });

const eventOf = ({ event }: Envelope) => event as SessionEvent;

/** Compares all messages of a journal with those of the models; returns the models. */
function follow(entries: readonly JournalEntry[]): readonly SessionModel[] {
  const models = new Map<string, SessionModel>();
  for (const { input, events } of entries) {
    const ofDues = events.filter(({ cause }) => cause !== undefined);
    let expected: readonly string[] = [];
    for (const envelope of ofDues) {
      const event = eventOf(envelope);
      const model = models.get(event.sessionId);
      const isSentence = event.type === 'SentenceSpoken' || event.type === 'SentenceSkipped';
      if (isSentence) {
        expect(expected).toEqual([]);
        expected = model?.speak(envelope.atMs) ?? [];
      } else if (event.type === 'SessionEnded' && expected.length === 0) {
        expected = model?.timeout(envelope.atMs) ?? [];
      }
      expect(labelOf(event)).toBe(expected[0]);
      expected = expected.slice(1);
    }
    expect(expected).toEqual([]);
    if (input.kind !== 'command') continue;
    const own = events.slice(ofDues.length).map(eventOf);
    const command = input.command as ReturnType<typeof open> | SessionCommand;
    if (command.type === 'OpenSession') {
      expect(own.map(labelOf)).toEqual([`metadata ${command.parameters.model}`]);
      models.set(own[0]?.sessionId ?? '', sessionModel(command, input.atMs));
      continue;
    }
    expected = models.get(command.sessionId)?.command(command, input.atMs) ?? [];
    expect(own.map(labelOf).filter((label) => label !== undefined)).toEqual(expected);
  }
  return [...models.values()];
}

/** The dues of sessions that are not open. */
const strayDues = (world: WorldState) => {
  const { sessions } = statesOf(world).speech;
  return world.dues.list().filter(({ subject }) => sessions.get(subject) === undefined);
};

async function live(
  mode: ClockMode,
  doesChange: boolean,
  steps: readonly SpeechStep[],
  some: readonly number[],
) {
  const choices = choicesOf(some);
  const speech = await openSpeechEngine(undefined, choices);
  const { engine, answer, settled } = speech;
  const world = await engine.create(recordIn(mode));
  const sessionIds: string[] = [];
  const running: Promise<unknown>[] = [];
  const begin = (task: Promise<unknown>) => {
    running.push(task);
    task.catch(() => undefined); // awaited below
  };
  for (const step of steps) {
    begin(runStep(speech, world, sessionIds, step));
    const choice = choices();
    if (choice % 2 === 1) await drainEventLoop();
    if (choice % 5 === 1) answer();
    if (choice % 3 === 1)
      begin(world.inspectState(strayDues).then((stray) => expect(stray).toEqual([])));
    if (choice % 7 === 1)
      begin(
        world.read(
          () => undefined,
          () => sessionIds,
        ),
      );
    if (choice % 11 === 1) begin(world.tick());
    if (doesChange && choice % 13 === 1)
      begin(world.setClock({ mode: clockModes[choice % 3] ?? mode }));
  }
  await settled(Promise.all(running));
  await untilSpoken(speech, world);
  const flushed = sessionIds.map((_, session) =>
    sendSpeech(world, sessionIds, session, (sessionId) => ({ type: 'FlushText', sessionId })),
  );
  await settled(Promise.all(flushed));
  await untilSpoken(speech, world);

  const entries = await engine.store.read(worldName, 1, 100_000);
  const models = follow(entries);
  expect(models.map((model) => model.waiting())).toEqual(models.map(() => 0));
  const { digest } = await world.describe();
  const replay = await settled(engine.replay(worldName));
  expect(replay).toEqual({ inputs: entries.length, events: expect.any(Number), digest });
  await speech.close();
}

const cases = [
  ...clockModes.map((mode) => ({ mode, how: 'throughout', doesChange: false })),
  { mode: 'real' as const, how: 'at first', doesChange: true },
];

it.each(cases)('sessions speak their text in $mode $how', async ({ mode, doesChange }) => {
  const choices = fc.array(fc.nat(1_000), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(speechSteps, choices, (steps, some) => live(mode, doesChange, steps, some)),
    runs(300),
  );
});
