// Prints the types of the typed client from an OpenAPI document: its named schemas, and the input and response of each
// operation. openapi-typescript needs the programming interface of the compiler, which TypeScript 7 does not have.

import type { JsonBody } from '../support/server/server.ts';

const head = `// Written by \`npm run client-types\` from the OpenAPI document of the control plane.
`;

/** The text of a module; a formatter must lay it out. Throws if a schema has an unknown keyword. */
export function clientTypes(document: JsonBody): string {
  const operations = Object.entries<JsonBody>(document.paths).flatMap(([path, methods]) =>
    Object.entries<JsonBody>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const schemas = Object.entries<JsonBody>(document.components.schemas);
  return [
    head,
    ...schemas.map(([name, schema]) => declaration(name, schema)),
    '/** The input and the answer of each operation. */',
    `export interface Operations {${operations.map(operationMember).join('\n')}}`,
    '/** The method and the path of each operation, below `/__reprise`. */',
    'export const operations: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {',
    ...operations.map(
      ({ path, method, operation }) =>
        `${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`,
    ),
    '};',
  ].join('\n');
}

function declaration(name: string, schema: JsonBody): string {
  const { description: _description, ...rest } = schema;
  const text = typeOf(rest);
  const comment = commentOf(schema);
  return schema.type === 'object' && schema.nullable !== true
    ? `${comment}export interface ${name} ${text}\n`
    : `${comment}export type ${name} = ${text};\n`;
}

function operationMember({ operation }: { readonly operation: JsonBody }): string {
  const { operationId, summary, requestBody, responses, parameters } = operation;
  const from = (place: string) => parameters.filter((one: JsonBody) => one.in === place);
  const [path, query] = [from('path'), from('query')];
  const isOptional = query.every(({ required }: JsonBody) => required === false);
  const body = requestBody?.content['application/json'].schema;
  const members = [
    path.length === 0 ? '' : `readonly path: { ${path.map(pathMember).join(' ')} };`,
    query.length === 0
      ? ''
      : `readonly query${isOptional ? '?' : ''}: {${query.map(queryMember).join('\n')}};`,
    body === undefined
      ? ''
      : `readonly body${requestBody.required === true ? '' : '?'}: ${typeOf(body)};`,
    `readonly answer: ${answerOf(responses)};`,
  ];
  const text = members.filter((line) => line !== '').join('\n');
  return `/** ${summary} */\nreadonly ${operationId}: {${text}};`;
}

const pathMember = ({ name, schema }: JsonBody) => member(name, schema, true);

function queryMember({ name, required, schema, description }: JsonBody): string {
  return member(
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
    required,
  );
}

/** The body of the success response: JSON, else the text of a file, else nothing. */
function answerOf(responses: JsonBody): string {
  const [, success] =
    Object.entries<JsonBody>(responses).find(([status]) => status.startsWith('2')) ?? [];
  const { content } = success;
  if (content === undefined) return 'undefined';
  const json = content['application/json'];
  return json === undefined ? 'string' : typeOf(json.schema);
}

/** Keywords that types cannot express; the server checks them. */
const unchecked = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'maxProperties',
  'default',
  'example',
  'description',
];
const known = new Set(
  `$ref type enum nullable properties required additionalProperties items minItems maxItems anyOf oneOf allOf`
    .split(' ')
    .concat(unchecked),
);

function typeOf(schema: JsonBody): string {
  const foreign = Object.keys(schema).filter((keyword) => !known.has(keyword));
  if (foreign.length > 0) throw new Error(`There is no type for the keyword ${foreign.join(', ')}`);
  const text = typeWithoutNull(schema);
  return schema.nullable === true && text !== 'null' ? `${text} | null` : text;
}

function typeWithoutNull(schema: JsonBody): string {
  const { $ref, enum: values, anyOf, allOf, type } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (values !== undefined) return values.map((value: unknown) => literal(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(grouped).join(' | ');
  if (allOf !== undefined) return allOf.map(grouped).join(' & ');
  switch (type) {
    case 'string':
    case 'boolean':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return listType(schema);
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}`);
  }
}

function listType({ items, minItems, maxItems }: JsonBody): string {
  const isPair = minItems === 2 && maxItems === 2;
  return isPair ? `readonly [${typeOf(items)}, ${typeOf(items)}]` : `readonly ${grouped(items)}[]`;
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonBody): string {
  const own = Object.entries<JsonBody>(properties).map(([name, schema]) =>
    member(name, schema, required.includes(name)),
  );
  const isClosed = additionalProperties === false;
  const others =
    own.length === 0 && typeof additionalProperties === 'object'
      ? typeOf(additionalProperties)
      : 'unknown';
  const index = isClosed ? [] : [`readonly [name: string]: ${others};`];
  return `{${[...own, ...index].join('\n')}}`;
}

function member(name: string, schema: JsonBody, isRequired: boolean): string {
  const key = /^[a-z_]\w*$/i.test(name) ? name : `'${name}'`;
  return `${commentOf(schema)}readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema)};`;
}

function commentOf({ description }: JsonBody): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);

/** In parentheses, which a formatter removes if they are not needed. */
const grouped = (schema: JsonBody) => `(${typeOf(schema)})`;
