// The routes of wallets.

import { wallet } from '../../../../core/index.ts';
import { parse } from '../../../http/parse.ts';
import type { Params } from '../../../http/router.ts';
import type { Call, WalletRoute } from '../call.ts';
import {
  bodyOf,
  found,
  list,
  look,
  make,
  printed,
  queryOf,
  send,
  show,
  withId,
  type Answer,
} from '../exchange.ts';
import { failure, wireErrors } from '../errors.ts';
import { pageQuery } from '../page.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const walletRoutes: readonly WalletRoute[] = [
  { method: 'POST', path: '/v1/w3s/developer/wallets', handle: createWallets },
  { method: 'PUT', path: '/v1/w3s/developer/wallets/derive', handle: deriveWalletByAddress },
  {
    method: 'PUT',
    path: '/v1/w3s/developer/wallets/:id/blockchains/:blockchain',
    handle: deriveWallet,
  },
  { method: 'PUT', path: '/v1/w3s/wallets/:id', handle: updateWallet },
  { method: 'GET', path: '/v1/w3s/developer/wallets/balances', handle: listHoldings },
  { method: 'GET', path: '/v1/w3s/wallets', handle: listWallets },
  { method: 'GET', path: '/v1/w3s/wallets/:id', handle: getWallet },
];

function createWallets(call: Call): Answer {
  const body = bodyOf(call, wire.createWalletsBody);
  const { metadata, walletSetId, blockchains, count, accountType } = body;
  const wallets = { walletSetId, blockchains, count, accountType, ...omitUndefined({ metadata }) };
  return make(call, body, { type: 'CreateWallets', network: call.network, ...wallets });
}

function updateWallet(call: Call, params: Params): Answer {
  return withId(params, (walletId) => {
    const fields = bodyOf(call, wire.updateWalletBody);
    return send(call, { type: 'UpdateWallet', walletId, ...fields }, ({ wallet: state }) =>
      found(state.wallets.get(walletId), (one) => ({ wallet: wire.printWallet(one) })),
    );
  });
}

function deriveWallet(call: Call, params: Params): Answer {
  return withId(params, (walletId) => {
    const { metadata } = bodyOf(call, wire.deriveWalletBody);
    const { blockchain } = parse(wire.derivedPath, params, 'path');
    return derive(call, { source: { walletId }, blockchain, ...metadata });
  });
}

function deriveWalletByAddress(call: Call): Answer {
  const { sourceBlockchain, walletAddress, targetBlockchain, metadata } = bodyOf(
    call,
    wire.deriveWalletByAddressBody,
  );
  const source = { address: walletAddress, blockchain: sourceBlockchain };
  return derive(call, { source, blockchain: targetBlockchain, ...metadata });
}

/** 201 with the derived wallet, or 200 with the one that was there (spec "deriveWallet"). */
function derive(
  call: Call,
  wanted: Pick<wallet.DeriveWallet, 'source' | 'blockchain' | 'name' | 'refId'>,
): Answer {
  const command = { type: 'DeriveWallet', network: call.network, ...wanted } as const;
  return send(call, command, ({ wallet: state }, events) => {
    const isNew = events.some(({ type }) => type === 'WalletDerived');
    const one = wallet.derivedWallet(state, wanted.source, wanted.blockchain);
    return found(one, (derived) => ({ wallet: wire.printWallet(derived) }), isNew ? 201 : 200);
  });
}

function listWallets(call: Call): Answer {
  const query = queryOf(call, wire.walletsQuery);
  return list(call, query, 'wallets', wire.printWallet, (state, page) =>
    wallet.walletsView(state.wallet, query, page),
  );
}

function listHoldings(call: Call): Answer {
  const { amount__gte: amountMin, ...query } = queryOf(call, wire.walletBalancesQuery);
  const page = pageQuery(query);
  if ('status' in page) return page;
  return look(call, ({ wallet: state }) => {
    const listed = wallet.holdingsView(state, { ...query, amountMin }, page);
    return listed.ok
      ? printed(call, 'wallets', listed.value, wire.printHolding)
      : failure(holdingRefusals[listed.error]);
  });
}

const holdingRefusals = {
  TOKEN_FILTER_INVALID: wireErrors.tokenFilterInvalid,
  AMOUNT_FILTER_INVALID: wireErrors.amountFilterInvalid,
  CURSOR_UNKNOWN: wireErrors.cursorUnknown,
} as const satisfies Record<wallet.HoldingRefusal, object>;

function getWallet(call: Call, params: Params): Answer {
  return show(
    call,
    params,
    'WALLET_UNKNOWN',
    ({ wallet: state }, id) => state.wallets.get(id),
    (one) => ({ wallet: wire.printWallet(one) }),
  );
}
