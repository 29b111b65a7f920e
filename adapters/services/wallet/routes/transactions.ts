// The routes of transactions.

import { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import { json } from '../../../protocol/messages.ts';
import {
  bySchemas,
  idIn,
  route,
  type WalletRouteContext,
  type WalletRoute,
  type WithBody,
  type WithQuery,
} from '../route-context.ts';
import { failure, rejected, wireErrors } from '../errors.ts';
import { getPage, queryState, createIdempotent, executeWithSecret } from '../handlers.ts';
import { initiatingPaths, plannedBy, transactionFaults } from '../planned.ts';
import * as wire from '../wire.ts';
import { createdAnswers, dataAnswer } from '../wire/printed.ts';

export const transactionRoutes: readonly WalletRoute[] = [
  route({
    methods: ['POST'],
    path: initiatingPaths.transfer,
    name: 'createTransfer',
    summary: 'Create a transfer.',
    reads: bySchemas({ body: wire.transferBody }),
    answers: createdAnswers('transaction', wire.transactionIdRecord),
    handle: createTransfer,
  }),
  route({
    methods: ['POST'],
    path: initiatingPaths.contractExecution,
    name: 'createContractExecution',
    summary: 'Execute a function of a contract.',
    reads: bySchemas({ body: wire.contractExecutionBody }),
    answers: createdAnswers('transaction', wire.transactionIdRecord),
    handle: createContractExecution,
  }),
  route({
    methods: ['POST'],
    path: initiatingPaths.walletUpgrade,
    name: 'createWalletUpgrade',
    summary: 'Upgrade the smart account of a wallet.',
    reads: bySchemas({ body: wire.walletUpgradeBody }),
    answers: createdAnswers('transaction', wire.transactionIdRecord),
    handle: createWalletUpgrade,
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/transactions/:id/accelerate',
    name: 'accelerateTransaction',
    summary: 'Replace a transaction by one with a higher fee.',
    reads: bySchemas({ body: wire.replacementBody }),
    answers: {
      200: dataAnswer('The transaction.', { id: wire.transactionIdRecord.shape.id }),
    },
    handle: (context, input) => replace(context, input, 'AccelerateTransaction'),
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/developer/transactions/:id/cancel',
    name: 'cancelTransaction',
    summary: 'Cancel a transaction, if no block has included it.',
    reads: bySchemas({ body: wire.replacementBody }),
    answers: { 200: dataAnswer('The transaction.', wire.transactionIdRecord) },
    handle: (context, input) => replace(context, input, 'CancelTransaction'),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/transactions',
    name: 'listTransactions',
    summary: 'List transactions.',
    reads: bySchemas({ query: wire.transactionsQuery }),
    answers: {
      200: dataAnswer('A page of transactions.', { transactions: z.array(wire.transactionRecord) }),
    },
    handle: listTransactions,
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/transactions/:id',
    name: 'getTransaction',
    summary: 'Get a transaction.',
    reads: bySchemas({ query: wire.transactionQuery }),
    answers: {
      200: dataAnswer('The transaction.', { transaction: wire.transactionRecord }),
    },
    handle: getTransaction,
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/transactions/lowestNonceTransaction',
    name: 'getLowestNonceTransaction',
    summary: 'Get the pending transaction with the lowest nonce of a sender.',
    reads: bySchemas({ query: wire.lowestNonceQuery }),
    answers: {
      200: dataAnswer('The transaction, and the fee that would replace it.', {
        transaction: wire.transactionRecord,
        feeInfo: wire.feeInfoRecord,
      }),
      204: { description: 'The sender has no pending transaction.' },
    },
    handle: lowestNonce,
  }),
];

function createTransfer(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.transferBody>,
): RouteAnswer {
  const terms = wire.transferTermsOf(body, wire.walletNameOf(body));
  return initiate(context, body, {
    type: 'InitiateTransfer',
    ...terms,
    ...sharedFields(context, body),
  });
}

function createContractExecution(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.contractExecutionBody>,
): RouteAnswer {
  const { walletId, blockchain } = body;
  const terms = {
    ...wire.callTermsOf(body, wire.walletNameOf(body)),
    ...omitUndefined({ blockchain: walletId === undefined ? undefined : blockchain }),
  };
  const type = 'InitiateContractExecution';
  return initiate(context, body, { type, ...terms, ...sharedFields(context, body) });
}

function createWalletUpgrade(
  context: WalletRouteContext,
  { body }: WithBody<typeof wire.walletUpgradeBody>,
): RouteAnswer {
  const { newScaCore } = body;
  const type = 'InitiateWalletUpgrade';
  return initiate(context, body, {
    type,
    newScaCore,
    ...wire.walletNameOf(body),
    ...sharedFields(context, body),
  });
}

/** A command that initiates a transaction, without its key and secret. */
type InitiatingTerms = Extract<
  Parameters<typeof createIdempotent>[2],
  { readonly type: 'InitiateTransfer' | 'InitiateContractExecution' | 'InitiateWalletUpgrade' }
>;

/** Initiates a transaction, with the action that a fault plans for it, if one strikes. */
function initiate(
  context: WalletRouteContext,
  body: Parameters<typeof createIdempotent>[1],
  what: InitiatingTerms,
): RouteAnswer {
  const faultIds = transactionFaults(context);
  if (faultIds === null) return createIdempotent(context, body, what);
  return plannedBy(context, body.idempotencyKey, faultIds).then((planned) =>
    createIdempotent(context, body, planned === undefined ? what : { ...what, planned }),
  );
}

/** The command fields that all requests for transactions share. */
function sharedFields(
  { network }: WalletRouteContext,
  body: wire.FeeBody & Parameters<typeof wallet.referenceOf>[0],
) {
  return { network, fee: wire.feeOf(body), ...wallet.referenceOf(body) };
}

function replace(
  context: WalletRouteContext,
  { params, body }: WithBody<typeof wire.replacementBody>,
  type: 'AccelerateTransaction' | 'CancelTransaction',
): RouteAnswer {
  const transactionId = idIn(params);
  const { idempotencyKey } = body;
  return executeWithSecret(
    context,
    body,
    (secret) => ({ type, idempotencyKey, secret, transactionId, network: context.network }),
    (_isNew, walletState) => {
      const view = wallet.idempotentResultView(walletState, idempotencyKey);
      const { id, state } = view?.kind === 'transaction' ? view : { id: transactionId, state: '' };
      return json(200, { data: type === 'CancelTransaction' ? { id, state } : { id } });
    },
  );
}

const pageOfTransactions = getPage(
  'transactions',
  (state, query: z.infer<typeof wire.transactionsQuery>, page) =>
    wallet.transactionsView(state, { ...query, transactionType: query.txType }, page),
  (view, { txType }) => wire.printTransaction(view, txType !== undefined),
  wallet.incomplete,
);

function listTransactions(
  context: WalletRouteContext,
  input: WithQuery<typeof wire.transactionsQuery>,
): RouteAnswer {
  return input.query.userId === undefined
    ? pageOfTransactions(context, input)
    : failure(wireErrors.userIdNotTaken);
}

function getTransaction(
  context: WalletRouteContext,
  { params, query: { txType } }: WithQuery<typeof wire.transactionQuery>,
): RouteAnswer {
  const id = idIn(params);
  return queryState(
    context,
    (state) => {
      const view = wallet.transactionView(state, id);
      const isMatch = txType === undefined || view?.transactionType === txType;
      if (view === undefined || !isMatch) return rejected({ code: 'TRANSACTION_UNKNOWN' });
      return json(200, { data: { transaction: wire.printTransaction(view) } });
    },
    (state) => wallet.incomplete(state, [id]),
  );
}

function lowestNonce(
  context: WalletRouteContext,
  { query }: WithQuery<typeof wire.lowestNonceQuery>,
): RouteAnswer {
  const { address, ...named } = query;
  const name = wire.walletNameOf({ ...named, ...omitUndefined({ walletAddress: address }) });
  return queryState(
    context,
    (state, nowMs) => {
      const view = wallet.lowestNonceView(state, name, nowMs);
      if (!view.ok) return rejected(view.error);
      if (view.value === undefined) return { status: 204, headers: {} };
      const { transaction, newHighFee: newHighEstimatedFee, feeDifference } = view.value;
      const feeInfo = { newHighEstimatedFee, feeDifferenceAmount: feeDifference };
      return json(200, { data: { transaction: wire.printTransaction(transaction), feeInfo } });
    },
    (state) => wallet.pendingTransactions(state, name),
  );
}
