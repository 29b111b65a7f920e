// Validates the facts of requests (recordings/README.md, "Facts"). A service relies on them, so a recording with other values
// cannot be replayed.

import { z } from 'zod';
import { services } from '../../services/index.ts';

const controlFacts: Readonly<Record<string, z.ZodType>> = {
  endpoints: z.array(z.string()),
  refusal: z.string().nullable(),
  fingerprints: z.boolean(),
};

/** Facts of requests to any service: the ids of the faults that match. */
const sharedFacts: Readonly<Record<string, z.ZodType>> = {
  faults: z.array(z.string()).nullable(),
};

/** By service and name. */
const factSchemas = new Map(
  [...services, { name: 'control', facts: controlFacts }].map(({ name, facts }) => [
    name,
    new Map(Object.entries({ ...sharedFacts, ...facts })),
  ]),
);

/** The path of the first fact with an invalid value, such as `facts.site.zone`; undefined if all are valid or of unknown services. */
export function invalidFact(
  service: string,
  facts: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [name, fact] of Object.entries(facts)) {
    const result = factSchemas.get(service)?.get(name)?.safeParse(fact);
    const [issue] = result?.error?.issues ?? [];
    if (issue !== undefined) return ['facts', name, ...issue.path.map(String)].join('.');
  }
  return undefined;
}
