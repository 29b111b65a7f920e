// The routes of tokens: what wallets hold of them, the faucet, and which the entity wants to be told of.

import { wallet, type States } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/routes/route.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import {
  bodyOf,
  queryState,
  pageResponse,
  queryOf,
  execute,
  getOne,
  withId,
  type Answer,
} from '../handlers.ts';
import { linkHeader, pageQuery } from '../page.ts';
import * as wire from '../wire.ts';

const monitored = '/v1/w3s/config/entity/monitoredTokens';

export const tokenRoutes: readonly WalletRoute[] = [
  { methods: ['GET'], path: '/v1/w3s/wallets/:id/balances', handle: listBalances },
  { methods: ['GET'], path: '/v1/w3s/wallets/:id/nfts', handle: listNfts },
  { methods: ['GET'], path: '/v1/w3s/tokens/:id', handle: getToken },
  { methods: ['POST'], path: '/v1/faucet/drips', handle: requestDrip },
  { methods: ['POST'], path: monitored, handle: addMonitored },
  { methods: ['PUT'], path: monitored, handle: replaceMonitored },
  { methods: ['GET'], path: monitored, handle: listMonitored },
  { methods: ['POST'], path: `${monitored}/delete`, handle: removeMonitored },
  { methods: ['PUT'], path: `${monitored}/scope`, handle: setScope },
];

function listBalances(context: RouteContext, params: Params): Answer {
  return listHeld(context, params, 'tokenBalances', wallet.balancesView, wire.printBalance);
}

function listNfts(context: RouteContext, params: Params): Answer {
  return listHeld(context, params, 'nfts', wallet.nftsView, wire.printNft);
}

function listHeld<View extends { readonly id: string }>(
  context: RouteContext,
  params: Params,
  name: string,
  view: (
    state: States['wallet'],
    walletId: string,
    filter: wallet.TokenFilter,
    page: wallet.PageQuery,
  ) => { ok: true; value: wallet.Page<View> } | { ok: false } | undefined,
  print: (view: View) => object,
): Answer {
  return withId(params, (id) => {
    const query = queryOf(context, wire.holdingsQuery);
    const filter = { ...query, tokenAddresses: query.tokenAddress };
    const page = pageQuery(query);
    if ('status' in page) return page;
    return queryState(
      context,
      ({ wallet: state }) => {
        const held = view(state, id, filter, page);
        if (held === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
        return held.ok
          ? pageResponse(context, name, held.value, print)
          : failure(wireErrors.cursorUnknown);
      },
      ({ wallet: state }) => wallet.pendingTransactions(state, { walletId: id }),
    );
  });
}

function getToken(context: RouteContext, params: Params): Answer {
  return getOne(
    context,
    params,
    'TOKEN_UNKNOWN',
    ({ wallet: state }, id) => wallet.tokenView(state, id),
    (token) => ({ token: wire.printToken(token) }),
  );
}

function requestDrip(context: RouteContext): Answer {
  const body = bodyOf(context, wire.dripBody);
  const command = { type: 'RequestDrip', network: context.network, ...body } as const;
  return execute(context, command, () => ({ status: 204, headers: {} }));
}

function addMonitored(context: RouteContext): Answer {
  const { tokenIds } = bodyOf(context, wire.monitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'add', tokenIds } as const;
  return execute(context, command, ({ wallet: state }, events) =>
    printMonitored(events.length > 0 ? 201 : 200, state),
  );
}

function replaceMonitored(context: RouteContext): Answer {
  const { tokenIds } = bodyOf(context, wire.replaceMonitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'replace', tokenIds } as const;
  return execute(context, command, ({ wallet: state }) => printMonitored(200, state));
}

function removeMonitored(context: RouteContext): Answer {
  const { tokenIds } = bodyOf(context, wire.monitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'remove', tokenIds } as const;
  return execute(context, command, () => ({ status: 200, headers: {} }));
}

function setScope(context: RouteContext): Answer {
  const { scope } = bodyOf(context, wire.monitoringScopeBody);
  return execute(context, { type: 'SetMonitoringScope', scope }, () => ({
    status: 200,
    headers: {},
  }));
}

function listMonitored(context: RouteContext): Answer {
  const query = queryOf(context, wire.monitoredTokensQuery);
  const page = pageQuery(query);
  if ('status' in page) return page;
  return queryState(context, ({ wallet: state }) => {
    const view = wallet.monitoringView(state, query, page);
    if (view === undefined) return { status: 204, headers: {} };
    if (!view.ok) return failure(wireErrors.cursorUnknown);
    const headers = { Link: linkHeader(context.request, view.value.tokens) };
    return json(200, { data: wire.printMonitoring(view.value) }, headers);
  });
}

/** The whole list, as it is now. */
function printMonitored(status: number, state: States['wallet']): HttpResponse {
  const whole = { pageSize: Number.MAX_SAFE_INTEGER, order: 'DESC' } as const;
  const view = wallet.monitoringView(state, {}, whole);
  return json(status, { data: view?.ok === true ? wire.printMonitoring(view.value) : {} });
}
