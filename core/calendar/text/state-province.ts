// The field `stateprovince` of venues (reference/calendar.md section 3.2).

/** Countries with states. Venues without a country count as one. */
const countriesWithStates = new Set(['', 'US', 'United States']);

/** The region of a venue. Fields that were never sent are empty. */
export interface Region {
  readonly country: string;
  readonly state: string;
  readonly province: string;
  readonly stateProvince: string;
}

/** The sent `stateprovince`, else the state in countries with states, else the province. */
export function stateProvinceOf({ country, state, province, stateProvince }: Region): string {
  if (stateProvince !== '') return stateProvince;
  return countriesWithStates.has(country) ? state : province;
}
