// Names of values in patterns and templates.

import { answerLimits } from '../limits.ts';

/** The name of the answer of a function in templates. */
export const resultName = 'result';

/** The reason why a text is no name of a value; undefined if it is one. */
export function nameProblem(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    return 'a name must have letters, digits and underscores, and begin with a letter';
  }
  return name.length > answerLimits.valueNameCharsMax
    ? `a name must have at most ${answerLimits.valueNameCharsMax} characters`
    : undefined;
}

/** An error in a text, at an offset from 0. */
export interface TextProblem {
  readonly offset: number;
  readonly reason: string;
}
