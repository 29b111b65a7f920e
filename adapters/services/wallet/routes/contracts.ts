// The route that reads contracts, which the EIP-1193 provider of the real client asks.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { Call, WalletRoute } from '../call.ts';
import { unreadable } from '../errors.ts';
import { bodyOf, look, type Answer } from '../exchange.ts';
import * as wire from '../wire.ts';

export const contractRoutes: readonly WalletRoute[] = [
  { method: 'POST', path: '/v1/w3s/contracts/query', handle: queryContract },
];

function queryContract(call: Call): Answer {
  const body = bodyOf(call, wire.contractQueryBody);
  const query = wire.contractQueryOf(body, call.network);
  return look(
    call,
    ({ wallet: state }) => {
      const answer = wallet.contractQueryView(state, query);
      return answer.ok
        ? json(200, { data: wire.printContractAnswer(answer.value) })
        : unreadable(answer.error);
    },
    ({ wallet: state }) => wallet.underWayOn(state, query.blockchain),
  );
}
