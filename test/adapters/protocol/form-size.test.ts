import { expect, it } from 'vitest';
import { formParametersMax, hasTooManyParameters } from '../../../adapters/protocol/form-size.ts';

it('counts parameters before a form is parsed', () => {
  expect(hasTooManyParameters('')).toBe(false);
  expect(hasTooManyParameters(`a=1${'&a=1'.repeat(formParametersMax - 1)}`)).toBe(false);
  expect(hasTooManyParameters(`a=1${'&a=1'.repeat(formParametersMax)}`)).toBe(true);
});
