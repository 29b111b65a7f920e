// The selected event: its data, its causes and its effects.

import type { JSX } from 'preact';
import { causesBefore, effectsAfter, effectsMax } from '../../model/causal-chain.ts';
import { printInZone, printSince } from '../../model/instants.ts';
import { address, go } from '../../model/address.ts';
import { selectEvent } from '../../model/selected-event.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Link } from '../../widgets/link.tsx';
import { DataTree } from '../../widgets/data-tree.tsx';
import { EventOrigin } from './event-origin.tsx';

interface EventPanelProps {
  readonly history: WorldHistory;
  /** The position of the event. */
  readonly selected: number;
}

export function EventPanel({ history, selected }: EventPanelProps): JSX.Element | null {
  const envelope = history.event(selected);
  if (envelope === undefined) return null;
  const { position, stream, version, atMs, event } = envelope;
  const { type, aside, ...data } = event;
  const causes = causesBefore(history, position).toReversed();
  const { effects, isWhole } = effectsAfter(history, position);
  return (
    <section class="event-panel" aria-labelledby="event-title">
      <header>
        <h2 id="event-title">
          <span class="number">#{position}</span> {type}
        </h2>
        <button type="button" class="close" onClick={() => go({ id: null })}>
          <span aria-hidden="true">×</span>
          <span class="hidden">Close</span>
        </button>
      </header>
      <dl>
        <dt>Virtual time</dt>
        <dd>
          {printSince(atMs, history.record.epochMs)}{' '}
          <span class="dim">{printInZone(atMs, address.value.zone)}</span>
        </dd>
        <dt>Entity</dt>
        <dd>
          <EntityLink stream={stream} /> <span class="dim">event {version} of it</span>
        </dd>
      </dl>
      <h3>Data</h3>
      {Object.keys(data).length === 0 ? <p class="empty">None.</p> : <DataTree data={data} />}
      {aside === undefined ? null : (
        <>
          <h3>Beside the digest</h3>
          <DataTree data={aside} />
        </>
      )}
      <h3>Why it happened</h3>
      <EventOrigin history={history} position={causes[0] ?? position} />
      <ol class="chain">
        {[...causes, position].map((cause) => (
          <EventStep
            key={cause}
            history={history}
            position={cause}
            from={atMs}
            isHere={cause === position}
          />
        ))}
      </ol>
      <h3>What followed</h3>
      {effects.length === 0 ? <p class="empty">Nothing so far.</p> : null}
      <ol class="chain">
        {effects.map((effect) => (
          <EventStep
            key={effect.position}
            history={history}
            position={effect.position}
            from={atMs}
            depth={effect.depth}
          />
        ))}
      </ol>
      {isWhole ? null : <p class="empty">Only the first {effectsMax} are shown.</p>}
    </section>
  );
}

/** The views that show one entity, by the beginning of its stream. */
const viewsOfEntities = [
  ['wallet/transaction/', 'transactions'],
  ['speech/session/', 'calls'],
] as const;

function EntityLink({ stream }: { readonly stream: string }): JSX.Element {
  const found = viewsOfEntities.find(([begin]) => stream.startsWith(begin));
  if (found === undefined) return <code>{stream}</code>;
  const [begin, view] = found;
  return (
    <Link to={{ view, id: stream.slice(begin.length), q: null }}>
      <code>{stream}</code>
    </Link>
  );
}

interface EventStepProps {
  readonly history: WorldHistory;
  readonly position: number;
  /** The instant that distances are from. */
  readonly from: number;
  readonly depth?: number;
  readonly isHere?: boolean;
}

/** Levels that are set apart. */
const depthMax = 6;

function EventStep({
  history,
  position,
  from,
  depth = 1,
  isHere,
}: EventStepProps): JSX.Element | null {
  const envelope = history.event(position);
  if (envelope === undefined) return null;
  const indent = `${0.9 * Math.min(depthMax, depth - 1)}rem`;
  return (
    <li
      style={{ paddingInlineStart: indent }}
      {...(isHere === true ? { 'aria-current': 'step' } : {})}
    >
      <button type="button" class="step" onClick={() => selectEvent(history, position)}>
        <span class="number">#{position}</span> <span class="type">{envelope.event.type}</span>{' '}
        <span class="dim">{distance(envelope.atMs - from)}</span>
      </button>
      <span class="entity">{envelope.stream}</span>
    </li>
  );
}

/** Such as `12.5 s later`; empty for the same instant. */
function distance(ms: number): string {
  if (ms === 0) return '';
  const seconds = Math.abs(ms) / 1_000;
  const text =
    seconds < 120
      ? `${Number(seconds.toFixed(3))} s`
      : seconds < 7_200
        ? `${Number((seconds / 60).toFixed(1))} min`
        : `${Number((seconds / 3_600).toFixed(1))} h`;
  return `${text} ${ms > 0 ? 'later' : 'earlier'}`;
}
