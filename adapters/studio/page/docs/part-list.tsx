// The list of operations and channels, by their tags; with a filter, those of all documents.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { docsAddress, printDocsAddress } from './model/docs-address.ts';
import type { ServedDocument } from './model/documents.ts';
import { listedParts, type ListedPart } from './model/listed-parts.ts';

interface PartListProps {
  readonly documents: readonly ServedDocument[];
  /** The words of the filter; empty for the present document alone. */
  readonly filter: string;
  readonly onChosen: () => void;
}

export function PartList({ documents, filter, onChosen }: PartListProps): JSX.Element {
  const { document: present } = docsAddress.value;
  const isFiltered = filter.trim() !== '';
  const shown = documents
    .filter(({ name }) => isFiltered || name === present)
    .map((document) => ({ document, groups: listedParts(document.state.value, filter) }))
    .filter(({ groups }) => groups.length > 0);
  const count = shown.flatMap(({ groups }) => groups.flatMap(({ parts }) => parts)).length;
  return (
    <>
      <p class="count dim" role="status">
        {isFiltered ? `${count} found in all documents` : `${count} in this document`}
      </p>
      {shown.map(({ document, groups }) => (
        <section key={document.name} aria-label={document.title}>
          <h2 class={isFiltered ? '' : 'hidden'}>{document.title}</h2>
          {groups.map(({ tag, parts }) => (
            <div key={tag}>
              <h3>{tag}</h3>
              <ul>
                {parts.map((part) => (
                  <li key={part.id}>
                    <PartLink document={document.name} part={part} onChosen={onChosen} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </>
  );
}

interface PartLinkProps {
  readonly document: string;
  readonly part: ListedPart;
  readonly onChosen: () => void;
}

function PartLink({ document, part, onChosen }: PartLinkProps): JSX.Element {
  const { document: present, part: chosen } = docsAddress.value;
  const isPresent = document === present && part.id === chosen;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isPresent && link.current !== null) showInList(link.current);
  }, [isPresent]);
  return (
    <a
      href={printDocsAddress({ document, part: part.id })}
      ref={link}
      onClick={onChosen}
      {...(isPresent ? { 'aria-current': 'page' } : {})}
    >
      <span class={`method ${part.method.toLowerCase()}`}>{part.method}</span>
      <span class="path">{part.path}</span>
      <span class="dim">{part.summary}</span>
    </a>
  );
}

/** Scrolls the list alone, and only if the link is out of sight. */
function showInList(link: HTMLElement): void {
  const list = link.closest('.parts');
  if (list === null) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
