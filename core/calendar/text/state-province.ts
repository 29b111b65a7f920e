// The field that is the state of some venues and the province of others (reference 3.2).

/** The countries that have states; an empty one is taken for one of them. */
const countriesWithStates = new Set(['', 'US', 'United States']);

/** Where a venue is; what was never sent is empty. */
export interface Region {
  readonly country: string;
  readonly state: string;
  readonly province: string;
  readonly stateProvince: string;
}

/** What was sent as `stateprovince`, else the state if the venue is in the United States or nowhere, else the province. */
export function stateProvinceOf({ country, state, province, stateProvince }: Region): string {
  if (stateProvince !== '') return stateProvince;
  return countriesWithStates.has(country) ? state : province;
}
