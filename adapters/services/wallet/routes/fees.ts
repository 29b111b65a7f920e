// The routes of what gas costs.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { rejected } from '../errors.ts';
import { queryState, queryOf, type Answer } from '../handlers.ts';
import * as wire from '../wire.ts';

export const feeRoutes: readonly WalletRoute[] = [
  { methods: ['GET'], path: '/v1/w3s/developer/transactions/feeParameters', handle: feeParameters },
];

function feeParameters(context: RouteContext): Answer {
  const { blockchain, accountType } = queryOf(context, wire.feeParametersQuery);
  return queryState(context, ({ wallet: state }, nowMs) => {
    const view = wallet.feeParametersView(state, blockchain, accountType, nowMs);
    return view.ok
      ? json(200, { data: wire.printFeeParameters(view.value) })
      : rejected({ code: view.error, detail: `on ${blockchain}` });
  });
}
