import { expect, it } from 'vitest';
import { skipThrough } from '../../../../../adapters/services/speech/agent/skipping.ts';
import type { World } from '../../../../../core/index.ts';
import { evolve } from '../../../../../core/speech/evolve.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { initialState } from '../../../../../core/speech/state.ts';
import {
  openedAgent,
  userTextReceived,
  thinkerAt,
  thinkingStarted,
} from '../../../../support/speech/agent-events.ts';

const thought = { kind: 'thought', thought: { text: 'Hi.', calls: [] } } as const;
const thinkingEvents = [
  ...openedAgent([thinkerAt('https://llm.example/')]),
  userTextReceived('Hello.'),
];
const plain = thinkingStarted({ work: thought });
const over: SpeechEvent = { type: 'ReplyEnded', sessionId: 'some', text: '' };

/** A fake world with one of these events at each read, and a list of the sessions for which readers wait. */
function worldWith(before: readonly SpeechEvent[], ...later: readonly SpeechEvent[]) {
  const speech = initialState();
  for (const event of before) evolve(speech, event, 1_000);
  const waits: (readonly string[])[] = [];
  let position = before.length;
  const world = {
    read: async (
      query: (states: object, describe: () => object) => unknown,
      waitFor: (states: object) => readonly string[],
    ) => {
      waits.push(waitFor({ speech }));
      const next = later[waits.length - 1];
      if (next !== undefined) {
        evolve(speech, next, 1_000);
        position += 1;
      }
      return query({ speech }, () => ({ position }));
    },
  } as unknown as World;
  return { world, waits };
}

it('waits while the agent thinks or speaks, until it waits for its client', async () => {
  const { world, waits } = worldWith(
    [...thinkingEvents, plain],
    thinkingStarted({ work: thought, entry: 1 }),
    over,
  );
  await skipThrough(world, 'some');
  expect(waits).toEqual([['some'], ['some']]);
});

it('reads again for an endpoint, and stops if nothing has happened', async () => {
  const { world, waits } = worldWith([...thinkingEvents, thinkingStarted()]);
  await skipThrough(world, 'some');
  expect(waits).toEqual([[], []]);
});

it('continues after the answer of an endpoint', async () => {
  const { world, waits } = worldWith([...thinkingEvents, thinkingStarted()], plain, over);
  await skipThrough(world, 'some');
  expect(waits).toEqual([[], ['some']]);
});

it('does nothing for a finished or unknown session', async () => {
  const { world, waits } = worldWith([...thinkingEvents, plain]);
  await skipThrough(world, 'some', () => true);
  expect(waits).toEqual([]);
  await skipThrough(world, 'another');
  expect(waits).toEqual([[]]);
});
