// The list of worlds.

import type { JSX } from 'preact';
import type { LookedAt } from '../../model/looked-at.ts';
import { Link } from '../../widgets/link.tsx';

export function Worlds({ looked }: { readonly looked: LookedAt }): JSX.Element {
  const worlds = looked.source.worlds.value;
  return (
    <section aria-labelledby="worlds-title">
      <h1 id="worlds-title">Worlds</h1>
      <div class="scrolling" tabIndex={0} role="region" aria-label="Worlds">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Position</th>
              <th scope="col">Virtual time</th>
              <th scope="col">Clock</th>
              <th scope="col">Seed</th>
              <th scope="col">Forked from</th>
              <th scope="col">Digest</th>
            </tr>
          </thead>
          <tbody>
            {worlds.map(({ name, position, now, clock, seed, forkedFrom, digest, error }) => (
              <tr key={name}>
                <th scope="row">
                  <Link to={{ world: name, view: 'timeline' }}>{name}</Link>
                </th>
                <td>{position}</td>
                <td>{error ?? now}</td>
                <td>{clock}</td>
                <td>{seed}</td>
                <td>{forkedFrom && `${forkedFrom.world} at ${forkedFrom.position}`}</td>
                <td>
                  <code>{digest?.slice(0, 12)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
