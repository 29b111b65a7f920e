// Samples of a type of the real client: one with what is required, and one for each further member and value.

import type { ClientType } from './client-declarations.ts';

export interface Sample {
  readonly value: unknown;
  /** The member that it is about, with its value: `agent.speak.provider.speed = 1.1`. */
  readonly about: string;
}

/** Values of members that are texts or numbers: by their names. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** The first one has what is required alone. */
export function samplesOf(type: ClientType, known: KnownValues, path = ''): readonly Sample[] {
  const name = path.split('.').at(-1) ?? '';
  const of = (value: unknown): Sample => ({ value, about: `${path} = ${JSON.stringify(value)}` });
  switch (type.kind) {
    case 'values':
      return type.values.map(of);
    case 'boolean':
      return [of(true), of(false)];
    case 'record':
      return [of({})];
    case 'text':
    case 'number':
    case 'any':
      return [of(Object.hasOwn(known, name) ? known[name] : type.kind === 'number' ? 1 : 'text')];
    case 'list':
      return samplesOf(type.item, known, path).map(({ value, about }) => ({
        value: [value],
        about,
      }));
    case 'union':
      // A list beside a single one has the same items.
      return type.arms.flatMap((arm) =>
        samplesOf(arm, known, path).slice(0, arm.kind === 'list' ? 1 : undefined),
      );
    case 'object':
      return samplesOfObject(type, known, path);
  }
}

function samplesOfObject(
  { members }: Extract<ClientType, { readonly kind: 'object' }>,
  known: KnownValues,
  path: string,
): readonly Sample[] {
  const inner = Object.entries(members).map(([name, { isOptional, type }]) => {
    const samples = samplesOf(type, known, path === '' ? name : `${path}.${name}`);
    return { name, isOptional, samples };
  });
  const required = inner.filter(({ isOptional }) => !isOptional);
  const least = Object.fromEntries(
    required.map(({ name, samples: [first] }) => [name, first?.value]),
  );
  const further = inner.flatMap(({ name, samples }) =>
    samples.map(({ value, about }) => ({ value: { ...least, [name]: value }, about })),
  );
  return [{ value: least, about: `${path} = what is required` }, ...further];
}
