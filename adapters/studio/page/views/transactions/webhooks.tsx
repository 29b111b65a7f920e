// The webhooks about a transaction: bodies as they were sent, and attempts.

import type { JSX } from 'preact';
import { printNotification } from '../../../../services/wallet/wire/print-notification.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { prettyJson } from '../../model/json-text.ts';
import type { ShownDelivery } from './deliveries.ts';

interface WebhooksProps {
  readonly deliveries: readonly ShownDelivery[];
  readonly epochMs: number;
}

/** Webhooks of one transaction that are shown, from the newest. */
const shownMax = 50;

export function Webhooks({ deliveries, epochMs }: WebhooksProps): JSX.Element {
  const shown = deliveries.slice(-shownMax);
  return (
    <section class="panel" aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Webhooks</h2>
      {shown.length === 0 ? (
        <p class="empty">No webhook about it was sent up to this moment.</p>
      ) : null}
      {shown.length < deliveries.length ? (
        <p class="dim">Only the last {shownMax} are shown.</p>
      ) : null}
      {shown.map((delivery) => (
        <details key={delivery.notificationId} class="webhook">
          <summary>
            <b>{delivery.state}</b> to <span class="url">{delivery.endpoint}</span>:{' '}
            {delivery.attempts.at(-1)?.outcome}
            {delivery.attempts.length > 1 ? `, ${delivery.attempts.length} attempts` : ''}
          </summary>
          <ol class="steps">
            {delivery.attempts.map(({ attempt, atMs, outcome, retryMs }) => (
              <li key={attempt}>
                <span class="since" title={printInstant(atMs)}>
                  {printSince(atMs, epochMs)}
                </span>
                <span>
                  Attempt {attempt}: {outcome}
                  {retryMs === undefined ? '' : `; again at ${printInstant(retryMs)}`}
                </span>
              </li>
            ))}
          </ol>
          <pre tabIndex={0} role="region" aria-label={`Body of webhook ${delivery.notificationId}`}>
            {prettyJson(printNotification({ ...delivery, attempt: 1 }))}
          </pre>
        </details>
      ))}
    </section>
  );
}
