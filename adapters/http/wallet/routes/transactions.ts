// The routes of transactions.

import { wallet } from '../../../../core/index.ts';
import { ParseError } from '../../parse.ts';
import { json, type Params } from '../../table.ts';
import type { Call, WalletRoute } from '../call.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import {
  bodyOf,
  list,
  look,
  made,
  present,
  queryOf,
  sendSealed,
  withId,
  type Answer,
} from '../exchange.ts';
import * as wire from '../wire.ts';

export const transactionRoutes: readonly WalletRoute[] = [
  { method: 'POST', path: '/v1/w3s/developer/transactions/transfer', handle: createTransfer },
  {
    method: 'POST',
    path: '/v1/w3s/developer/transactions/contractExecution',
    handle: createContractExecution,
  },
  {
    method: 'POST',
    path: '/v1/w3s/developer/transactions/walletUpgrade',
    handle: createWalletUpgrade,
  },
  { method: 'POST', path: '/v1/w3s/developer/transactions/:id/accelerate', handle: accelerate },
  { method: 'POST', path: '/v1/w3s/developer/transactions/:id/cancel', handle: cancel },
  { method: 'GET', path: '/v1/w3s/transactions', handle: listTransactions },
  { method: 'GET', path: '/v1/w3s/transactions/:id', handle: getTransaction },
  { method: 'GET', path: '/v1/w3s/transactions/lowestNonceTransaction', handle: lowestNonce },
];

function createTransfer(call: Call): Answer {
  const body = bodyOf(call, wire.transferBody);
  const { idempotencyKey, destinationAddress: destination, amounts, refId } = body;
  const transfer = {
    destination,
    amounts,
    wallet: walletNameOf(body),
    token: tokenNameOf(body),
    ...present({
      refId,
      nftTokenIds: body.nftTokenIds?.length === 0 ? undefined : (body.nftTokenIds ?? undefined),
    }),
    fee: feeOf(body),
  };
  return sendSealed(
    call,
    body,
    (secret) => ({
      type: 'InitiateTransfer',
      idempotencyKey,
      secret,
      network: call.network,
      ...transfer,
    }),
    made(idempotencyKey),
  );
}

function createContractExecution(call: Call): Answer {
  const body = bodyOf(call, wire.contractExecutionBody);
  const { idempotencyKey, walletId, blockchain, refId } = body;
  const execution = {
    wallet: walletNameOf(body),
    contract: body.contractAddress,
    fee: feeOf(body),
    ...present({
      blockchain: walletId === undefined ? undefined : blockchain,
      signature: body.abiFunctionSignature ?? undefined,
      parameters: body.abiParameters ?? undefined,
      callData: body.callData ?? undefined,
      amount: body.amount ?? undefined,
      refId,
    }),
  };
  return sendSealed(
    call,
    body,
    (secret) => ({
      type: 'InitiateContractExecution',
      idempotencyKey,
      secret,
      network: call.network,
      ...execution,
    }),
    made(idempotencyKey),
  );
}

function createWalletUpgrade(call: Call): Answer {
  const body = bodyOf(call, wire.walletUpgradeBody);
  const { idempotencyKey, walletId, newScaCore, refId } = body;
  const upgrade = { walletId, newScaCore, fee: feeOf(body), ...present({ refId }) };
  return sendSealed(
    call,
    body,
    (secret) => ({
      type: 'InitiateWalletUpgrade',
      idempotencyKey,
      secret,
      network: call.network,
      ...upgrade,
    }),
    made(idempotencyKey),
  );
}

function feeOf({ feeLevel, gasLimit, gasPrice, maxFee, priorityFee }: wire.FeeBody) {
  return present({ feeLevel, gasLimit, gasPrice, maxFee, priorityFee });
}

function accelerate(call: Call, params: Params): Answer {
  return replace(call, params, 'AccelerateTransaction');
}

function cancel(call: Call, params: Params): Answer {
  return replace(call, params, 'CancelTransaction');
}

function replace(
  call: Call,
  params: Params,
  type: 'AccelerateTransaction' | 'CancelTransaction',
): Answer {
  return withId(params, (transactionId) => {
    const body = bodyOf(call, wire.replacementBody);
    const { idempotencyKey } = body;
    return sendSealed(
      call,
      body,
      (secret) => ({ type, idempotencyKey, secret, transactionId, network: call.network }),
      (_isNew, states) => {
        const view = wallet.madeView(states.wallet, idempotencyKey);
        const { id, state } =
          view?.kind === 'transaction' ? view : { id: transactionId, state: '' };
        return json(200, { data: type === 'CancelTransaction' ? { id, state } : { id } });
      },
    );
  });
}

function listTransactions(call: Call): Answer {
  const query = queryOf(call, wire.transactionsQuery);
  if (query.userId !== undefined) return failure(wireErrors.userIdNotTaken);
  const filter = { ...query, transactionType: query.txType };
  const print = (view: wallet.TransactionView) =>
    wire.printTransaction(view, query.txType !== undefined);
  return list(
    call,
    query,
    'transactions',
    print,
    (states, page) => wallet.transactionsView(states.wallet, filter, page),
    (states, shown) => wallet.unfinished(states.wallet, shown),
  );
}

function getTransaction(call: Call, params: Params): Answer {
  return withId(params, (id) => {
    const { txType } = queryOf(call, wire.transactionQuery);
    return look(
      call,
      ({ wallet: state }) => {
        const transaction = state.transactions.get(id);
        const isWanted = txType === undefined || transaction?.direction === txType;
        if (transaction === undefined || !isWanted)
          return rejected({ code: 'TRANSACTION_UNKNOWN' });
        const view = wallet.transactionView(state, transaction);
        return json(200, { data: { transaction: wire.printTransaction(view) } });
      },
      ({ wallet: state }) => wallet.unfinished(state, [id]),
    );
  });
}

function lowestNonce(call: Call): Answer {
  const query = queryOf(call, wire.lowestNonceQuery);
  const { walletId, address, blockchain } = query;
  const name =
    address !== undefined && blockchain !== undefined
      ? { address, blockchain }
      : { walletId: walletId ?? '' };
  return look(
    call,
    ({ wallet: state }, nowMs) => {
      const view = wallet.lowestNonceView(state, name, nowMs);
      if (!view.ok) return rejected({ code: view.error });
      if (view.value === undefined) return { status: 204, headers: {} };
      const { transaction, newHighFee: newHighEstimatedFee, feeDifference } = view.value;
      const feeInfo = { newHighEstimatedFee, feeDifferenceAmount: feeDifference };
      return json(200, { data: { transaction: wire.printTransaction(transaction), feeInfo } });
    },
    ({ wallet: state }) => wallet.underWay(state, name),
  );
}

function walletNameOf({ walletId, walletAddress, blockchain }: wire.WalletBody): wallet.WalletName {
  if (walletId !== undefined) return { walletId };
  if (walletAddress !== undefined && blockchain !== undefined)
    return { address: walletAddress, blockchain };
  throw new ParseError([{ message: 'names no wallet', location: 'body', value: undefined }]);
}

/** An empty token address is the native token, if the chain is named too. */
export function tokenNameOf({
  tokenId,
  tokenAddress,
  blockchain,
}: Pick<wire.TransferBody, 'tokenId' | 'tokenAddress' | 'blockchain'>): wallet.TokenName {
  const chain = present({ blockchain });
  if (tokenId !== undefined) return { tokenId, ...chain };
  const isNamed =
    typeof tokenAddress === 'string' && (tokenAddress !== '' || blockchain !== undefined);
  return isNamed ? { tokenAddress, ...chain } : { unnamed: true, ...chain };
}
