// Finds the members of a value that its zod schema does not have, in objects at any depth, whether the schema refuses or ignores them.

import type { z } from 'zod';

/** Names and numbers of items, from the outermost on. */
export type MemberPath = readonly (string | number)[];

/** Members that the schema does not know. Those inside of an unknown member are not listed. */
export function unknownMembers(schema: z.ZodType, value: unknown): readonly MemberPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const { def } = schema as unknown as { readonly def: SchemaDef };
  switch (def.type) {
    case 'object':
      return inObject(def, value);
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => below(index, unknownMembers(def.element, item)))
        : [];
    case 'record':
      return Object.entries(value).flatMap(([name, member]) =>
        below(name, unknownMembers(def.valueType, member)),
      );
    case 'union':
      return inUnion(def.options, value);
    case 'pipe':
      return unknownMembers(def.in, value);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return unknownMembers(def.innerType, value);
    case 'literal':
    case 'enum':
    case 'string':
      return [];
    default:
      def satisfies never;
      return []; // a schema of values without members
  }
}

/** The value without these members; what has none of them stays the same. */
export function withoutMembers(value: unknown, paths: readonly MemberPath[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const within = new Map<string, MemberPath[]>();
  for (const [name = '', ...rest] of paths) {
    const key = String(name);
    within.set(key, [...(within.get(key) ?? []), rest]);
  }
  const isDropped = (name: string) => within.get(name)?.some(({ length }) => length === 0) === true;
  const kept = Object.entries(value)
    .filter(([name]) => !isDropped(name))
    .map(([name, member]) => [name, withoutMembers(member, within.get(name) ?? [])] as const);
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/** The part of the definitions of zod that is read. */
type SchemaDef =
  | {
      readonly type: 'object';
      readonly shape: Readonly<Record<string, z.ZodType>>;
      readonly catchall?: z.ZodType;
    }
  | { readonly type: 'array'; readonly element: z.ZodType }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'pipe'; readonly in: z.ZodType }
  | {
      readonly type: 'optional' | 'nullable' | 'default' | 'readonly';
      readonly innerType: z.ZodType;
    }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'string' };

function defOf(schema: z.ZodType | undefined): SchemaDef | undefined {
  return (schema as unknown as { readonly def: SchemaDef } | undefined)?.def;
}

function inObject(
  { shape, catchall }: Extract<SchemaDef, { readonly type: 'object' }>,
  value: object,
): readonly MemberPath[] {
  if (Array.isArray(value)) return [];
  const kind: string | undefined = defOf(catchall)?.type;
  const isOpen = kind !== undefined && kind !== 'never';
  return Object.entries(value).flatMap(([name, member]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) return isOpen ? [] : [[name]];
    return below(name, unknownMembers(schema, member));
  });
}

/** Of the form that the value is meant to have: the one that its fixed members fit, with the fewest unknown members. */
function inUnion(options: readonly z.ZodType[], value: object): readonly MemberPath[] {
  const [best = []] = options
    .filter((option) => isMeant(option, value))
    .map((option) => unknownMembers(option, value))
    .sort((one, other) => one.length - other.length);
  return best;
}

function isMeant(schema: z.ZodType, value: object): boolean {
  const def = defOf(schema);
  if (def?.type === 'array') return Array.isArray(value);
  if (def?.type === 'union') return def.options.some((option) => isMeant(option, value));
  if (def?.type !== 'object' || Array.isArray(value)) return false;
  return Object.entries(def.shape).every(([name, member]) => {
    const given = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const allowed = fixedValues(member);
    return allowed === undefined || given === undefined || allowed.includes(given);
  });
}

/** The values of a member that tells forms apart. */
function fixedValues(schema: z.ZodType): readonly unknown[] | undefined {
  const def = defOf(schema);
  if (def?.type === 'literal') return def.values;
  if (def?.type === 'enum') return Object.values(def.entries);
  return def?.type === 'optional' ? fixedValues(def.innerType) : undefined;
}

function below(name: string | number, paths: readonly MemberPath[]): readonly MemberPath[] {
  return paths.map((path) => [name, ...path]);
}
