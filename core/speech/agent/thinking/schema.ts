// JSON schemas of the arguments of functions, as far as the plain thinker reads them.

import { canonical, type Json } from '../../../kernel/canonical.ts';

export type Schema = { readonly [keyword: string]: Json | undefined };

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

const types: readonly string[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
] satisfies SchemaType[];

/** A schema, or the first of those that it chooses from; one that is no object allows anything. */
export function schemaOf(value: Json | undefined): Schema {
  if (!isObject(value)) return {};
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const options = value[keyword];
    if (Array.isArray(options) && isObject(options[0] as Json)) return options[0] as Schema;
  }
  return value;
}

/** The first type that is not null; without one, by the other keywords. */
export function typeOf({ type, properties, items }: Schema): SchemaType {
  const named = Array.isArray(type) ? (type as readonly Json[]) : [type ?? null];
  const known = named.filter((each) => types.includes(each as string)) as SchemaType[];
  const first = known.find((each) => each !== 'null') ?? known[0];
  if (first !== undefined) return first;
  if (properties !== undefined) return 'object';
  return items === undefined ? 'string' : 'array';
}

/** The only values; undefined if there are others. */
export function choicesOf({ const: constant, enum: choices }: Schema): readonly Json[] | undefined {
  if (constant !== undefined) return [constant];
  return Array.isArray(choices) && choices.length > 0 ? (choices as readonly Json[]) : undefined;
}

/** Its members: required ones in their order, then the others by name. */
export function membersOf({ properties, required }: Schema): readonly SchemaMember[] {
  const members = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? (required as readonly Json[]) : [];
  const first = new Set(names.filter((name) => typeof name === 'string'));
  const others = Object.keys(members).filter((name) => !first.has(name));
  return [...first, ...others.sort()].map((name) => {
    const schema = Object.hasOwn(members, name) ? members[name] : undefined;
    return { name, schema: schemaOf(schema), isRequired: first.has(name) };
  });
}

export interface SchemaMember {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Whether a number is within the bounds of a schema. */
export function allowsNumber(schema: Schema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return (
    (typeOf(schema) !== 'integer' || Number.isInteger(value)) &&
    (typeof minimum !== 'number' || value >= minimum) &&
    (typeof maximum !== 'number' || value <= maximum) &&
    (typeof exclusiveMinimum !== 'number' || value > exclusiveMinimum) &&
    (typeof exclusiveMaximum !== 'number' || value < exclusiveMaximum) &&
    (typeof multipleOf !== 'number' || multipleOf <= 0 || value % multipleOf === 0)
  );
}

/** A number that a schema allows, near 0. */
export function numberFor(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const bounds = [0, minimum, maximum].filter((bound) => typeof bound === 'number');
  if (typeof exclusiveMinimum === 'number') bounds.push(exclusiveMinimum + step);
  if (typeof exclusiveMaximum === 'number') bounds.push(exclusiveMaximum - step);
  const least = minimum ?? exclusiveMinimum;
  const most = maximum ?? exclusiveMaximum;
  if (typeof least === 'number' && typeof most === 'number') bounds.push((least + most) / 2);
  const near = bounds.flatMap((bound) => {
    return [bound, Math.ceil(bound / step) * step, Math.floor(bound / step) * step];
  });
  return near.find((value) => allowsNumber(schema, value)) ?? 0;
}

/** A choice as it is spoken. */
export function spokenChoice(choice: Json): string {
  return typeof choice === 'string' ? choice : canonical(choice);
}

function isObject(value: Json | undefined): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
