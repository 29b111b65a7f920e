// The request of an exchange to send again: as curl, and as fetch.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Exchange } from '../../../story/story.ts';
import { address } from '../../model/address.ts';
import { curlText, fetchText, sentRequestOf } from '../../model/curl.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { LongText } from '../../widgets/long-text.tsx';

/** A file does not say where its server was. */
const unknownServer = 'http://127.0.0.1:4600';

interface SentAgainProps {
  readonly exchange: Exchange;
  readonly viewpoint: Viewpoint;
}

export function SentAgain({ exchange, viewpoint }: SentAgainProps): JSX.Element {
  const client = viewpoint.source.server?.client;
  const serverUrl = client?.url ?? unknownServer;
  const worldUrl = client?.world(address.value.world).url ?? unknownServer;
  const texts = useMemo(() => {
    const request = sentRequestOf(exchange, { server: serverUrl, world: worldUrl });
    return [
      { name: 'curl', text: curlText(request) },
      { name: 'fetch', text: fetchText(request) },
    ];
  }, [exchange, serverUrl, worldUrl]);
  return (
    <section class="panel" aria-labelledby="again-title">
      <h2 id="again-title">Send it again</h2>
      <p class="dim">
        {exchange.request?.headers === undefined
          ? 'The headers of this request were not kept, so its key is missing.'
          : 'What was redacted when it was recorded is redacted here: put your keys in its place.'}
      </p>
      {texts.map(({ name, text }) => (
        <details key={name}>
          <summary>As {name}</summary>
          <p class="body-head">
            <CopyButton text={text} label={name} />
          </p>
          <LongText text={text} label={`The request as ${name}`} />
        </details>
      ))}
    </section>
  );
}
