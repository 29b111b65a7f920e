import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { foldEntry, step } from '../../core/engine/step.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import { parseEnvelope } from '../../core/kernel/message.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { runs } from '../support/collections/forks.ts';
import { snapshotOf } from '../support/engine/whole-state.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** An entry as a store returns it: its events are parsed from their text. */
const readAgain = ({ events, ...entry }: JournalEntry): JournalEntry => ({
  ...entry,
  events: events.map(({ text, event: { aside } }) => parseEnvelope(text, aside)),
});

it('the same seed and inputs yield the same digest, events and state', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const first = sessionOf(actions);
      const again = pureWorld('session');
      for (const { input, digest } of first.entries) {
        expect(step(again.state, input).entry.digest).toBe(digest);
      }
      expect(snapshotOf(again.state)).toBe(snapshotOf(first.state));
    }),
    runs(50),
  );
});

it('another seed yields other ids and another digest', () => {
  const actions = [{ do: 'transfer', from: 0, to: 1, isNative: true, amount: 1, fee: 1 }] as const;
  const [left, right] = [sessionOf(actions, 'one'), sessionOf(actions, 'two')];
  expect(left.state.digest).not.toBe(right.state.digest);
});

it('a journal folds to the state of its run, in two halves as at once', () => {
  fc.assert(
    fc.property(sessionArbitrary, fc.nat(), (actions, cut) => {
      const run = sessionOf(actions);
      const stored = run.entries.map(readAgain);
      const whole = pureWorld('session').state;
      for (const entry of stored) expect(foldEntry(whole, entry)).toMatchObject({ ok: true });
      expect(snapshotOf(whole)).toBe(snapshotOf(run.state));

      const middle = cut % (run.entries.length + 1);
      const halves = pureWorld('session');
      for (const { input } of run.entries.slice(0, middle)) step(halves.state, input);
      for (const entry of stored.slice(middle))
        expect(foldEntry(halves.state, entry)).toMatchObject({ ok: true });
      expect(snapshotOf(halves.state)).toBe(snapshotOf(run.state));
    }),
    runs(40),
  );
});

it('the state does not depend on the steps in which time passes', () => {
  fc.assert(
    fc.property(
      sessionArbitrary,
      fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 8 }), // no advance at all differs from one by 0 ms
      (actions, pieces) => {
        const [whole, cut] = [sessionOf(actions), sessionOf(actions)];
        whole.pass(pieces.reduce((sum, ms) => sum + ms, 0));
        for (const ms of pieces) cut.pass(ms);
        expect(cut.state.digest).toBe(whole.state.digest);
      },
    ),
  );
});
