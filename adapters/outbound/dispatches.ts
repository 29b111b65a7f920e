// Webhooks and calls as an outbox sends them.

import type { WorldRecord } from '../../core/index.ts';
import type { ServiceCall } from '../services/calls.ts';
import { isAwaited, messageOf, reportInput, type ServiceDelivery } from '../services/webhooks.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import type { Dispatch } from './dispatch.ts';
import type { PostWebhook } from './post.ts';

export function webhookDispatch(
  delivery: ServiceDelivery,
  record: Pick<WorldRecord, 'seed'>,
  post: PostWebhook,
): Dispatch {
  return {
    queue: delivery.subscriptionId,
    delaysNext: delivery.isOrdered === true ? 'untilEnd' : 'briefly',
    isRepeatable: true,
    isAwaited: (states) => isAwaited(states, delivery),
    async send(report, stopped) {
      const outcome = await post(messageOf(delivery, record), stopped);
      if (stopped.aborted) return;
      const isProgress = outcome.kind === 'answered';
      await report({ ...reportInput({ ...delivery, outcome }), isProgress });
    },
  };
}

/** Sessions may have queues of their own for webhooks. */
export function callQueue(name: string): string {
  return `calls/${name}`;
}

export function callDispatch(call: ServiceCall, callEndpoint: CallEndpoint): Dispatch {
  const { domain, isAwaited, timeoutMs, answerBytesMax } = call;
  return {
    queue: callQueue(call.queue),
    delaysNext: 'not',
    isAwaited,
    goOn: call.goOn,
    async send(report, stopped) {
      const request = call.request();
      if ('refusal' in request) return refuse(call, request.refusal, report);
      const answer = call.readAnswer(request);
      const reportAll = (commands: ReturnType<typeof answer.end>, isProgress: boolean) => {
        for (const command of commands) void report({ domain, command, isProgress });
      };
      const onText = (text: string) => {
        const commands = answer.push(text);
        reportAll(commands, answer.isProgressing());
        return !answer.isDone();
      };
      const failure = await callEndpoint(request, { timeoutMs, answerBytesMax, onText }, stopped);
      if (stopped.aborted || answer.isDone()) return;
      if (failure === undefined) reportAll(answer.end(), true);
      else if (failure.isRefused) refuse(call, failure.reason, report);
      else void report({ domain, command: call.failed(failure.reason), isProgress: false });
    },
  };
}

/** Of a call that is not made. */
export function refusedDispatch(call: ServiceCall, reason: string): Dispatch {
  return {
    queue: callQueue(call.queue),
    delaysNext: 'not',
    isAwaited: call.isAwaited,
    send: async (report) => refuse(call, reason, report),
  };
}

function refuse(
  { domain, refused }: ServiceCall,
  reason: string,
  report: Parameters<Dispatch['send']>[0],
): void {
  void report({ domain, command: refused(reason), isProgress: false });
}
