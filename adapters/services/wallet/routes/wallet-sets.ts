// The routes of wallet sets.

import { wallet } from '../../../../core/index.ts';
import type { Params } from '../../../http/router.ts';
import type { Call, WalletRoute } from '../call.ts';
import {
  bodyOf,
  found,
  list,
  make,
  queryOf,
  send,
  show,
  withId,
  type Answer,
} from '../exchange.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const walletSetRoutes: readonly WalletRoute[] = [
  { method: 'POST', path: '/v1/w3s/developer/walletSets', handle: createWalletSet },
  { method: 'PUT', path: '/v1/w3s/developer/walletSets/:id', handle: updateWalletSet },
  { method: 'GET', path: '/v1/w3s/walletSets', handle: listWalletSets },
  { method: 'GET', path: '/v1/w3s/walletSets/:id', handle: getWalletSet },
];

function createWalletSet(call: Call): Answer {
  const body = bodyOf(call, wire.createWalletSetBody);
  return make(call, body, { type: 'CreateWalletSet', ...omitUndefined({ name: body.name }) });
}

function updateWalletSet(call: Call, params: Params): Answer {
  return withId(params, (walletSetId) => {
    const fields = bodyOf(call, wire.updateWalletSetBody);
    return send(call, { type: 'UpdateWalletSet', walletSetId, ...fields }, ({ wallet: state }) =>
      found(state.walletSets.get(walletSetId), (set) => ({ walletSet: wire.printWalletSet(set) })),
    );
  });
}

function listWalletSets(call: Call): Answer {
  const query = queryOf(call, wire.walletSetsQuery);
  return list(call, query, 'walletSets', wire.printWalletSet, (state, page) =>
    wallet.walletSetsView(state.wallet, page),
  );
}

function getWalletSet(call: Call, params: Params): Answer {
  return show(
    call,
    params,
    'WALLET_SET_UNKNOWN',
    ({ wallet: state }, id) => state.walletSets.get(id),
    (set) => ({ walletSet: wire.printWalletSet(set) }),
  );
}
