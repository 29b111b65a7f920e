// The frame of the page: where one is, the clock, the views, and the scrubber below all of them.

import type { JSX } from 'preact';
import { address } from './model/address.ts';
import type { Viewpoint } from './model/viewpoint.ts';
import { views } from './views/views.tsx';
import { Worlds } from './views/worlds/worlds.tsx';
import { ClockBar } from './widgets/clock-bar.tsx';
import { Notices } from './widgets/notices.tsx';
import { Scrubber } from './widgets/scrubber.tsx';
import { Link } from './widgets/link.tsx';

export function App({ looked }: { readonly looked: Viewpoint }): JSX.Element {
  const { world } = address.value;
  const history = looked.history.value;
  const client = looked.source.server?.client;
  const docs = document.getElementById('studio')?.dataset['docs']; // absent in a file
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <Link class="brand" to={{ world: '', view: 'worlds' }}>
          Reprise
        </Link>
        {world === '' ? (
          <span class="where">{looked.source.title}</span>
        ) : (
          <h1 class="where">{world}</h1>
        )}
        {world === '' ? null : <ViewTabs looked={looked} />}
        {world === '' && docs !== undefined ? <a href={docs}>Documents</a> : null}
        {client === undefined || history === undefined ? null : (
          <ClockBar looked={looked} history={history} client={client} />
        )}
      </header>
      <Notices looked={looked} />
      <main id="main" tabIndex={-1}>
        {world === '' ? <Worlds looked={looked} /> : <CurrentView looked={looked} />}
      </main>
      {world === '' ? null : <Scrubber looked={looked} />}
    </>
  );
}

function ViewTabs({ looked }: { readonly looked: Viewpoint }): JSX.Element {
  const { view } = address.value;
  return (
    <nav class="tabs" aria-label="Views">
      {views
        .filter(({ isShown }) => isShown?.(looked) !== false)
        .map(({ name, title }) => (
          <Link
            key={name}
            to={{ view: name, id: null, q: null }}
            {...(view === name ? { 'aria-current': 'page' } : {})}
          >
            {title}
          </Link>
        ))}
    </nav>
  );
}

function CurrentView({ looked }: { readonly looked: Viewpoint }): JSX.Element {
  const { view: name } = address.value;
  const view = views.find((candidate) => candidate.name === name);
  const history = looked.history.value;
  if (view === undefined) return <p class="empty">There is no view named {name}.</p>;
  if (history === undefined) return <p class="empty">Reading the world…</p>;
  return <view.View looked={looked} history={history} />;
}
