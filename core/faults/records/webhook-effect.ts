// What a fault does to an attempt to deliver a webhook. The service that sends it sees what it would see of a bad network.

/** `lose-webhook`: no answer comes; `double-webhook`: it arrives twice. */
export type WebhookEffect =
  | { readonly kind: 'lose-webhook' | 'double-webhook' }
  | {
      /** It arrives later. `swap-webhooks`: behind the next one of its subscription, or alone after so long. */
      readonly kind: 'late-webhook' | 'swap-webhooks';
      readonly delayMs: number;
      /** Up to so much more, drawn from the seed. Default: 0. */
      readonly jitterMs?: number;
    };

export const webhookFaultKinds = [
  'lose-webhook',
  'double-webhook',
  'late-webhook',
  'swap-webhooks',
] as const satisfies readonly WebhookEffect['kind'][];

/** The attempt that a fault strikes. */
export type StruckWebhook = {
  readonly service: string;
  readonly notificationId: string;
  /** From 1. */
  readonly attempt: number;
};
