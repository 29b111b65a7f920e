// The wire forms of webhook subscriptions, and of the messages that are sent to them (reference/wallet.md section 11).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { isLoopback } from '../../../loopback.ts';
import { text, textCharsMax } from './fields.ts';
import { printDates, printInstant } from './print-fields.ts';
import { printedDates, printedInstant, printedUuid, type PrintedBy } from './printed.ts';

const endpoint = z
  .string()
  .max(textCharsMax)
  .refine(isEndpoint, 'is no https URL (http is taken for the loopback only)');

export const createSubscriptionBody = z.object({
  endpoint,
  notificationTypes: z
    .array(z.enum(wallet.notificationTypes))
    .max(wallet.notificationTypes.length)
    .nullish()
    .transform((types) =>
      types === null || types === undefined || types.length === 0 ? ['*' as const] : types,
    ),
});

export const updateSubscriptionBody = z.object({ name: text, enabled: z.boolean() });

/** An absolute URL that can be sent to: https, or http on this machine. */
function isEndpoint(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

export const subscriptionRecord = z
  .strictObject({
    id: printedUuid,
    name: z.string(),
    endpoint: z.string(),
    enabled: z.boolean(),
    restricted: z.boolean().meta({ description: 'Whether only some types are sent.' }),
    notificationTypes: z.array(z.enum(wallet.notificationTypes)),
    ...printedDates,
  })
  .meta({ id: 'Subscription' });

export const notificationKeyRecord = z
  .strictObject({
    id: printedUuid,
    algorithm: z.literal('ECDSA_SHA_256'),
    publicKey: z.string(),
    createDate: printedInstant,
  })
  .meta({ id: 'NotificationKey' });

export function printNotificationKey(
  { id, publicKey }: wallet.NotificationKey,
  createdMs: number,
): PrintedBy<typeof notificationKeyRecord> {
  return { id, algorithm: 'ECDSA_SHA_256', publicKey, createDate: printInstant(createdMs) };
}

export function printSubscription(
  subscription: wallet.SubscriptionView,
): PrintedBy<typeof subscriptionRecord> {
  const { id, name, endpoint: url, isEnabled, notificationTypes } = subscription;
  return {
    id,
    name,
    endpoint: url,
    enabled: isEnabled,
    restricted: !notificationTypes.includes('*'),
    notificationTypes,
    ...printDates(subscription),
  };
}
