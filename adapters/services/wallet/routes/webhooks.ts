// The routes of webhook subscriptions (reference/wallet.md section 11). A key has those of its own kind of network.

import { wallet, type States } from '../../../../core/index.ts';
import { nodeHash } from '../../../node-hash.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/routes/route.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { bodyOf, recordResponse, queryState, execute, withId, type Answer } from '../handlers.ts';
import * as wire from '../wire.ts';
import { printInstant } from '../wire/fields.ts';

const path = '/v2/notifications/subscriptions';

export const webhookRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path, handle: createSubscription },
  { methods: ['GET'], path, handle: listSubscriptions },
  { methods: ['GET'], path: `${path}/:id`, handle: getSubscription },
  { methods: ['PATCH'], path: `${path}/:id`, handle: updateSubscription },
  { methods: ['DELETE'], path: `${path}/:id`, handle: removeSubscription },
  { methods: ['GET'], path: '/v2/notifications/publicKey/:id', handle: getPublicKey },
];

function createSubscription(context: RouteContext): Answer {
  const { network } = context;
  const body = bodyOf(context, wire.createSubscriptionBody);
  return execute(context, { type: 'CreateSubscription', network, ...body }, ({ wallet: state }) =>
    recordResponse(wallet.subscriptionsView(state, network).at(-1), wire.printSubscription),
  );
}

function listSubscriptions(context: RouteContext): Answer {
  return queryState(context, ({ wallet: state }) => {
    const subscriptions = wallet.subscriptionsView(state, context.network);
    return json(200, { data: subscriptions.map(wire.printSubscription) });
  });
}

function getSubscription(context: RouteContext, params: Params): Answer {
  return withId(params, (id) =>
    queryState(context, (states) => {
      const isThere = wallet.subscriptionView(states.wallet, context.network, id) !== undefined;
      return isThere ? shown(context, states, id) : rejected({ code: 'SUBSCRIPTION_UNKNOWN' });
    }),
  );
}

function updateSubscription(context: RouteContext, params: Params): Answer {
  return withId(params, (subscriptionId) => {
    const { name, enabled: isEnabled } = bodyOf(context, wire.updateSubscriptionBody);
    const { network } = context;
    return execute(
      context,
      { type: 'UpdateSubscription', network, subscriptionId, name, isEnabled },
      (states) => shown(context, states, subscriptionId),
    );
  });
}

function removeSubscription(context: RouteContext, params: Params): Answer {
  return withId(params, (subscriptionId) => {
    const { network } = context;
    return execute(context, { type: 'RemoveSubscription', network, subscriptionId }, () => ({
      status: 204,
      headers: {},
    }));
  });
}

function getPublicKey(context: RouteContext, params: Params): Answer {
  const { seed, epochMs } = context.world.record;
  return withId(params, (id) =>
    queryState(context, () => {
      const key = wallet.notificationKey(nodeHash, seed);
      if (key.id !== id) return failure(wireErrors.notificationKeyUnknown);
      const { publicKey } = key;
      const createDate = printInstant(epochMs);
      return json(200, { data: { id, algorithm: 'ECDSA_SHA_256', publicKey, createDate } });
    }),
  );
}

function shown({ network }: RouteContext, { wallet: state }: States, id: string): HttpResponse {
  return recordResponse(wallet.subscriptionView(state, network, id), wire.printSubscription);
}
