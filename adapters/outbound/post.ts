// Posts one webhook to its endpoint, if the host is allowed, and returns the outcome. A test message is posted only if a HEAD
// request succeeds first. Only the status of a response counts; redirects are not followed.

import { webhookAnswerBytesMax, webhookMsMax } from '../protocol/limits.ts';
import type { SendOutcome, WebhookMessage } from '../contracts/webhooks.ts';
import { allowing, sendRequest, withLimit } from './http-request.ts';

/** Sends a message and returns the outcome; never rejects. `stopped` aborts it. */
export type PostWebhook = (message: WebhookMessage, stopped: AbortSignal) => Promise<SendOutcome>;

/** Posts to the loopback and to these hosts, written as in URLs, without a port. */
export function createPost(
  allowedHosts: readonly string[],
  { timeoutMs = webhookMsMax }: { readonly timeoutMs?: number } = {},
): PostWebhook {
  const isAllowed = allowing(allowedHosts);
  return async (message, stopped) => {
    const url = new URL(message.url);
    if (!isAllowed(url.hostname)) return { kind: 'forbidden' };
    try {
      return await withLimit(timeoutMs, stopped, async (signal) => {
        if (message.isTrial === true) {
          const head = await send(url, 'HEAD', message, signal);
          if (!isSuccess(head)) return head;
        }
        return send(url, message.method ?? 'POST', message, signal);
      });
    } catch {
      return { kind: 'unreachable' }; // not a valid request, such as a password with malformed percent-encoding
    }
  };
}

function isSuccess(outcome: SendOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

function send(
  url: URL,
  method: string,
  { headers, body }: WebhookMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const own = method === 'HEAD' ? { headers: headOf(headers) } : { headers, body };
  let left = webhookAnswerBytesMax;
  const sink = {
    onData(chunk: Buffer) {
      left -= chunk.length;
      return left >= 0;
    },
  };
  return sendRequest({ url, method, ...own }, sink, signal);
}

/** A request without a body has no signature headers. */
function headOf({ 'User-Agent': agent }: WebhookMessage['headers']) {
  return agent === undefined ? {} : { 'User-Agent': agent };
}
