import { expect, it } from 'vitest';
import { createProcessorLoad } from '../../../adapters/nodes/processor-load.ts';

it('is the time of a processor since the last call, in percent', () => {
  const used = { user: 5_000_000, system: 1_000_000 };
  let nowMs = 1_000;
  const load = createProcessorLoad(
    () => nowMs,
    () => ({ ...used }),
  );
  nowMs += 2_000;
  used.user += 500_000;
  used.system += 250_000;
  expect(load()).toBe(38);
  nowMs += 1_000;
  expect(load()).toBe(0);
  nowMs += 1_000;
  used.user += 1_900_000;
  expect(load()).toBe(190);
  expect(load()).toBe(0); // no time has passed
});
