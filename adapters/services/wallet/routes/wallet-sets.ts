// The routes of wallet sets.

import { wallet } from '../../../../core/index.ts';
import type { Params } from '../../../http/routes/route.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import {
  bodyOf,
  recordResponse,
  getPage,
  createIdempotent,
  queryOf,
  execute,
  getOne,
  withId,
  type Answer,
} from '../handlers.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const walletSetRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/developer/walletSets', handle: createWalletSet },
  { methods: ['PUT'], path: '/v1/w3s/developer/walletSets/:id', handle: updateWalletSet },
  { methods: ['GET'], path: '/v1/w3s/walletSets', handle: listWalletSets },
  { methods: ['GET'], path: '/v1/w3s/walletSets/:id', handle: getWalletSet },
];

function createWalletSet(context: RouteContext): Answer {
  const body = bodyOf(context, wire.createWalletSetBody);
  return createIdempotent(context, body, {
    type: 'CreateWalletSet',
    ...omitUndefined({ name: body.name }),
  });
}

function updateWalletSet(context: RouteContext, params: Params): Answer {
  return withId(params, (walletSetId) => {
    const fields = bodyOf(context, wire.updateWalletSetBody);
    return execute(
      context,
      { type: 'UpdateWalletSet', walletSetId, ...fields },
      ({ wallet: state }) =>
        recordResponse(wallet.walletSetView(state, walletSetId), (set) => ({
          walletSet: wire.printWalletSet(set),
        })),
    );
  });
}

function listWalletSets(context: RouteContext): Answer {
  const query = queryOf(context, wire.walletSetsQuery);
  return getPage(context, query, 'walletSets', wire.printWalletSet, (state, page) =>
    wallet.walletSetsView(state.wallet, page),
  );
}

function getWalletSet(context: RouteContext, params: Params): Answer {
  return getOne(
    context,
    params,
    'WALLET_SET_UNKNOWN',
    ({ wallet: state }, id) => wallet.walletSetView(state, id),
    (set) => ({ walletSet: wire.printWalletSet(set) }),
  );
}
