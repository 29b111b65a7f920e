// Sends the webhooks of a recording to the client's own address.

import { sendRequest } from '../../outbound/http-request.ts';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import { messageOf } from '../../wording.ts';
import type { AnswerContext } from './answer-player.ts';
import { bytesOf, type RecordedWebhook } from '../traffic.ts';

const timeoutMs = 10_000;

/** Headers of the recorded connection. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);

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
        headers: Object.fromEntries(
          Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase())),
        ),
        body: context.values.asLive(bytesOf(content).toString('utf8')),
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
