// Reads and describes the input of a route by a table of parameters.

import type {
  InputDescription,
  Method,
  ParameterDescription,
  PathInput,
  Reader,
} from '../../../protocol/routes/route.ts';
import type { MemberPath } from '../../../protocol/unknown-members.ts';
import { readParameters } from './read.ts';
import type { PageSettings, Parameter, ParameterTable, ParameterValues } from './table.ts';
import type { SentFields } from './values.ts';

export interface TableInput<P extends ParameterTable> extends PathInput {
  readonly values: ParameterValues<P>;
}

export interface TableReader<P extends ParameterTable> extends Reader<
  { readonly sent: SentFields; readonly site: PageSettings },
  TableInput<P>,
  PageSettings
> {
  readonly table: P;
}

/** Parameters that every route has: of the REST interface itself. */
const sharedNames: readonly string[] = [
  '_fields',
  '_method',
  '_envelope',
  '_embed',
  '_locale',
  '_jsonp',
  'context',
];

/** Names that were sent, and that neither the table nor every route has. */
export function unknownFields(sent: SentFields, table: ParameterTable): readonly MemberPath[] {
  const isKnown = (name: string) => Object.hasOwn(table, name) || sharedNames.includes(name);
  return Object.keys(sent)
    .filter((name) => !isKnown(name))
    .map((name) => [name]);
}

export function byTable<P extends ParameterTable>(table: P): TableReader<P> {
  return {
    table,
    read: ({ sent, site }, params) => ({ params, values: readParameters(table, sent, site) }),
    unknown: ({ sent }) => unknownFields(sent, table),
    describe: (method, settings) => described(table, method, settings),
  };
}

/** Parameters of GET and DELETE are in the query, all others in the body. */
function described(
  table: ParameterTable,
  method: Method,
  settings: PageSettings,
): InputDescription {
  const all = Object.entries(table);
  return method === 'GET' || method === 'DELETE'
    ? { parameters: all.map(([name, parameter]) => queryParameter(name, parameter, settings)) }
    : { parameters: [], body: bodyOf(all, settings) };
}

function queryParameter(
  name: string,
  parameter: Parameter,
  settings: PageSettings,
): ParameterDescription {
  const isList = parameter.form['type'] === 'array';
  return {
    name,
    in: 'query',
    required: parameter.isRequired,
    description: parameter.description,
    ...(isList ? { style: 'form', explode: false } : {}),
    schema: schemaOf(parameter, settings),
  };
}

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

function bodyOf(
  all: readonly (readonly [name: string, parameter: Parameter])[],
  settings: PageSettings,
) {
  const required = all.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const properties = all.map(([name, parameter]) => {
    const { description } = parameter;
    return [name, { description, ...schemaOf(parameter, settings) }] as const;
  });
  const schema = {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
  return { isRequired: required.length > 0, mediaTypes, schema };
}

function schemaOf({ form, defaultIn }: Parameter, settings: PageSettings) {
  const value = defaultIn(settings);
  return value === undefined ? form : { ...form, default: value };
}
