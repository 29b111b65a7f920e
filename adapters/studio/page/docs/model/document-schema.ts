// Schemas of OpenAPI and AsyncAPI documents: references followed, and their bounds in words.

/** What the page reads of a schema; any member may be absent. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: DocumentSchema | boolean;
  readonly items?: DocumentSchema | readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly allOf?: readonly DocumentSchema[];
}

/** References that lead to references are followed this often. */
const referencesMax = 8;

export interface ResolvedSchema {
  readonly schema: DocumentSchema;
  /** The name of the last reference; undefined without one. */
  readonly name?: string;
}

/** The schema that a reference names, in its document. What is not there is an empty schema. */
export function resolved(root: unknown, schema: DocumentSchema): ResolvedSchema {
  let found: ResolvedSchema = { schema };
  for (let steps = 0; steps < referencesMax; steps += 1) {
    const { $ref: reference } = found.schema;
    if (reference === undefined) return found;
    const { $ref: _, ...beside } = found.schema;
    const target = partAt(root, reference) as DocumentSchema | undefined;
    found = { schema: { ...target, ...beside }, name: lastStep(reference) };
    if (target === undefined) return found;
  }
  return { ...found, schema: {} };
}

/** What a reference such as `#/components/schemas/World` points to; undefined if it is not in the document. */
export function partAt(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let part = root;
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return part;
}

function lastStep(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** A child of a schema in its tree. */
export interface SchemaChild {
  /** The name of a member; absent for alternatives and items. */
  readonly name?: string;
  /** What it is, if it is no member. */
  readonly label?: string;
  readonly isRequired?: boolean;
  readonly schema: DocumentSchema;
}

export function childrenOf(schema: DocumentSchema): readonly SchemaChild[] {
  const { properties = {}, required = [], additionalProperties, items } = schema;
  const members = Object.entries(properties).map(([name, member]) => ({
    name,
    isRequired: required.includes(name),
    schema: member,
  }));
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const listed = items === undefined ? [] : isList(items) ? items : [items];
  return [
    ...members,
    ...others.map((member) => ({ label: 'each other member', schema: member })),
    ...listed.map((item, index) => ({
      label: isList(items) ? `item ${index + 1}` : 'each item',
      schema: item,
    })),
    ...alternativesOf(schema).map((member, index) => ({
      label: `alternative ${index + 1}`,
      schema: member,
    })),
    ...(schema.allOf ?? []).map((member) => ({ label: 'also', schema: member })),
  ];
}

/** Alternatives with a form of their own: those that only name required members are told in words. */
function alternativesOf({ anyOf = [], oneOf = [] }: DocumentSchema): readonly DocumentSchema[] {
  return [...anyOf, ...oneOf].filter((each) => Object.keys(each).some((key) => key !== 'required'));
}

function isList<Item>(value: Item | readonly Item[] | undefined): value is readonly Item[] {
  return Array.isArray(value);
}

/** The type in a word or two, such as `string`, `list`, `World`. */
export function typeText({ schema, name }: ResolvedSchema): string {
  const { type, nullable, properties, items } = schema;
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : type;
  const shown = types.map((each) => (each === 'array' ? 'list' : each)).join(' or ');
  const guessed = properties !== undefined ? 'object' : items !== undefined ? 'list' : undefined;
  const alternatives = alternativesOf(schema);
  const other = alternatives.length > 0 ? 'one of several' : 'anything';
  const text = name ?? (shown === '' ? (guessed ?? other) : shown);
  return nullable === true ? `${text} or null` : text;
}

/** More than integers of JavaScript can be: no bound at all. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** Bounds and defaults in words, each a short part. */
export function boundTexts(schema: DocumentSchema): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, anyOf, oneOf } = schema;
  const needed = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(({ required, ...rest }) =>
    required !== undefined && Object.keys(rest).length === 0 ? [required.join(' and ')] : [],
  );
  return [
    ...(schema.format === undefined ? [] : [schema.format]),
    ...(isBound(minimum) ? [`${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`] : []),
    ...(typeof exclusiveMinimum === 'number' ? [`> ${exclusiveMinimum}`] : []),
    ...(isBound(maximum) ? [`${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`] : []),
    ...(typeof exclusiveMaximum === 'number' ? [`< ${exclusiveMaximum}`] : []),
    ...rangeTexts(schema.minLength, schema.maxLength, 'characters'),
    ...rangeTexts(schema.minItems, schema.maxItems, 'items'),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
    ...(schema.default === undefined ? [] : [`by default ${JSON.stringify(schema.default)}`]),
    ...(schema.const === undefined ? [] : [`is ${JSON.stringify(schema.const)}`]),
    ...(schema.additionalProperties === false ? ['no other members'] : []),
    ...(needed.length === 0 ? [] : [`needs ${needed.join(', or ')}`]),
  ];
}

function rangeTexts(least: number | undefined, most: number | undefined, unit: string) {
  if (isBound(least) && isBound(most)) {
    return [least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`];
  }
  if (isBound(least) && least > 0) return [`at least ${least} ${unit}`];
  return isBound(most) ? [`at most ${most} ${unit}`] : [];
}
