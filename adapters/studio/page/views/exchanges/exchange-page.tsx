// One exchange: the request, the answer, and the events that it made.

import type { JSX } from 'preact';
import type { Exchange } from '../../../story/story.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import { isUnmatchedRequest, outcomeOf } from './exchange-rows.ts';
import { Frames } from './frames.tsx';
import { Message } from './message.tsx';
import { SentAgain } from './sent-again.tsx';

interface PageProps extends ViewProps {
  readonly exchange: Exchange;
}

const titleCharsMax = 300;
const shownEventsMax = 100;

export function ExchangePage({ viewpoint, history, exchange }: PageProps): JSX.Element {
  const { n, kind, method, url, service, atMs, input } = exchange;
  const { epochMs } = history.record;
  const verb = kind === 'socket' ? 'WebSocket' : kind === 'webhook' ? 'Webhook' : method;
  return (
    <article class="exchange" aria-labelledby="exchange-title">
      <p class="crumbs">
        <Link to={{ id: null }}>All exchanges</Link>
      </p>
      <h1 id="exchange-title" class="url">
        {verb} {url.slice(0, titleCharsMax)}
      </h1>
      <p>
        Number {n}: {outcomeOf(exchange)}
        {service === '' ? '' : `, ${service}`}; {printSince(atMs, epochMs)},{' '}
        <span class="dim">{printInstant(atMs)} virtual time</span>
        {input === undefined ? '' : `; input ${input} of the journal`}.
      </p>
      <RouteSentence exchange={exchange} />
      <Message title="Request" message={exchange.request} isKept />
      {kind === 'socket' ? null : (
        <Message title="Answer" message={exchange.answer} isKept={exchange.status !== undefined} />
      )}
      {exchange.frames === undefined ? null : (
        <Frames frames={exchange.frames} epochMs={epochMs} close={exchange.close} />
      )}
      <Made events={exchange.events} history={history} />
      {kind === 'webhook' ? null : <SentAgain exchange={exchange} viewpoint={viewpoint} />}
    </article>
  );
}

function RouteSentence({ exchange }: { readonly exchange: Exchange }): JSX.Element | null {
  const { route, nearest } = exchange;
  if (isUnmatchedRequest(exchange)) {
    return (
      <p class="warn">
        No route answers it.{' '}
        {nearest === undefined ? 'No route is similar.' : `The nearest one is ${nearest}.`}
      </p>
    );
  }
  return typeof route === 'string' ? <p class="dim">Route {route}</p> : null;
}

function Made(props: {
  readonly events: readonly number[];
  readonly history: ViewProps['history'];
}): JSX.Element {
  const { events, history } = props;
  void history.position.value; // in a file, the exchanges are there before the events
  return (
    <section class="panel" aria-labelledby="made-title">
      <h2 id="made-title">Events that it made</h2>
      {events.length === 0 ? <p class="empty">None.</p> : null}
      <ul class="steps">
        {events.slice(0, shownEventsMax).map((position) => (
          <li key={position}>
            <Link to={{ view: 'timeline', id: String(position), at: position, q: null }}>
              {history.event(position)?.event.type ?? 'Event'} at {position}
            </Link>
            <span class="dim">{history.event(position)?.stream}</span>
          </li>
        ))}
      </ul>
      {events.length > shownEventsMax ? (
        <p class="dim">{events.length - shownEventsMax} more.</p>
      ) : null}
    </section>
  );
}
