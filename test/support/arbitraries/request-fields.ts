// Some fields of a request: most have a value that fits the name, others any value.

import fc from 'fast-check';

interface FieldsOptions {
  /** Values by the name of their field. */
  readonly fitting: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  readonly junk: fc.Arbitrary<unknown>;
  /** How many fitting values there are for one of another kind. */
  readonly weight: number;
  readonly count: { readonly minLength?: number; readonly maxLength: number };
}

export const requestFields = ({ fitting, junk, weight, count }: FieldsOptions) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(fitting)), count)
    .chain((names) =>
      fc.record(
        Object.fromEntries(
          names.map((name) => [
            name,
            fc.oneof({ weight, arbitrary: fitting[name] ?? junk }, { weight: 1, arbitrary: junk }),
          ]),
        ),
      ),
    );
