// Sends the webhooks of a recording to the client's own address.

import { sendRequest } from '../../outbound/http-request.ts';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import { messageOf } from '../../wording.ts';
import type { AnswerContext } from './answer-player.ts';
import {
  headersByName,
  passedHeaders,
  valuesIn,
  withoutHeaders,
  type HeaderPair,
} from '../headers.ts';
import { bytesOf } from '../../recording/format/recorded-content.ts';
import type { RecordedWebhook } from '../traffic.ts';

const timeoutMs = 10_000;

/** Sends webhooks one after another, and reports those that do not arrive. */
export function sendWebhooks(
  webhooks: readonly RecordedWebhook[],
  address: string,
  context: AnswerContext,
  report: (line: string) => void,
): void {
  void (async () => {
    for (const webhook of webhooks) await send(webhook, address, context, report);
  })();
}

async function send(
  webhook: RecordedWebhook,
  address: string,
  context: AnswerContext,
  report: (line: string) => void,
): Promise<void> {
  const { n, method, url, headers, content } = webhook;
  const target = new URL(address);
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), timeoutMs);
  try {
    const outcome = await sendRequest(
      {
        url: url === '' ? target : new URL(`${target.href.replace(/\/$/, '')}${url}`),
        method,
        headers: sentHeaders(headers),
        // Bytes that are no text stay as they are: services sign them.
        body: content.text === undefined ? bytesOf(content) : context.values.asLive(content.text),
      },
      { onData: () => false },
      aborted.signal,
    );
    if (outcome.kind !== 'answered')
      report(`Webhook of entry ${n}: ${address} is ${outcome.kind}.`);
  } catch (error) {
    report(`Webhook of entry ${n} cannot be sent: ${messageOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Recorded headers without those of the recorded connection. */
function sentHeaders(recorded: RecordedWebhook['headers']): Record<string, string | string[]> {
  const headers = Object.entries(recorded).flatMap(([name, value]) =>
    valuesIn(value).map((one): HeaderPair => [name, one]),
  );
  return headersByName(withoutHeaders(passedHeaders(headers.flat()), ['host', 'content-length']));
}
