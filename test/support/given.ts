// Given a history, when a command comes, then these events, or this refusal. The history is folded by the same decider.

import { expect } from 'vitest';
import { createContext } from '../../core/kernel/context.ts';
import { fold, type Domain } from '../../core/kernel/decider.ts';
import type { Command, Event } from '../../core/kernel/message.ts';
import type { ReadonlyState } from '../../core/tables/index.ts';
import { epochMs, genesisOf, hash } from './engine/pure-world.ts';

export function given<State, C extends Command, E extends Event, R extends { code: string }>(
  domain: Domain<State, C, E, R>,
  history: readonly E[],
  nowMs = epochMs,
) {
  const genesis = genesisOf('given');
  const context = createContext(genesis, hash, nowMs);
  const state = domain.decider.initialState(genesis, context);
  fold(
    domain.decider,
    state,
    history.map((event) => ({ event, atMs: epochMs })),
  );
  return {
    when(command: C) {
      const outcome = domain.decider.decide(command, state as ReadonlyState<State>, context);
      return {
        then: (...expected: readonly object[]) => {
          expect(outcome).toMatchObject({ ok: true, value: expected });
        },
        thenRejected: (code: R['code']) => {
          expect(outcome).toMatchObject({ ok: false, error: { code } });
        },
      };
    },
  };
}
