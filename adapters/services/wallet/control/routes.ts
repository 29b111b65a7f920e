// Control routes of the wallet: steer transactions, fund wallets, change chains.

import type { z } from 'zod';
import { wallet, type States, omitUndefined } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import { sentValues, acceptsStream } from '../../../protocol/sent-values.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { printToken, printTransaction } from '../wire.ts';
import { noneNamed } from '../../../wording.ts';
import { refusalOf } from './refusal.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { streamAnswer } from '../../../contracts/control-stream.ts';
import {
  fundsOf,
  blockchain,
  chainAnswer,
  chainBody,
  changeAnswer,
  changesText,
  fundAnswer,
  fundBody,
  mintAnswer,
  mintBody,
  mintOf,
  steerAnswer,
  steerBody,
  steeringAction,
} from './wire.ts';

export const walletRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/transactions/:id/:action',
    name: 'steerTransaction',
    summary: 'Steer a transaction.',
    params: { action: steeringAction },
    reads: bySchemas({ body: steerBody }),
    answers: {
      200: { description: 'The updated transaction.', body: steerAnswer },
      409: { description: 'The state of the transaction does not allow the action.' },
    },
    handle: (call, { params, body }) => steer(call, params, body),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/wallet/transactions/:id',
    name: 'watchTransaction',
    summary: 'Show a transaction; with Accept: text/event-stream, follow it to its final state.',
    answers: {
      200: {
        description: 'The present state of the transaction.',
        body: changeAnswer,
        other: { 'text/event-stream': changesText },
      },
    },
    handle: (call, { params }) => watch(call, params),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallets/:id/fund',
    name: 'fundWallet',
    summary: 'Fund a wallet.',
    reads: bySchemas({ body: fundBody }),
    answers: {
      200: { description: 'The balances of the wallet.', body: fundAnswer },
      409: { description: 'The wallet cannot be funded in its present state.' },
    },
    handle: (call, { params, body }) => fund(call, params, body),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/wallet/wallets/:id/mint',
    name: 'mintToken',
    summary: 'Mint an NFT or another token to a wallet.',
    reads: bySchemas({ body: mintBody }),
    answers: {
      200: { description: 'The token, and the inbound transaction.', body: mintAnswer },
      409: { description: 'The NFT exists.' },
    },
    handle: (call, { params, body }) => mint(call, params, body),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/wallet/chains/:blockchain',
    name: 'getChain',
    summary: 'Show a blockchain.',
    params: { blockchain },
    answers: { 200: { description: 'The blockchain.', body: chainAnswer } },
    handle: (call, { params }) => showChain(call, params),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/wallet/chains/:blockchain',
    name: 'changeChain',
    summary: 'Change the conditions on a blockchain.',
    params: { blockchain },
    reads: bySchemas({ body: chainBody }),
    answers: {
      200: { description: 'The blockchain.', body: chainAnswer },
      409: { description: 'The conditions cannot be changed at present.' },
    },
    handle: (call, { params, body }) => changeChain(call, params, body),
  }),
];

async function steer(
  call: ControlCall,
  params: Params,
  { to, reason }: z.infer<typeof steerBody>,
): Promise<HttpResponse> {
  const action = wallet.steeringActions.find((known) => known === params['action']);
  if (action === undefined) {
    const message = noneNamed('action', params['action'] ?? '', wallet.steeringActions);
    throw new ControlError(404, 'not-found', message);
  }
  if (to !== undefined && action !== 'reorg') {
    throw new ControlError(
      400,
      'invalid-request',
      `Omit 'to': it is for reorg, not for ${action}.`,
    );
  }
  if (reason !== undefined && action !== 'fail' && action !== 'deny') {
    throw new ControlError(
      400,
      'invalid-request',
      `Omit 'reason': it is for fail and deny, not for ${action}.`,
    );
  }
  const transactionId = (params['id'] ?? '').toLowerCase();
  const steering = { action, ...omitUndefined({ to, reason }) };
  return sendToWallet(
    call,
    params,
    { type: 'SteerTransaction', transactionId, ...steering },
    (state) => {
      const view = wallet.transactionView(state, transactionId);
      return view === undefined ? {} : { transaction: printTransaction(view) };
    },
  );
}

