// The origin of a chain of causes: the input of its first event, and the exchange that brought it, if that is known.

import type { JSX } from 'preact';
import type { Input } from '../../../../../core/index.ts';
import type { Exchange } from '../../../story/story.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Link } from '../../widgets/link.tsx';
import { DataTree } from '../../widgets/data-tree.tsx';
import { originOf } from '../../model/event-origin.ts';

interface EventOriginProps {
  readonly history: WorldHistory;
  /** The first event of the chain. */
  readonly position: number;
}

export function EventOrigin({ history, position }: EventOriginProps): JSX.Element | null {
  const exchanges = history.exchanges.value;
  const { input, exchange, isDue } = originOf(history, exchanges, position);
  if (input === undefined) return null;
  return (
    <div class="origin">
      <p>
        {isDue ? 'Time passed: ' : ''}
        {exchange === undefined ? (
          sentenceOf(input)
        ) : (
          <Link to={{ view: 'exchanges', id: String(exchange.n), q: null }}>
            {sentenceOf(input, exchange)}
          </Link>
        )}
      </p>
      {exchange === undefined ? null : <ExchangeParts exchange={exchange} />}
    </div>
  );
}

function sentenceOf(input: Input, exchange?: Exchange): string {
  const number = `input ${input.n}`;
  if (exchange !== undefined) {
    const { method, url, status, failure } = exchange;
    const outcome = failure ?? (status === undefined ? 'not answered' : `answered ${status}`);
    return `${method} ${url}, ${outcome} (${number})`;
  }
  switch (input.kind) {
    case 'command':
      return `${input.command.type} of the ${input.domain} service (${number})`;
    case 'time':
      return `time was moved (${number})`;
    case 'clock':
      return `the clock was set to ${input.clock.mode} (${number})`;
    case 'config':
      return `settings of the world (${number})`;
    case 'hold':
    case 'release':
      return `an answer was awaited (${number})`;
  }
}

/** Bodies as far as the journal of requests has them. */
function ExchangeParts({
  exchange: { request, answer },
}: {
  readonly exchange: Exchange;
}): JSX.Element {
  return (
    <>
      {request?.text === undefined ? null : <BodyText title="Request" text={request.text} />}
      {answer?.text === undefined ? null : <BodyText title="Answer" text={answer.text} />}
    </>
  );
}

function BodyText({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return <DataTree data={{ [title]: parsed(text) }} level={1} />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
