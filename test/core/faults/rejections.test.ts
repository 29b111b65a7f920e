import { describe, expect, it } from 'vitest';
import type { FaultsCommand } from '../../../core/faults/commands.ts';
import { faults } from '../../../core/faults/index.ts';
import { faultsMax } from '../../../core/faults/records/fault.ts';
import { rejectionCodes, type FaultsRejectionCode } from '../../../core/faults/rejections.ts';
import { addFault } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';

const full = Array.from({ length: faultsMax }, (_, index) => addFault(`fault-${index}`));

const cases: readonly {
  readonly code: FaultsRejectionCode;
  readonly having?: readonly FaultsCommand[];
  readonly command: FaultsCommand;
}[] = [
  { code: 'FAULT_ID_TAKEN', having: full, command: addFault('fault-3') },
  { code: 'FAULTS_FULL', having: full, command: addFault('one-more') },
  { code: 'FAULT_UNKNOWN', command: { type: 'RemoveFault', faultId: 'fault-3' } },
];

describe('rejections', () => {
  it.each(cases)('$code changes nothing', ({ code, having = [], command }) => {
    const world = given(faults).having(...having);
    const { digest } = world.state;
    world.when(command).refused(code);
    expect(world.state.digest).toBe(digest);
  });

  it('are all produced here', () => {
    expect(cases.map(({ code }) => code)).toEqual(rejectionCodes);
  });

  it('end once a fault is removed', () => {
    given(faults)
      .having(...full, { type: 'RemoveFault', faultId: 'fault-0' })
      .when(addFault('fault-0'))
      .accepted();
  });
});
