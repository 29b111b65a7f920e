// What a recorded act finds out again: what stands in its line, or what goes without saying, whatever would be found now.

import { expect, it } from 'vitest';
import { createTurnGate } from '../../../../adapters/recording/replay/turn-gate.ts';
import type { RecordedAct } from '../../../../adapters/recording/replay/plan.ts';

const now = () => 'of now';

function gateOf(facts?: Readonly<Record<string, string>>) {
  const gate = createTurnGate();
  const entry = { kind: 'http.request', ...(facts === undefined ? {} : { facts }) };
  gate.expect({ entry, touches: [] } as unknown as RecordedAct);
  return gate.facts;
}

it('is told what was found then', () => {
  expect(gateOf({ limits: 'of then' }).find('limits', now, 'usual')).toBe('of then');
});

it('is told what goes without saying where nothing was written down', () => {
  expect(gateOf().find('limits', now, 'usual')).toBe('usual');
});

it('finds out what nobody asked for then', () => {
  expect(gateOf().find('ciphertext', now)).toBe('of now');
});

it('finds out everything where no act is expected', () => {
  expect(createTurnGate().facts.find('limits', now, 'usual')).toBe('of now');
});
