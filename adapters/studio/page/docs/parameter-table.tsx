// The parameters of an operation or a channel.

import type { JSX } from 'preact';
import { boundTexts, resolved, typeText } from './model/document-schema.ts';
import type { DocumentedParameter } from './model/documented-operation.ts';
import { Prose } from './prose.tsx';

interface ParameterTableProps {
  readonly root: unknown;
  readonly parameters: readonly DocumentedParameter[];
}

export function ParameterTable({ root, parameters }: ParameterTableProps): JSX.Element {
  return (
    <dl class="parameters">
      {parameters.map((parameter) => (
        <Parameter key={`${parameter.in} ${parameter.name}`} root={root} {...parameter} />
      ))}
    </dl>
  );
}

function Parameter({
  root,
  name,
  in: place,
  isRequired,
  description,
  schema,
}: DocumentedParameter & { readonly root: unknown }): JSX.Element {
  const found = resolved(root, schema);
  const of = itemsOf(root, found.schema.items);
  const bounds = [...boundTexts(found.schema), ...of.bounds];
  const values = found.schema.enum ?? of.values;
  const text = description ?? found.schema.description;
  return (
    <div>
      <dt>
        <code class="member">{name}</code>
        <span class="dim">in {place}</span>
        {isRequired ? <span class="required">required</span> : null}
      </dt>
      <dd>
        <span class="type">{typeText(found) + of.type}</span>
        {bounds.length === 0 ? null : <span class="bounds">{bounds.join(', ')}</span>}
        {text === undefined ? null : (
          <span class="description">
            <Prose text={text} />
          </span>
        )}
        {values === undefined ? null : (
          <span class="values">
            <span class="dim">one of</span>
            {values.map((value) => (
              <code key={String(value)}>{String(value)}</code>
            ))}
          </span>
        )}
      </dd>
    </div>
  );
}

/** A list is told by its items. */
function itemsOf(root: unknown, items: ReturnType<typeof resolved>['schema']['items']) {
  const isOne = items !== undefined && !Array.isArray(items);
  if (!isOne) return { type: '', bounds: [], values: undefined };
  const item = resolved(root, items as Parameters<typeof resolved>[1]);
  return {
    type: ` of ${typeText(item)}`,
    bounds: boundTexts(item.schema),
    values: item.schema.enum,
  };
}
