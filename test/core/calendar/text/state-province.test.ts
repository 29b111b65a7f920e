import { describe, expect, it } from 'vitest';
import { stateProvinceOf } from '../../../../core/calendar/text/state-province.ts';

const place = { country: '', state: 'NY', province: 'Ontario', stateProvince: '' };

describe('stateProvinceOf', () => {
  it.each([
    ['', 'NY'],
    ['US', 'NY'],
    ['United States', 'NY'],
    ['Canada', 'Ontario'],
  ])('in the country %j is %j', (country, expected) => {
    expect(stateProvinceOf({ ...place, country })).toBe(expected);
  });

  it('is the sent text if any', () => {
    expect(stateProvinceOf({ ...place, country: 'US', stateProvince: 'Texas' })).toBe('Texas');
  });

  it('is empty if the field that the country selects is empty', () => {
    expect(stateProvinceOf({ ...place, country: 'Canada', province: '' })).toBe('');
  });
});
