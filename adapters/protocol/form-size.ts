// The size of forms, checked before they are parsed: a body has room for half a million parameters.

/** The most parameters of one query or one form. */
export const formParametersMax = 1_000;

export function hasTooManyParameters(form: string): boolean {
  let count = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) {
    if ((count += 1) > formParametersMax) return true;
  }
  return false;
}
