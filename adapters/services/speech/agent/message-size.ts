// Refuses messages that nest too deep or have too many values, before their schemas parse them.

import { messageDepthMax, messageValuesMax } from './limits.ts';
import { MessageProblem } from './problem.ts';

/** Throws MessageProblem. Does not recurse: a frame may nest half a million levels. */
export function checkMessageSize(message: object): void {
  let level: readonly unknown[] = [message];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > messageDepthMax)
      throw problem(`must not nest deeper than ${messageDepthMax} levels`);
    values += level.length;
    if (values > messageValuesMax) throw problem(`must have at most ${messageValuesMax} values`);
    if (level.some((value) => typeof value === 'number' && !Number.isFinite(value))) {
      throw problem('must not have numbers that are too large for JavaScript');
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

function problem(reason: string): MessageProblem {
  return new MessageProblem('UNPARSABLE_CLIENT_MESSAGE', '', reason);
}
