// The callbacks of /v1/listen: messages over HTTP instead of the socket. Each is sent like a webhook, once and in order.

import { speech, type Command } from '../../../core/index.ts';
import type { DeliveryAttempt, ServiceWebhooks } from '../../contracts/webhooks.ts';
import { listenTextOf } from './frames/listen.ts';

interface CallbackAttempt extends DeliveryAttempt {
  readonly callback: speech.CallbackView;
}

export const speechCallbacks: ServiceWebhooks<CallbackAttempt> = {
  domain: 'speech',
  attemptOf(event) {
    const callback = speech.callbackView(event);
    return callback === undefined ? undefined : attemptAt(callback);
  },
  inFlight: ({ speech: state }) => speech.callbacksInFlight(state).map(attemptAt),
  hasInFlight: ({ speech: state }) => speech.hasCallbackInFlight(state),
  isAwaited: ({ speech: state }, { notificationId }) =>
    speech.isCallbackAwaited(state, notificationId),
  unsubscribed: () => undefined,
  messageOf: ({ callback: { callbackUrl: url, method, sessionId, message } }) => ({
    url,
    method,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Reprise',
      'dg-request-id': sessionId,
    },
    body: listenTextOf(message),
  }),
  reportCommand: ({ notificationId: callbackId, outcome }): speech.ReportCallback => ({
    type: 'ReportCallback',
    callbackId,
    outcome,
  }),
  reportOf: (command) =>
    isReport(command)
      ? { notificationId: command.callbackId, attempt: 1, outcome: command.outcome }
      : undefined,
};

function attemptAt(callback: speech.CallbackView): CallbackAttempt {
  const { id: notificationId, sessionId: subscriptionId } = callback;
  return { subscriptionId, notificationId, attempt: 1, isOrdered: true, callback };
}

function isReport(command: Command): command is speech.ReportCallback {
  return command.type === 'ReportCallback';
}
