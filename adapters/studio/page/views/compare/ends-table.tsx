// The entities that end differently in two worlds: transactions by state, posts, sessions, balances.

import type { JSX } from 'preact';
import type { DifferingEnd } from './ends.ts';
import { Link } from '../../widgets/link.tsx';

/** Rows that are drawn. */
const endsMax = 500;

interface EndsProps {
  readonly worlds: readonly [string, string];
  readonly ends: readonly DifferingEnd[];
}

export function Ends({ worlds, ends }: EndsProps): JSX.Element {
  return (
    <section>
      <h2 id="ends">What ends differently</h2>
      {ends.length === 0 ? (
        <p class="empty">Nothing: each transaction, post, session and balance ends alike.</p>
      ) : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="What ends differently">
          <table class="ends">
            <thead>
              <tr>
                <th scope="col">What</th>
                {worlds.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ends.slice(0, endsMax).map(({ key, service, name, left, right }) => (
                <tr key={key}>
                  <th scope="row">
                    {name} <span class="dim">{service}</span>
                  </th>
                  <td>
                    <End world={worlds[0]} end={left} />
                  </td>
                  <td>
                    <End world={worlds[1]} end={right} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {ends.length > endsMax ? <p>and {ends.length - endsMax} more</p> : null}
        </div>
      )}
    </section>
  );
}

function End({
  world,
  end,
}: {
  readonly world: string;
  readonly end: DifferingEnd['left'];
}): JSX.Element {
  if (end === undefined) return <span class="dim">not there</span>;
  const { text, position } = end;
  if (position === undefined) return <span class="amount">{text}</span>;
  return (
    <Link to={{ world, view: 'timeline', at: position, id: `${position}`, with: null }}>
      {text}
    </Link>
  );
}
