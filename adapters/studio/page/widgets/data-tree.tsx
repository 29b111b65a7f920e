// Data as a tree that opens and closes. All of it is text. Long texts and lists are cut until one asks for the rest.

import { useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';

/** Members of a list or an object that are shown at first, and by each press of the button. */
const membersStep = 50;
/** Characters of a text that are shown at first; its button shows so many times as much. */
const textCharsStep = 400;
/** Levels that are open at first. */
const levelsOpen = 2;
/** The text that stands for a closed list or object. */
const summaryCharsMax = 80;

interface DataTreeProps {
  readonly data: unknown;
  readonly name?: string;
  readonly level?: number;
}

export function DataTree({ data, name, level = 0 }: DataTreeProps): JSX.Element {
  const [isOpen, open] = useState(level < levelsOpen);
  if (typeof data !== 'object' || data === null) {
    return (
      <div class="datum">
        <Name name={name} />
        <Scalar data={data} />
      </div>
    );
  }
  const members = Object.entries(data);
  const summary = Array.isArray(data) ? `[${members.length}]` : `{${members.length}}`;
  if (members.length === 0) {
    return (
      <div class="datum">
        <Name name={name} />
        <span class="scalar">{Array.isArray(data) ? '[]' : '{}'}</span>
      </div>
    );
  }
  if (name === undefined) return <Members members={members} level={level} />;
  return (
    <details class="datum" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span class="summary">{isOpen ? summary : `${summary} ${peekOf(members)}`}</span>
      </summary>
      {isOpen ? <Members members={members} level={level + 1} /> : null}
    </details>
  );
}

function Members(props: {
  readonly members: readonly (readonly [string, unknown])[];
  readonly level: number;
}): JSX.Element {
  const [shown, show] = useState(membersStep);
  const left = props.members.length - shown;
  return (
    <div class={props.level === 0 ? 'data-tree' : 'members'}>
      {props.members.slice(0, shown).map(([name, data]) => (
        <DataTree key={name} name={name} data={data} level={props.level} />
      ))}
      {left > 0 ? (
        <More onClick={() => show(shown + membersStep)}>
          {Math.min(left, membersStep)} more of {left}
        </More>
      ) : null}
    </div>
  );
}

function Scalar({ data }: { readonly data: unknown }): JSX.Element {
  const [shown, show] = useState(textCharsStep);
  if (typeof data !== 'string') return <span class="scalar">{String(data)}</span>;
  const left = data.length - shown;
  return (
    <>
      <span class="text" dir="auto">
        {data.slice(0, shown)}
      </span>
      {left > 0 ? (
        <More onClick={() => show(shown * 10)}>
          {Math.min(left, shown * 9)} more characters of {left}
        </More>
      ) : null}
    </>
  );
}

function Name({ name }: { readonly name: string | undefined }): JSX.Element | null {
  return name === undefined ? null : <span class="name">{name}</span>;
}

function More(props: {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <button type="button" class="more" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** The first scalars inside. */
function peekOf(members: readonly (readonly [string, unknown])[]): string {
  const texts = members
    .slice(0, 5)
    .map(([name, data]) =>
      typeof data === 'object' && data !== null ? name : `${name}: ${String(data).slice(0, 30)}`,
    );
  const text = texts.join(', ');
  return text.length > summaryCharsMax ? `${text.slice(0, summaryCharsMax)}…` : text;
}
