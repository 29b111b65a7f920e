// The documents of the server, to read: the list of what there is, and one operation or channel.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyText } from '../widgets/copy-text.tsx';
import { SkipLink } from '../widgets/skip-link.tsx';
import { ChannelView } from './channel-view.tsx';
import { docsAddress, printDocsAddress } from './model/docs-address.ts';
import type { ServedDocument } from './model/documents.ts';
import { OperationView } from './operation-view.tsx';
import { PartHeading } from './part-heading.tsx';
import { PartList } from './part-list.tsx';
import { Prose } from './prose.tsx';

interface DocsPageProps {
  readonly documents: readonly ServedDocument[];
  /** The path of the studio. */
  readonly studio: string;
}

export function DocsPage({ documents, studio }: DocsPageProps): JSX.Element {
  const [filter, setFilter] = useState('');
  const [isListShown, showList] = useState(docsAddress.value.part === '');
  return (
    <>
      <SkipLink />
      <header class="top">
        <a class="brand" href={studio}>
          Reprise
        </a>
        <h1 class="where">Documents</h1>
        <nav class="tabs" aria-label="Documents">
          {documents.map(({ name, title }) => (
            <a
              key={name}
              href={printDocsAddress({ document: name, part: '' })}
              onClick={() => showList(true)}
              {...(name === docsAddress.value.document ? { 'aria-current': 'page' } : {})}
            >
              {title}
            </a>
          ))}
        </nav>
      </header>
      <div class="docs">
        <nav class={isListShown ? 'part-list shown' : 'part-list'} aria-label="Operations">
          <div class="filter">
            <label for="filter">Filter</label>
            <input
              id="filter"
              type="search"
              value={filter}
              placeholder="fork, POST, /venues …"
              onInput={(event) => {
                setFilter(event.currentTarget.value);
                showList(true);
              }}
            />
            <button
              type="button"
              class="list-toggle"
              aria-expanded={isListShown}
              onClick={() => showList(!isListShown)}
            >
              {isListShown ? 'Hide the list' : 'Show the list'}
            </button>
          </div>
          <div class="parts">
            <PartList documents={documents} filter={filter} onChosen={() => showList(false)} />
          </div>
        </nav>
        <main id="main" tabIndex={-1}>
          <PresentPart documents={documents} />
        </main>
      </div>
    </>
  );
}

function PresentPart({
  documents,
}: {
  readonly documents: readonly ServedDocument[];
}): JSX.Element {
  const { document: name, part } = docsAddress.value;
  const document = documents.find((each) => each.name === name);
  if (document === undefined) return <p class="empty">There is no document named {name}.</p>;
  const state = document.state.value;
  switch (state.kind) {
    case 'reading':
      return (
        <p class="empty" role="status">
          Reading the document…
        </p>
      );
    case 'failed':
      return (
        <p class="problem" role="alert">
          The document cannot be read: {state.message}
        </p>
      );
    case 'operations': {
      if (part === '') return <Introduction document={document} info={state.root.info} />;
      const operation = state.operations.find(({ id }) => id === part);
      if (operation === undefined) return <UnknownPart part={part} />;
      return <OperationView key={part} root={state.root} operation={operation} />;
    }
    case 'channels': {
      if (part === '') return <Introduction document={document} info={state.root.info} />;
      const channel = state.channels.find(({ id }) => id === part);
      if (channel === undefined) return <UnknownPart part={part} />;
      return <ChannelView key={part} root={state.root} channel={channel} />;
    }
  }
}

function UnknownPart({ part }: { readonly part: string }): JSX.Element {
  return <p class="empty">The document has nothing named {part}; the list shows all.</p>;
}

interface IntroductionProps {
  readonly document: ServedDocument;
  readonly info: { readonly title?: string; readonly description?: string } | undefined;
}

function Introduction({ document, info }: IntroductionProps): JSX.Element {
  const { title, url } = document;
  return (
    <article class="part">
      <PartHeading part={title}>{info?.title ?? title}</PartHeading>
      <p>
        <Prose text={info?.description ?? ''} />
      </p>
      <p class="dim">Choose from the list, or filter all documents by words.</p>
      <h3>The document itself</h3>
      <div class="example">
        <CopyText
          text={`curl -sS ${url} \\\n  -H "Authorization: Bearer $REPRISE_TOKEN"`}
          label="the command"
        />
      </div>
    </article>
  );
}
