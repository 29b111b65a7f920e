import { expect, it } from 'vitest';
import { entityProblems } from '../../../../adapters/services/speech/entity-problems.ts';

const entity = { label: 'NAME', value: 'b' };
const wrong = { text: 'a', entities: [entity] };

it('finds what is wrong in the order of the script, when it is asked for', () => {
  const problems = entityProblems([
    { utterances: ['b', { text: 'a b', entities: [entity] }, wrong] },
    {
      utterances: [
        {
          text: 'a',
          entities: [
            { ...entity, from: 0 },
            { ...entity, from: 1 },
          ],
        },
      ],
    },
  ]);
  const message = 'must be whole words of the text, unless from and to give their numbers';
  expect([...problems]).toEqual([
    { path: [0, 'utterances', 2, 'entities', 0, 'value'], message },
    {
      path: [1, 'utterances', 0, 'entities', 1, 'from'],
      message: 'must be less than 1, the number of words in the text',
    },
  ]);
});

it('looks no further than for the problems that are reported', () => {
  const unread = {
    get utterances(): never {
      throw new Error('was read');
    },
  };
  const problems = entityProblems([{ utterances: [wrong] }, unread]);
  expect(problems.next().value).toMatchObject({
    path: [0, 'utterances', 0, 'entities', 0, 'value'],
  });
});
