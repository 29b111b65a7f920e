// The route that reads contracts, which the EIP-1193 provider of the real client asks.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { unreadable } from '../errors.ts';
import { bodyOf, queryState, type Answer } from '../handlers.ts';
import * as wire from '../wire.ts';

export const contractRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/contracts/query', handle: queryContract },
];

function queryContract(context: RouteContext): Answer {
  const body = bodyOf(context, wire.contractQueryBody);
  const query = wire.contractQueryOf(body, context.network);
  return queryState(
    context,
    ({ wallet: state }) => {
      const answer = wallet.contractQueryView(state, query);
      return answer.ok
        ? json(200, { data: wire.printContractAnswer(answer.value) })
        : unreadable(answer.error);
    },
    ({ wallet: state }) => wallet.pendingTransactionsOn(state, query.blockchain),
  );
}
