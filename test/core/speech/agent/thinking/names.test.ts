import { expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import { nameProblem } from '../../../../../core/speech/agent/thinking/names.ts';

const longest = 'a'.repeat(answerLimits.valueNameCharsMax);

it.each(['a', 'Date_2', 'constructor', longest])('accepts %j as a name', (name) => {
  expect(nameProblem(name)).toBeUndefined();
});

it.each(['', '2a', '_a', '__proto__', 'a b', 'a-b', 'é', `${longest}a`])(
  'does not accept %j as a name',
  (name) => expect(nameProblem(name)).toMatch(/^a name must have/),
);
