// The webhooks of the wallet: attempts and reports, as its domain decides on them, and the requests that are sent.

import { wallet, type Command } from '../../../core/index.ts';
import type { ServiceWebhooks } from '../../contracts/webhooks.ts';
import { webhookMessage } from './webhook-message.ts';

export const walletWebhooks: ServiceWebhooks<wallet.WebhookView> = {
  domain: 'wallet',
  attemptOf: wallet.webhookView,
  inFlight: ({ wallet: state }) => wallet.webhooksInFlight(state),
  hasInFlight: ({ wallet: state }) => wallet.hasWebhookInFlight(state),
  isAwaited: ({ wallet: state }, attempt) => wallet.isAwaited(state, attempt),
  unsubscribed: wallet.unsubscribed,
  messageOf: webhookMessage,
  reportCommand: ({ notificationId, attempt, outcome }): wallet.ReportDelivery => ({
    type: 'ReportDelivery',
    notificationId,
    attempt,
    outcome,
  }),
  reportOf: (command) => (isReport(command) ? command : undefined),
};

function isReport(command: Command): command is wallet.ReportDelivery {
  return command.type === 'ReportDelivery';
}
