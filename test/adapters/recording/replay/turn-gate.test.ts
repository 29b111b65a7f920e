// The facts of a replayed act: the recorded value or the default, regardless of the present value.

import { expect, it } from 'vitest';
import { createTurnGate } from '../../../../adapters/recording/replay/turn-gate.ts';
import type { RecordedAct } from '../../../../adapters/recording/replay/plan.ts';

const now = () => 'of now';

function gateOf(facts?: Readonly<Record<string, string>>) {
  const entry = { kind: 'http.request', ...(facts === undefined ? {} : { facts }) };
  return createTurnGate({ entry, touches: [] } as unknown as RecordedAct).facts;
}

it('returns the recorded fact', () => {
  expect(gateOf({ limits: 'of then' }).find('limits', now, 'usual')).toBe('of then');
});

it('returns the default of a fact that was not recorded', () => {
  expect(gateOf().find('limits', now, 'usual')).toBe('usual');
});

it('derives a fact without a default that was not recorded', () => {
  expect(gateOf().find('ciphertext', now)).toBe('of now');
});
