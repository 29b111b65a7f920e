// The section `faults` of fixtures: a list of faults that a world begins with.

import { z } from 'zod';
import { faults, FixtureError, type SeedCommand } from '../../core/index.ts';
import { UnpreparedError, type FixtureSection } from '../services/module.ts';
import { targetProblem } from './target.ts';
import { addFaultOf, faultBody } from './wire.ts';

const faultsSection = z.array(faultBody).max(faults.faultsMax);

type FaultsSection = z.infer<typeof faultsSection>;

export const faultsFixture: FixtureSection<FaultsSection> = {
  schema: faultsSection,
  /** Not in the schema: a stored fixture is parsed again, and may be older than the rule. */
  async prepare(section) {
    for (const [index, fault] of section.entries()) {
      const problem = targetProblem(fault);
      if (problem === undefined) continue;
      throw new UnpreparedError(`${index}.${problem.member}`, problem.message);
    }
    return section;
  },
  stored: (section) => section,
  commands: (section) =>
    section.map((fault, index): SeedCommand => {
      const path = `faults.${index}`;
      const first = section.findIndex(({ id }) => id === fault.id);
      if (fault.id !== undefined && first < index) {
        const detail = `'${fault.id}' is that of faults.${first}`;
        throw new FixtureError(path, { code: 'FAULT_ID_TAKEN', detail });
      }
      return { domain: 'faults', path, prepare: () => addFaultOf(fault) };
    }),
};
