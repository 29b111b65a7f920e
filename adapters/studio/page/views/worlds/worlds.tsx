// The list of worlds as a tree of forks; on a server with what can be done to each.

import type { JSX } from 'preact';
import type { Viewpoint } from '../../model/viewpoint.ts';
import type { Story } from '../../../story/story.ts';
import type { WorldSummary } from '../../model/source.ts';
import { Link } from '../../widgets/link.tsx';
import { familyTree } from './family-tree.ts';
import { NewWorld } from './new-world.tsx';
import { OpenRecording } from './open-recording.tsx';
import { WorldActions } from './world-actions.tsx';

interface WorldsProps {
  readonly viewpoint: Viewpoint;
  /** Shows the story of an opened recording in place of the server. */
  readonly onStory: (story: Story) => void;
}

export function Worlds({ viewpoint, onStory }: WorldsProps): JSX.Element {
  const { source } = viewpoint;
  const { server } = source;
  const rows = familyTree(source.worlds.value);
  return (
    <section>
      <h1 id="worlds-title">Worlds</h1>
      {rows.length === 0 ? <p class="empty">There is no world yet.</p> : null}
      <div class="scrolling" tabIndex={0} role="region" aria-labelledby="worlds-title">
        <table class="worlds">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                Events
              </th>
              <th scope="col">Virtual time</th>
              <th scope="col">Clock</th>
              <th scope="col">Has</th>
              <th scope="col">Digest</th>
              {server === undefined ? null : <th scope="col">Do</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ world, depth }) => (
              <tr key={world.name}>
                <th scope="row">
                  <span class="fork" style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
                    {depth === 0 ? null : <span aria-hidden="true">↳ </span>}
                    <Link to={{ world: world.name, view: 'timeline', at: null, id: null }}>
                      {world.name}
                    </Link>
                    <Origin world={world} />
                  </span>
                </th>
                <td class="number">{world.position}</td>
                <td class={world.error === undefined ? 'instant' : ''}>
                  {world.error ?? world.now}
                </td>
                <td>{world.clock}</td>
                <td class="counts">{countsText(world.counts)}</td>
                <td>
                  <code title={world.digest}>{world.digest?.slice(0, 10)}</code>
                </td>
                {server === undefined ? null : (
                  <td>
                    <WorldActions world={world} client={server.client} onDone={source.refresh} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {server === undefined ? null : (
        <>
          <NewWorld client={server.client} onCreated={source.refresh} />
          <OpenRecording client={server.client} onStory={onStory} />
        </>
      )}
    </section>
  );
}

function Origin({ world: { forkedFrom, seed } }: { readonly world: WorldSummary }): JSX.Element {
  const text = forkedFrom
    ? `fork of ${forkedFrom.world} at ${forkedFrom.position}`
    : `seed ${seed ?? 'unknown'}`;
  return <small class="dim">{text}</small>;
}

/** Such as `2 wallet sets, 5 wallets`; kinds without records are left out. */
function countsText(counts: Readonly<Record<string, number>> = {}): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${wordsOf(kind)}`)
    .join(', ');
}

/** The name of a kind, such as `walletSets`, in words. */
function wordsOf(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