async function watch(call: ControlCall, params: Params): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const id = (params['id'] ?? '').toLowerCase();
  const change = await world.read((states, view) =>
    wallet.transactionChangeView(states.wallet, id, view().nowMs),
  );
  if (change === undefined) {
    throw refusalOf({ code: 'TRANSACTION_UNKNOWN' }, { transactionId: id }, params);
  }
  if (!acceptsStream(call.request)) return json(200, printChange(change));
  const slot = call.streams.open();
  return streamAnswer(slot, () => sentValues(world.transactions$(id), printChange, slot.ended));
}

function printChange({ atMs, ...change }: wallet.TransactionChange) {
  return { at: new Date(atMs).toISOString(), ...change };
}

async function fund(
  call: ControlCall,
  params: Params,
  body: z.infer<typeof fundBody>,
): Promise<HttpResponse> {
  const walletId = (params['id'] ?? '').toLowerCase();
  const command = { type: 'FundWallet', walletId, ...fundsOf(body) } as const;
  return sendToWallet(call, params, command, (state) => ({
    balances: balancesOf(state, walletId),
  }));
}

/** All balances of a wallet in currencies. */
export function balancesOf(
  state: States['wallet'],
  walletId: string,
): z.infer<typeof fundAnswer>['balances'] {
  const page = { pageSize: Number.MAX_SAFE_INTEGER, order: 'ASC' } as const;
  const balances = wallet.balancesView(state, walletId, { includeAll: true }, page);
  const items = balances?.ok === true ? balances.value.items : [];
  return items.map(({ token, amount }) => ({
    tokenId: token.id,
    ...omitUndefined({ symbol: token.symbol }),
    amount,
  }));
}

async function mint(
  call: ControlCall,
  params: Params,
  body: z.infer<typeof mintBody>,
): Promise<HttpResponse> {
  const walletId = (params['id'] ?? '').toLowerCase();
  const command = { type: 'MintTokens', walletId, ...mintOf(body) } as const;
  return sendToWallet(call, params, command, (state) => {
    const transaction = wallet.newestTransactionView(state, walletId);
    const token = wallet.tokenView(state, transaction?.tokenId ?? '');
    if (transaction === undefined || token === undefined) return {};
    return { token: printToken(token), transaction: printTransaction(transaction) };
  });
}

async function showChain(call: ControlCall, params: Params): Promise<HttpResponse> {
  const blockchain = blockchainOf(params);
  return worldOf(call, params).read(({ wallet: state }, view) =>
    json(200, chainNow(state, blockchain, view().nowMs)),
  );
}

async function changeChain(
  call: ControlCall,
  params: Params,
  change: z.infer<typeof chainBody>,
): Promise<HttpResponse> {
  const blockchain = blockchainOf(params);
  return sendToWallet(
    call,
    params,
    { type: 'ChangeChain', blockchain, ...change },
    (state, nowMs) => chainNow(state, blockchain, nowMs),
  );
}

function chainNow(state: States['wallet'], blockchain: wallet.Blockchain, nowMs: number): object {
  const view = wallet.chainView(state, blockchain, nowMs);
  return view ?? { blockchain };
}

/** Sends a command and responds with the state right after it. */
export async function sendToWallet(
  call: ControlCall,
  params: Params,
  command: wallet.WalletCommand,
  print: (state: States['wallet'], nowMs: number) => object,
): Promise<HttpResponse> {
  const outcome = await worldOf(call, params).send({
    domain: 'wallet',
    prepare: () => ({ command }),
    respond: (decided, states, view) =>
      decided.ok ? { ok: true as const, body: print(states.wallet, view().nowMs) } : decided,
  });
  if (outcome.ok) return json(200, outcome.body);
  throw refusalOf(outcome.error, command, params);
}

function blockchainOf(params: Params): wallet.Blockchain {
  const code = params['blockchain'] ?? '';
  const known = blockchain.options.find((running) => running === code);
  if (known !== undefined) return known;
  const message = noneNamed('running blockchain', code, blockchain.options);
  throw new ControlError(404, 'not-found', message);
}
