// The conditions of faults on bodies: they are stored as they were given, or refused.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addFaultOf, faultBody, printFault } from '../../../adapters/faults/wire.ts';
import type { Json } from '../../../core/index.ts';
import { faults } from '../../../core/faults/index.ts';
import { faultsView } from '../../../core/faults/views.ts';
import { canonical } from '../../../core/kernel/canonical.ts';
import { given } from '../../support/given.ts';
import { runs } from '../../support/runner/runs.ts';

const names = fc.oneof(
  fc.string(),
  fc.constantFrom('refId', 'amounts.0', '__proto__', 'constructor', '9', ''),
);
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, tie('value'), { maxKeys: 2 }),
  ),
})).value;

it('stores a condition on the body as it was given, or refuses it', () => {
  fc.assert(
    fc.property(fc.dictionary(names, values, { maxKeys: 3 }), (members) => {
      const text = JSON.stringify(members); // no -0, and members of plain objects
      const fault = { id: 'f', kind: 'cut', when: { json: JSON.parse(text) as unknown } };
      const parsed = faultBody.safeParse(fault);
      const hasPath = Object.hasOwn(members, '');
      expect(parsed.success).toBe(!text.includes('"__proto__":') && !hasPath);
      if (!parsed.success) return;
      const { faults: state } = given(faults).having(addFaultOf(parsed.data));
      const [stored] = faultsView(state);
      expect(canonical(printFault(stored!).when?.['json'])).toBe(canonical(fault.when.json));
    }),
    runs(100),
  );
});

it.each([
  ['{"__proto__":"never"}', 'must not have "__proto__"'],
  ['{"a":[{"__proto__":{}}]}', 'must not have "__proto__"'],
  ['{"":1}', 'must have paths of 1 to 500 characters, such as "refId" or "amounts.0"'],
  [`{"${'x'.repeat(501)}":1}`, 'must have paths of 1 to 500 characters'],
])('refuses %s', (json, message) => {
  const { error } = faultBody.safeParse({ kind: 'cut', when: { json: JSON.parse(json) } });
  expect(error?.issues).toMatchObject([
    { path: ['when', 'json'], message: expect.stringContaining(message) },
  ]);
});

it.each([{ fromMs: 0 }, { untilMs: 0 }])('prints no interval of a fault with %j alone', (when) => {
  const rule = { when, effect: { kind: 'cut' } } as const;
  const { faults: state } = given(faults).having({ type: 'AddFault', rule });
  const [stored] = faultsView(state);
  expect(printFault(stored!)).not.toHaveProperty('when');
});
