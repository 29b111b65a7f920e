// A schema as a tree that one opens: members with their types, bounds and descriptions. What is closed is not drawn, so circles end.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  boundTexts,
  childrenOf,
  resolved,
  typeText,
  type DocumentSchema,
  type SchemaChild,
} from './model/document-schema.ts';
import { Prose } from './prose.tsx';

/** Levels that are open at first. */
const openLevels = 1;
/** Deeper levels are not shown. */
const levelsMax = 24;
/** Values of an enumeration that are listed at once. */
const valuesMax = 40;

interface SchemaTreeProps {
  /** The document that references are followed in. */
  readonly root: unknown;
  readonly schema: DocumentSchema;
  /** What it is the schema of, for screen readers. */
  readonly label: string;
}

export function SchemaTree({ root, schema, label }: SchemaTreeProps): JSX.Element {
  return (
    <ul class="schema" aria-label={label}>
      <SchemaNode root={root} child={{ label: '', schema }} level={0} />
    </ul>
  );
}

interface SchemaNodeProps {
  readonly root: unknown;
  readonly child: SchemaChild;
  readonly level: number;
}

function SchemaNode({ root, child, level }: SchemaNodeProps): JSX.Element {
  const found = resolved(root, child.schema);
  const children = level < levelsMax ? childrenOf(found.schema) : [];
  const [isOpen, setOpen] = useState(level < openLevels);
  const head = <SchemaHead child={child} found={found} />;
  if (children.length === 0) return <li class="leaf">{head}</li>;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{head}</summary>
        {isOpen ? (
          <ul>
            {children.map((each, index) => (
              <SchemaNode
                key={`${index} ${each.name ?? ''}`}
                root={root}
                child={each}
                level={level + 1}
              />
            ))}
          </ul>
        ) : null}
      </details>
    </li>
  );
}

interface SchemaHeadProps {
  readonly child: SchemaChild;
  readonly found: ReturnType<typeof resolved>;
}

function SchemaHead({ child, found }: SchemaHeadProps): JSX.Element {
  const { name, label, isRequired } = child;
  const { description, enum: values } = found.schema;
  const bounds = boundTexts(found.schema);
  return (
    <span class="schema-head">
      {name === undefined ? null : <code class="member">{name}</code>}
      {label === undefined || label === '' ? null : <span class="dim">{label}</span>}
      <span class="type">{typeText(found)}</span>
      {isRequired === true ? <span class="required">required</span> : null}
      {bounds.length === 0 ? null : <span class="bounds">{bounds.join(', ')}</span>}
      {description === undefined ? null : (
        <span class="description">
          <Prose text={description} />
        </span>
      )}
      {values === undefined ? null : <EnumValues values={values} />}
    </span>
  );
}

function EnumValues({ values }: { readonly values: readonly unknown[] }): JSX.Element {
  const shown = values.slice(0, valuesMax);
  const rest = values.length - shown.length;
  return (
    <span class="values">
      <span class="dim">one of</span>
      {shown.map((value) => (
        <code key={String(value)}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
      ))}
      {rest > 0 ? <span class="dim">and {rest} more</span> : null}
    </span>
  );
}
