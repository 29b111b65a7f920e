// The routes of transactions.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { Params } from '../../../http/routes/route.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import {
  bodyOf,
  getPage,
  queryState,
  createIdempotent,
  queryOf,
  executeWithSecret,
  withId,
  type Answer,
} from '../handlers.ts';
import { omitUndefined } from '../../../http/omit-undefined.ts';
import * as wire from '../wire.ts';

export const transactionRoutes: readonly WalletRoute[] = [
  { methods: ['POST'], path: '/v1/w3s/developer/transactions/transfer', handle: createTransfer },
  {
    methods: ['POST'],
    path: '/v1/w3s/developer/transactions/contractExecution',
    handle: createContractExecution,
  },
  {
    methods: ['POST'],
    path: '/v1/w3s/developer/transactions/walletUpgrade',
    handle: createWalletUpgrade,
  },
  { methods: ['POST'], path: '/v1/w3s/developer/transactions/:id/accelerate', handle: accelerate },
  { methods: ['POST'], path: '/v1/w3s/developer/transactions/:id/cancel', handle: cancel },
  { methods: ['GET'], path: '/v1/w3s/transactions', handle: listTransactions },
  { methods: ['GET'], path: '/v1/w3s/transactions/:id', handle: getTransaction },
  { methods: ['GET'], path: '/v1/w3s/transactions/lowestNonceTransaction', handle: lowestNonce },
];

function createTransfer(context: RouteContext): Answer {
  const body = bodyOf(context, wire.transferBody);
  const terms = wire.transferTermsOf(body, wire.walletNameOf(body));
  return createIdempotent(context, body, {
    type: 'InitiateTransfer',
    ...terms,
    ...offeredBy(context, body),
  });
}

function createContractExecution(context: RouteContext): Answer {
  const body = bodyOf(context, wire.contractExecutionBody);
  const { walletId, blockchain } = body;
  const terms = {
    ...wire.callTermsOf(body, wire.walletNameOf(body)),
    ...omitUndefined({ blockchain: walletId === undefined ? undefined : blockchain }),
  };
  const type = 'InitiateContractExecution';
  return createIdempotent(context, body, { type, ...terms, ...offeredBy(context, body) });
}

function createWalletUpgrade(context: RouteContext): Answer {
  const body = bodyOf(context, wire.walletUpgradeBody);
  const { newScaCore } = body;
  const type = 'InitiateWalletUpgrade';
  return createIdempotent(context, body, {
    type,
    newScaCore,
    ...wire.walletNameOf(body),
    ...offeredBy(context, body),
  });
}

/** What all requests for a transaction say beside what it is to do. */
function offeredBy({ network }: RouteContext, body: wire.FeeBody & { readonly refId?: string }) {
  const { feeLevel, gasLimit, gasPrice, maxFee, priorityFee, refId } = body;
  const fee = omitUndefined({ feeLevel, gasLimit, gasPrice, maxFee, priorityFee });
  return { network, fee, ...omitUndefined({ refId }) };
}

function accelerate(context: RouteContext, params: Params): Answer {
  return replace(context, params, 'AccelerateTransaction');
}

function cancel(context: RouteContext, params: Params): Answer {
  return replace(context, params, 'CancelTransaction');
}

function replace(
  context: RouteContext,
  params: Params,
  type: 'AccelerateTransaction' | 'CancelTransaction',
): Answer {
  return withId(params, (transactionId) => {
    const body = bodyOf(context, wire.replacementBody);
    const { idempotencyKey } = body;
    return executeWithSecret(
      context,
      body,
      (secret) => ({ type, idempotencyKey, secret, transactionId, network: context.network }),
      (_isNew, states) => {
        const view = wallet.idempotentResultView(states.wallet, idempotencyKey);
        const { id, state } =
          view?.kind === 'transaction' ? view : { id: transactionId, state: '' };
        return json(200, { data: type === 'CancelTransaction' ? { id, state } : { id } });
      },
    );
  });
}

function listTransactions(context: RouteContext): Answer {
  const query = queryOf(context, wire.transactionsQuery);
  if (query.userId !== undefined) return failure(wireErrors.userIdNotTaken);
  const filter = { ...query, transactionType: query.txType };
  const print = (view: wallet.TransactionView) =>
    wire.printTransaction(view, query.txType !== undefined);
  return getPage(
    context,
    query,
    'transactions',
    print,
    (states, page) => wallet.transactionsView(states.wallet, filter, page),
    (states, shown) => wallet.incomplete(states.wallet, shown),
  );
}

function getTransaction(context: RouteContext, params: Params): Answer {
  return withId(params, (id) => {
    const { txType } = queryOf(context, wire.transactionQuery);
    return queryState(
      context,
      ({ wallet: state }) => {
        const view = wallet.transactionView(state, id);
        const isWanted = txType === undefined || view?.transactionType === txType;
        if (view === undefined || !isWanted) return rejected({ code: 'TRANSACTION_UNKNOWN' });
        return json(200, { data: { transaction: wire.printTransaction(view) } });
      },
      ({ wallet: state }) => wallet.incomplete(state, [id]),
    );
  });
}

function lowestNonce(context: RouteContext): Answer {
  const query = queryOf(context, wire.lowestNonceQuery);
  const { address, ...named } = query;
  const name = wire.walletNameOf({ ...named, ...omitUndefined({ walletAddress: address }) });
  return queryState(
    context,
    ({ wallet: state }, nowMs) => {
      const view = wallet.lowestNonceView(state, name, nowMs);
      if (!view.ok) return rejected({ code: view.error });
      if (view.value === undefined) return { status: 204, headers: {} };
      const { transaction, newHighFee: newHighEstimatedFee, feeDifference } = view.value;
      const feeInfo = { newHighEstimatedFee, feeDifferenceAmount: feeDifference };
      return json(200, { data: { transaction: wire.printTransaction(transaction), feeInfo } });
    },
    ({ wallet: state }) => wallet.pendingTransactions(state, name),
  );
}
