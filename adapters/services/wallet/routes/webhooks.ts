// The routes of webhook subscriptions (reference/wallet.md section 11). A key has those of its own kind of network.

import { wallet, type States } from '../../../../core/index.ts';
import { nodeHash } from '../../../node-hash.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/router.ts';
import type { Call, WalletRoute } from '../call.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { bodyOf, found, look, send, withId, type Answer } from '../exchange.ts';
import * as wire from '../wire.ts';
import { printInstant } from '../wire/fields.ts';

const path = '/v2/notifications/subscriptions';

export const webhookRoutes: readonly WalletRoute[] = [
  { method: 'POST', path, handle: createSubscription },
  { method: 'GET', path, handle: listSubscriptions },
  { method: 'GET', path: `${path}/:id`, handle: getSubscription },
  { method: 'PATCH', path: `${path}/:id`, handle: updateSubscription },
  { method: 'DELETE', path: `${path}/:id`, handle: removeSubscription },
  { method: 'GET', path: '/v2/notifications/publicKey/:id', handle: getPublicKey },
];

function createSubscription(call: Call): Answer {
  const { network } = call;
  const body = bodyOf(call, wire.createSubscriptionBody);
  return send(call, { type: 'CreateSubscription', network, ...body }, ({ wallet: state }) =>
    found(wallet.subscriptionsView(state, network).at(-1), wire.printSubscription),
  );
}

function listSubscriptions(call: Call): Answer {
  return look(call, ({ wallet: state }) => {
    const subscriptions = wallet.subscriptionsView(state, call.network);
    return json(200, { data: subscriptions.map(wire.printSubscription) });
  });
}

function getSubscription(call: Call, params: Params): Answer {
  return withId(params, (id) =>
    look(call, (states) => {
      const isThere = wallet.subscriptionView(states.wallet, call.network, id) !== undefined;
      return isThere ? shown(call, states, id) : rejected({ code: 'SUBSCRIPTION_UNKNOWN' });
    }),
  );
}

function updateSubscription(call: Call, params: Params): Answer {
  return withId(params, (subscriptionId) => {
    const { name, enabled: isEnabled } = bodyOf(call, wire.updateSubscriptionBody);
    const { network } = call;
    return send(
      call,
      { type: 'UpdateSubscription', network, subscriptionId, name, isEnabled },
      (states) => shown(call, states, subscriptionId),
    );
  });
}

function removeSubscription(call: Call, params: Params): Answer {
  return withId(params, (subscriptionId) => {
    const { network } = call;
    return send(call, { type: 'RemoveSubscription', network, subscriptionId }, () => ({
      status: 204,
      headers: {},
    }));
  });
}

function getPublicKey(call: Call, params: Params): Answer {
  const { seed, epochMs } = call.world.record;
  return withId(params, (id) =>
    look(call, () => {
      const key = wallet.notificationKey(nodeHash, seed);
      if (key.id !== id) return failure(wireErrors.notificationKeyUnknown);
      const { publicKey } = key;
      const createDate = printInstant(epochMs);
      return json(200, { data: { id, algorithm: 'ECDSA_SHA_256', publicKey, createDate } });
    }),
  );
}

function shown({ network }: Call, { wallet: state }: States, id: string): HttpResponse {
  return found(wallet.subscriptionView(state, network, id), wire.printSubscription);
}
