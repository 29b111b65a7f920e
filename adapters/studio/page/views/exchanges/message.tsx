// A request or an answer: headers, and the body as far as it was kept.

import { useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { ExchangeMessage } from '../../../story/story.ts';
import { prettyJson } from '../../model/json-text.ts';
import { printBytes } from '../../model/texts.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { LongText } from '../../widgets/long-text.tsx';

interface MessageProps {
  readonly title: 'Request' | 'Answer';
  readonly message: ExchangeMessage | undefined;
  /** Whether there was such a message, known or not. */
  readonly isKept: boolean;
}

export function Message({ title, message, isKept }: MessageProps): JSX.Element {
  const { headers, text, bytes } = message ?? {};
  const [isPretty, setPretty] = useState(true);
  const pretty = useMemo(() => (text === undefined ? '' : prettyJson(text)), [text]);
  const name = title.toLowerCase();
  const isCut = text !== undefined && bytes !== undefined;
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      {headers === undefined ? null : <Headers headers={headers} />}
      {text === undefined || text === '' ? (
        <p class="empty">{bodySentence(message, isKept)}</p>
      ) : (
        <>
          <p class="body-head">
            <span class="dim">
              {isCut
                ? `The first ${text.length} characters of ${printBytes(bytes)}`
                : `${text.length} characters`}
            </span>
            {pretty === text ? null : (
              <button
                type="button"
                class="quiet"
                aria-pressed={isPretty}
                onClick={() => setPretty(!isPretty)}
              >
                Indented
              </button>
            )}
            <CopyButton text={text} label={`the body of the ${name}`} />
          </p>
          <LongText text={isPretty ? pretty : text} label={`Body of the ${name}`} />
        </>
      )}
    </section>
  );
}

function bodySentence(message: ExchangeMessage | undefined, isKept: boolean): string {
  if (message?.bytes !== undefined) return `A binary body of ${printBytes(message.bytes)}.`;
  if (message?.headers !== undefined || message?.text === '') return 'No body.';
  return isKept
    ? 'Its headers and body were not kept; a recording of the world keeps them.'
    : 'None so far.';
}

const headerCharsMax = 4_000;

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }): JSX.Element {
  const pairs = Object.entries(headers);
  return (
    <details>
      <summary>{pairs.length === 1 ? 'One header' : `${pairs.length} headers`}</summary>
      <dl class="values">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.slice(0, headerCharsMax)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
