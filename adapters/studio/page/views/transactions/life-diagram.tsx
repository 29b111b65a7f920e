// The life of a transaction: the state diagram of the domain with the path that it took, and the same as a list.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { diagramOf, type Diagram, type DiagramTransition } from './diagram.ts';
import { until, type TransactionMoment, pathOf } from './life.ts';
import { StateLabel } from './state-label.tsx';

interface LifeProps {
  readonly viewpoint: Viewpoint;
  readonly steps: readonly TransactionMoment[];
  readonly position: number;
  readonly epochMs: number;
}

export function Life({ viewpoint, steps, position, epochMs }: LifeProps): JSX.Element {
  const path = pathOf(until(steps, position));
  const box = useRef<HTMLDivElement>(null);
  const diagram = diagramOf(path);
  const now = diagram.states.find(({ role }) => role === 'now');
  useLayoutEffect(() => {
    // Where the diagram is wider than the page, it shows where the transaction stands.
    const element = box.current;
    if (element === null || now === undefined) return;
    element.scrollLeft = now.x - element.clientWidth / 2;
  }, [now?.state]);
  const sentence = `Path so far: ${path.map(({ state }) => state).join(', then ')}.`;
  return (
    <section class="panel" aria-labelledby="life-title">
      <h2 id="life-title">Life</h2>
      <div class="scrolling" ref={box} tabIndex={0} role="region" aria-label="State diagram">
        <Drawing diagram={diagram} sentence={sentence} />
      </div>
      <ol class="steps">
        {steps.map((step, index) => {
          const { state } = step.transaction;
          const isChanged = steps[index - 1]?.transaction.state !== state;
          const isAhead = step.position > position;
          return (
            <li key={step.position} class={isAhead ? 'ahead' : undefined}>
              <button
                type="button"
                class="quiet"
                title={`Look at ${printInstant(step.atMs)}`}
                onClick={() => viewpoint.scrub(step.position)}
              >
                <span class="since">{printSince(step.atMs, epochMs)}</span>
              </button>
              <span class="event-type">{step.event.type}</span>
              {isChanged ? <StateLabel state={state} /> : null}
              {isAhead ? <span class="dim">later</span> : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Drawing(props: { readonly diagram: Diagram; readonly sentence: string }): JSX.Element {
  const { width, height, boxWidth, boxHeight, states, transitions } = props.diagram;
  return (
    <svg
      class="life"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={props.sentence}
    >
      <defs>
        <ArrowHead id="arrow-taken" class="taken" />
        <ArrowHead id="arrow-apart" class="apart" />
      </defs>
      {transitions.map((one) => (
        <Line key={`${one.from}>${one.to}`} transition={one} />
      ))}
      {states.map(({ state, x, y, role }) => (
        <g
          key={state}
          class={role}
          transform={`translate(${x - boxWidth / 2} ${y - boxHeight / 2})`}
        >
          <rect width={boxWidth} height={boxHeight} rx={6} />
          <text x={boxWidth / 2} y={boxHeight / 2 + 4}>
            {role === 'now' ? `● ${state}` : state}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Line({ transition }: { readonly transition: DiagramTransition }): JSX.Element {
  const { path, times } = transition;
  const kind = times > 0 ? 'taken' : 'apart';
  return <path class={kind} d={path} marker-end={`url(#arrow-${kind})`} />;
}

function ArrowHead(props: { readonly id: string; readonly class: string }): JSX.Element {
  return (
    <marker
      id={props.id}
      class={props.class}
      viewBox="0 0 8 8"
      refX={7}
      refY={4}
      markerWidth={7}
      markerHeight={7}
      orient="auto-start-reverse"
    >
      <path d="M0 0.5L8 4L0 7.5Z" />
    </marker>
  );
}
