import { expect, it } from 'vitest';
import { faults } from '../../../core/faults/index.ts';
import { faultsView, openFaultsView } from '../../../core/faults/views.ts';
import { addFault, tryFaults } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';

it('lists all faults in the order in which they are tried, and those that can still strike', () => {
  const { faults: state } = given(faults).having(
    addFault('b', { when: { count: 1 } }),
    addFault('a'),
    tryFaults('b'),
  );
  expect(faultsView(state).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(openFaultsView(state).map(({ id }) => id)).toEqual(['a']);
  expect(openFaultsView(given(faults).faults)).toEqual([]);
});
