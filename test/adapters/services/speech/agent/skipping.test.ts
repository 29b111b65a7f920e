import { expect, it } from 'vitest';
import { skipThrough } from '../../../../../adapters/services/speech/agent/skipping.ts';
import type { World } from '../../../../../core/index.ts';
import { evolve } from '../../../../../core/speech/evolve.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { initialState } from '../../../../../core/speech/state.ts';
import { openedAgent, said, thinkerAt, thinking } from '../../../../support/speech/agent-events.ts';

const thought = { kind: 'thought', thought: { text: 'Hi.', calls: [] } } as const;
const asked = [...openedAgent([thinkerAt('https://llm.example/')]), said('Hello.')];
const plain = thinking({ work: thought });
const over: SpeechEvent = { type: 'ReplyEnded', sessionId: 'some', text: '' };

/** A world in which one of these events happens at each read, and the sessions that its readers wait for. */
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

it('waits for what the agent does by itself, until it waits for its client', async () => {
  const { world, waits } = worldWith(
    [...asked, plain],
    thinking({ work: thought, entry: 1 }),
    over,
  );
  await skipThrough(world, 'some');
  expect(waits).toEqual([['some'], ['some']]);
});

it('reads once more for an endpoint, and no more if nothing has happened', async () => {
  const { world, waits } = worldWith([...asked, thinking()]);
  await skipThrough(world, 'some');
  expect(waits).toEqual([[], []]);
});

it('goes on behind the answer of an endpoint', async () => {
  const { world, waits } = worldWith([...asked, thinking()], plain, over);
  await skipThrough(world, 'some');
  expect(waits).toEqual([[], ['some']]);
});

it('does nothing for a session that is over, or not there', async () => {
  const { world, waits } = worldWith([...asked, plain]);
  await skipThrough(world, 'some', () => true);
  expect(waits).toEqual([]);
  await skipThrough(world, 'another');
  expect(waits).toEqual([[]]);
});
