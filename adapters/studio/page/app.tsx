// The frame of the page: where one is, the clock, the views, and the scrubber below all of them.

import type { JSX } from 'preact';
import { address } from './model/address.ts';
import type { Story } from '../story/story.ts';
import type { Viewpoint } from './model/viewpoint.ts';
import { unreadText } from './model/missing.ts';
import { TokenForm } from './views/token-form.tsx';
import { views } from './views/views.tsx';
import { Worlds } from './views/worlds/worlds.tsx';
import { ClockBar } from './widgets/clock-bar.tsx';
import { Notices } from './widgets/notices.tsx';
import { Scrubber } from './widgets/scrubber.tsx';
import { Link } from './widgets/link.tsx';
import { SkipLink } from './widgets/skip-link.tsx';

interface AppProps {
  readonly viewpoint: Viewpoint;
  /** Shows the story of an opened recording in place of a server. */
  readonly onStory?: (story: Story) => void;
  /** Returns from an opened recording to the server. */
  readonly onClose?: () => void;
}

export function App({ viewpoint, onStory = () => undefined, onClose }: AppProps): JSX.Element {
  const { world } = address.value;
  const history = viewpoint.history.value;
  const { client, refusal } = viewpoint.source.server ?? {};
  const docs = document.getElementById('studio')?.dataset['docs']; // absent in a file
  if (refusal?.value !== undefined) {
    return <TokenForm problem={refusal.value} onToken={() => location.reload()} />;
  }
  return (
    <>
      <SkipLink />
      <header class="top">
        <Link class="brand" to={{ world: '', view: 'worlds' }}>
          Reprise
        </Link>
        {world === '' || viewpoint.source.story !== undefined ? (
          <span class="where">{viewpoint.source.title}</span>
        ) : null}
        {world === '' ? null : <h1 class="where">{world}</h1>}
        {world === '' ? null : <ViewTabs viewpoint={viewpoint} />}
        {world === '' && docs !== undefined ? <a href={docs}>Documents</a> : null}
        {onClose === undefined ? null : (
          <button type="button" onClick={onClose}>
            Close {viewpoint.source.title}
          </button>
        )}
        {client === undefined || history === undefined ? null : (
          <ClockBar viewpoint={viewpoint} history={history} client={client} />
        )}
      </header>
      <Notices viewpoint={viewpoint} />
      <main id="main" tabIndex={-1}>
        {world === '' ? (
          <Worlds viewpoint={viewpoint} onStory={onStory} />
        ) : (
          <CurrentView viewpoint={viewpoint} />
        )}
      </main>
      {world === '' ? null : <Scrubber viewpoint={viewpoint} />}
    </>
  );
}

function ViewTabs({ viewpoint }: { readonly viewpoint: Viewpoint }): JSX.Element {
  const { view } = address.value;
  return (
    <nav class="tabs" aria-label="Views">
      {views
        .filter(({ isShown }) => isShown?.(viewpoint) !== false)
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

function CurrentView({ viewpoint }: { readonly viewpoint: Viewpoint }): JSX.Element {
  const { view: name, world } = address.value;
  const view = views.find((candidate) => candidate.name === name);
  const history = viewpoint.history.value;
  if (view === undefined) return <p class="empty">There is no view named {name}.</p>;
  if (history === undefined) return <p class="empty">{unreadText(viewpoint.source, world)}</p>;
  return <view.View viewpoint={viewpoint} history={history} />;
}
