// The section `faults` of fixtures: a list of faults that a world begins with.

import { z } from 'zod';
import { faults, type SeedCommand } from '../../core/index.ts';
import type { FixtureSection } from '../services/module.ts';
import { addFaultOf, faultBody } from './wire.ts';

const faultsSection = z.array(faultBody).max(faults.faultsMax);

type FaultsSection = z.infer<typeof faultsSection>;

export const faultsFixture: FixtureSection<FaultsSection> = {
  schema: faultsSection,
  stored: (section) => section,
  commands: (section) =>
    section.map((fault, index): SeedCommand => ({
      domain: 'faults',
      path: `faults.${index}`,
      prepare: () => addFaultOf(fault),
    })),
};
