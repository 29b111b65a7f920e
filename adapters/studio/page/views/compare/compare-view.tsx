// Compares the world with another one: one shared past, then two lanes; the first difference with its causes; what ends differently.

import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { StoryDifference } from '../../../story/story.ts';
import { address, go } from '../../model/address.ts';
import { printSince } from '../../model/instants.ts';
import { sentenceOf } from '../../model/sentence.ts';
import { unreadText } from '../../model/missing.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import {
  compareWorlds,
  defaultOther,
  namedDifference,
  sharedPast,
  type ComparedWorlds,
} from './compared-worlds.ts';
import { Ends } from './ends-table.tsx';
import { FirstDifference } from './first-difference.tsx';
import { Lanes } from './lanes-table.tsx';

export function CompareView({ viewpoint, history }: ViewProps): JSX.Element {
  const worlds = viewpoint.source.worlds.value;
  const { name } = history.record;
  const named = viewpoint.source.story?.difference;
  const other = address.value.with ?? defaultOther(name, worlds, named);
  if (other === undefined) {
    return (
      <p class="empty">There is no other world to compare {name} with: fork this one first.</p>
    );
  }
  const right = viewpoint.source.history(other).value;
  return (
    <div class="compare">
      <label class="compare-with">
        Compare {name} with{' '}
        <select
          value={other}
          onChange={({ currentTarget }) => go({ with: currentTarget.value, id: null })}
        >
          {worlds
            .filter((world) => world.name !== name)
            .map((world) => (
              <option key={world.name} value={world.name}>
                {world.name}
              </option>
            ))}
        </select>
      </label>
      {right === undefined ? (
        <p class="empty">{unreadText(viewpoint.source, other)}</p>
      ) : (
        <Compared
          key={`${name} ${other}`}
          left={history}
          right={right}
          named={namedDifference([name, other], named)}
        />
      )}
    </div>
  );
}

interface ComparedProps {
  readonly left: WorldHistory;
  readonly right: WorldHistory;
  readonly named: StoryDifference | undefined;
}

function Compared({ left, right, named }: ComparedProps): JSX.Element {
  const [found, setFound] = useState<ComparedWorlds | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const inputs = `${left.inputs.value} ${right.inputs.value}`;
  useEffect(() => {
    let isCurrent = true;
    compareWorlds(left, right).then(
      (compared) => isCurrent && setFound(compared),
      (error: unknown) => isCurrent && setProblem(sentenceOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [left, right, inputs]);
  if (problem !== undefined) return <p class="empty">{problem}</p>;
  if (found === undefined) return <p class="empty">Comparing…</p>;
  const { comparison, ends } = found;
  const { position, difference } = comparison;
  const last = left.event(position);
  const past = sharedPast(comparison, printSince(last?.atMs ?? 0, left.record.epochMs));
  return (
    <>
      {named === undefined ? null : <Named left={left} right={right} named={named} />}
      <p class="summary">{past}</p>
      {difference === undefined ? null : (
        <>
          <FirstDifference left={left} right={right} difference={difference} />
          <Ends worlds={[left.record.name, right.record.name]} ends={ends} />
          <Lanes
            left={left}
            right={right}
            position={position}
            first={named?.position ?? difference.position}
          />
        </>
      )}
    </>
  );
}

/** What the command line named first. */
function Named({ left, right, named }: ComparedProps & { readonly named: StoryDifference }) {
  const { summary, text, exchanges, worlds } = named;
  return (
    <section class="named" aria-labelledby="named">
      <h2 id="named">What the command line named first</h2>
      <p>{summary}</p>
      {exchanges === undefined ? null : (
        <ul>
          {exchanges.map((n, index) => {
            const name = worlds[index === 0 ? 0 : 1];
            const history = name === left.record.name ? left : right;
            const exchange = history.exchanges.value.find((one) => one.n === n);
            return exchange === undefined ? null : (
              <li key={name}>
                {name}:{' '}
                <Link to={{ world: name, view: 'exchanges', id: `${n}`, with: null, at: null }}>
                  {exchange.method} {exchange.url}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <details>
        <summary>As the command line prints it</summary>
        <pre>{text}</pre>
      </details>
    </section>
  );
}
