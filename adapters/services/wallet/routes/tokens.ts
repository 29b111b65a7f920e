// The routes of tokens: what wallets hold of them, the faucet, and which the entity wants to be told of.

import { wallet, type States } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/router.ts';
import type { Call, WalletRoute } from '../call.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { bodyOf, look, printed, queryOf, send, show, withId, type Answer } from '../exchange.ts';
import { linkHeader, pageQuery } from '../page.ts';
import * as wire from '../wire.ts';

const monitored = '/v1/w3s/config/entity/monitoredTokens';

export const tokenRoutes: readonly WalletRoute[] = [
  { method: 'GET', path: '/v1/w3s/wallets/:id/balances', handle: listBalances },
  { method: 'GET', path: '/v1/w3s/wallets/:id/nfts', handle: listNfts },
  { method: 'GET', path: '/v1/w3s/tokens/:id', handle: getToken },
  { method: 'POST', path: '/v1/faucet/drips', handle: requestDrip },
  { method: 'POST', path: monitored, handle: addMonitored },
  { method: 'PUT', path: monitored, handle: replaceMonitored },
  { method: 'GET', path: monitored, handle: listMonitored },
  { method: 'POST', path: `${monitored}/delete`, handle: removeMonitored },
  { method: 'PUT', path: `${monitored}/scope`, handle: setScope },
];

function listBalances(call: Call, params: Params): Answer {
  return listHeld(call, params, 'tokenBalances', wallet.balancesView, wire.printBalance);
}

function listNfts(call: Call, params: Params): Answer {
  return listHeld(call, params, 'nfts', wallet.nftsView, wire.printNft);
}

function listHeld<View extends { readonly id: string }>(
  call: Call,
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
    const query = queryOf(call, wire.holdingsQuery);
    const filter = { ...query, tokenAddresses: query.tokenAddress };
    const page = pageQuery(query);
    if ('status' in page) return page;
    return look(
      call,
      ({ wallet: state }) => {
        const held = view(state, id, filter, page);
        if (held === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
        return held.ok ? printed(call, name, held.value, print) : failure(wireErrors.cursorUnknown);
      },
      ({ wallet: state }) => wallet.underWay(state, { walletId: id }),
    );
  });
}

function getToken(call: Call, params: Params): Answer {
  return show(
    call,
    params,
    'TOKEN_UNKNOWN',
    ({ wallet: state }, id) => wallet.tokenById(state, id),
    (token) => ({ token: wire.printToken(token) }),
  );
}

function requestDrip(call: Call): Answer {
  const body = bodyOf(call, wire.dripBody);
  const command = { type: 'RequestDrip', network: call.network, ...body } as const;
  return send(call, command, () => ({ status: 204, headers: {} }));
}

function addMonitored(call: Call): Answer {
  const { tokenIds } = bodyOf(call, wire.monitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'add', tokenIds } as const;
  return send(call, command, ({ wallet: state }, events) =>
    printMonitored(events.length > 0 ? 201 : 200, state),
  );
}

function replaceMonitored(call: Call): Answer {
  const { tokenIds } = bodyOf(call, wire.replaceMonitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'replace', tokenIds } as const;
  return send(call, command, ({ wallet: state }) => printMonitored(200, state));
}

function removeMonitored(call: Call): Answer {
  const { tokenIds } = bodyOf(call, wire.monitoredTokensBody);
  const command = { type: 'ChangeMonitoredTokens', change: 'remove', tokenIds } as const;
  return send(call, command, () => ({ status: 200, headers: {} }));
}

function setScope(call: Call): Answer {
  const { scope } = bodyOf(call, wire.monitoringScopeBody);
  return send(call, { type: 'SetMonitoringScope', scope }, () => ({ status: 200, headers: {} }));
}

function listMonitored(call: Call): Answer {
  const query = queryOf(call, wire.monitoredTokensQuery);
  const page = pageQuery(query);
  if ('status' in page) return page;
  return look(call, ({ wallet: state }) => {
    const view = wallet.monitoringView(state, query, page);
    if (view === undefined) return { status: 204, headers: {} };
    if (!view.ok) return failure(wireErrors.cursorUnknown);
    const headers = { Link: linkHeader(call.request, view.value.tokens) };
    return json(200, { data: wire.printMonitoring(view.value) }, headers);
  });
}

/** The whole list, as it is now. */
function printMonitored(status: number, state: States['wallet']): HttpResponse {
  const whole = { pageSize: Number.MAX_SAFE_INTEGER, order: 'DESC' } as const;
  const view = wallet.monitoringView(state, {}, whole);
  return json(status, { data: view?.ok === true ? wire.printMonitoring(view.value) : {} });
}
