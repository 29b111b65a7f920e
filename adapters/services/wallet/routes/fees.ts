// The routes of what gas costs.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { Call, WalletRoute } from '../call.ts';
import { rejected } from '../errors.ts';
import { look, queryOf, type Answer } from '../exchange.ts';
import * as wire from '../wire.ts';

export const feeRoutes: readonly WalletRoute[] = [
  { method: 'GET', path: '/v1/w3s/developer/transactions/feeParameters', handle: feeParameters },
];

function feeParameters(call: Call): Answer {
  const { blockchain, accountType } = queryOf(call, wire.feeParametersQuery);
  return look(call, ({ wallet: state }, nowMs) => {
    const view = wallet.feeParametersView(state, blockchain, accountType, nowMs);
    return view.ok
      ? json(200, { data: wire.printFeeParameters(view.value) })
      : rejected({ code: view.error, detail: `on ${blockchain}` });
  });
}
