// The routes of webhook subscriptions (reference/wallet.md section 11). An API key accesses only those of its network type.

import { z } from 'zod';
import { wallet, type States } from '../../../../core/index.ts';
import { nodeHash } from '../../../node-hash.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import type { PathInput, RouteAnswer } from '../../../protocol/routes/route.ts';
import {
  bySchemas,
  idIn,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
} from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { recordResponse, queryState, execute } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

const path = '/v2/notifications/subscriptions';

export const webhookRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path,
    name: 'createSubscription',
    summary: 'Subscribe an endpoint to notifications.',
    reads: bySchemas({ body: wire.createSubscriptionBody }),
    answers: { 200: dataAnswer('The subscription.', wire.subscriptionRecord) },
    handle: createSubscription,
  }),
  route({
    methods: ['GET'],
    path,
    name: 'listSubscriptions',
    summary: 'List subscriptions.',
    answers: {
      200: dataAnswer('All subscriptions.', z.array(wire.subscriptionRecord)),
    },
    handle: listSubscriptions,
  }),
  route({
    methods: ['GET'],
    path: `${path}/:id`,
    name: 'getSubscription',
    summary: 'Get a subscription.',
    answers: { 200: dataAnswer('The subscription.', wire.subscriptionRecord) },
    handle: getSubscription,
  }),
  route({
    methods: ['PATCH'],
    path: `${path}/:id`,
    name: 'updateSubscription',
    summary: 'Rename, enable or disable a subscription.',
    reads: bySchemas({ body: wire.updateSubscriptionBody }),
    answers: { 200: dataAnswer('The subscription.', wire.subscriptionRecord) },
    handle: updateSubscription,
  }),
  route({
    methods: ['DELETE'],
    path: `${path}/:id`,
    name: 'deleteSubscription',
    summary: 'Remove a subscription.',
    answers: { 204: { description: 'It is removed.' } },
    handle: removeSubscription,
  }),
  route({
    methods: ['GET'],
    path: '/v2/notifications/publicKey/:id',
    name: 'getNotificationSignature',
    summary: 'Get the key that notifications are signed with.',
    answers: {
      200: dataAnswer('The key, DER in Base64.', wire.notificationKeyRecord),
    },
    handle: getPublicKey,
  }),
];

function createSubscription(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.createSubscriptionBody>,
): RouteAnswer {
  const { network } = context;
  return execute(context, { type: 'CreateSubscription', network, ...body }, (state) =>
    recordResponse(wallet.subscriptionsView(state, network).at(-1), wire.printSubscription),
  );
}

function listSubscriptions(context: WalletRouteContext): RouteAnswer {
  return queryState(context, (state) => {
    const subscriptions = wallet.subscriptionsView(state, context.network);
    return json(200, { data: subscriptions.map(wire.printSubscription) });
  });
}

function getSubscription(context: WalletRouteContext, { params }: PathInput): RouteAnswer {
  const id = idIn(params);
  return queryState(context, (state) => {
    const isThere = wallet.subscriptionView(state, context.network, id) !== undefined;
    return isThere ? shown(context, state, id) : rejected({ code: 'SUBSCRIPTION_UNKNOWN' });
  });
}

function updateSubscription(
  context: WalletRouteContext,
  { params, body }: WithBody<typeof wire.updateSubscriptionBody>,
): RouteAnswer {
  const subscriptionId = idIn(params);
  const { name, enabled: isEnabled } = body;
  const { network } = context;
  return execute(
    context,
    { type: 'UpdateSubscription', network, subscriptionId, name, isEnabled },
    (state) => shown(context, state, subscriptionId),
  );
}

function removeSubscription(context: WalletRouteContext, { params }: PathInput): RouteAnswer {
  const command = {
    type: 'RemoveSubscription',
    network: context.network,
    subscriptionId: idIn(params),
  } as const;
  return execute(context, command, () => ({ status: 204, headers: {} }));
}

function getPublicKey(context: WalletRouteContext, { params }: PathInput): RouteAnswer {
  const { seed, epochMs } = context.world.record;
  const id = idIn(params);
  return queryState(context, () => {
    const key = wallet.notificationKey(nodeHash, seed);
    if (key.id !== id) return failure(wireErrors.notificationKeyUnknown);
    return json(200, { data: wire.printNotificationKey(key, epochMs) });
  });
}

function shown({ network }: WalletRouteContext, state: States['wallet'], id: string): HttpResponse {
  return recordResponse(wallet.subscriptionView(state, network, id), wire.printSubscription);
}
