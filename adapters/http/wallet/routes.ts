// Method and path to command or view, and back. Parses, sends, prints; decides nothing.

import { wallet, type States } from '../../../core/index.ts';
import { jsonBody, parse, ParseError, queryObject } from '../parse.ts';
import { json, type HttpResponse, type Params } from '../table.ts';
import { openCiphertext } from './ciphertext.ts';
import { failure, rejected, wireErrors } from './errors.ts';
import { linkHeader, pageQuery } from './page.ts';
import type { Call, WalletRoute } from './call.ts';
import * as wire from './wire.ts';

export const walletRoutes: readonly WalletRoute[] = [
  { method: 'GET', path: '/v1/w3s/config/entity/publicKey', handle: getPublicKey },
  { method: 'GET', path: '/v1/w3s/config/entity', handle: getEntity },
  { method: 'POST', path: '/v1/w3s/config/entity/entitySecret', handle: registerSecret },
  { method: 'GET', path: '/v1/w3s/walletSets', handle: listWalletSets },
  { method: 'GET', path: '/v1/w3s/walletSets/:id', handle: getWalletSet },
  { method: 'POST', path: '/v1/w3s/developer/walletSets', handle: createWalletSet },
  { method: 'PUT', path: '/v1/w3s/developer/walletSets/:id', handle: updateWalletSet },
  { method: 'GET', path: '/v1/w3s/wallets', handle: listWallets },
  { method: 'GET', path: '/v1/w3s/wallets/:id', handle: getWallet },
  { method: 'POST', path: '/v1/w3s/developer/wallets', handle: createWallets },
  { method: 'PUT', path: '/v1/w3s/wallets/:id', handle: updateWallet },
  { method: 'GET', path: '/v1/w3s/wallets/:id/balances', handle: listBalances },
  { method: 'GET', path: '/v1/w3s/tokens/:id', handle: getToken },
  { method: 'POST', path: '/v1/w3s/developer/transactions/transfer', handle: createTransfer },
  { method: 'POST', path: '/v1/w3s/developer/transactions/:id/accelerate', handle: accelerate },
  { method: 'POST', path: '/v1/w3s/developer/transactions/:id/cancel', handle: cancel },
  { method: 'GET', path: '/v1/w3s/transactions', handle: listTransactions },
  { method: 'GET', path: '/v1/w3s/transactions/lowestNonceTransaction', handle: lowestNonce },
  { method: 'GET', path: '/v1/w3s/transactions/:id', handle: getTransaction },
  { method: 'POST', path: '/v1/faucet/drips', handle: requestDrip },
];

type Answer = Promise<HttpResponse> | HttpResponse;

function getPublicKey({ key }: Call): Answer {
  return json(200, { data: { publicKey: key.publicPem } });
}

function getEntity(call: Call): Answer {
  return look(call, ({ wallet: state }) => json(200, { data: { appId: state.appId } }));
}

function registerSecret(call: Call): Answer {
  const body = bodyOf(call, wire.registerSecretBody);
  return sendSealed(
    call,
    body,
    (secret) => ({ type: 'RegisterEntitySecret', secret }),
    // The file restores a lost secret at the real service; here there is nothing to restore.
    () => json(200, { data: { recoveryFile: Buffer.from('reprise').toString('base64') } }),
  );
}

function createWalletSet(call: Call): Answer {
  const { name, ...body } = bodyOf(call, wire.createWalletSetBody);
  const { idempotencyKey } = body;
  return sendSealed(
    call,
    body,
    (secret) => ({ type: 'CreateWalletSet', idempotencyKey, secret, ...present({ name }) }),
    made(idempotencyKey),
  );
}

function createWallets(call: Call): Answer {
  const { metadata, walletSetId, blockchains, count, accountType, ...body } = bodyOf(
    call,
    wire.createWalletsBody,
  );
  const { idempotencyKey } = body;
  const wallets = { walletSetId, blockchains, count, accountType, ...present({ metadata }) };
  return sendSealed(
    call,
    body,
    (secret) => ({
      type: 'CreateWallets',
      idempotencyKey,
      secret,
      network: call.network,
      ...wallets,
    }),
    made(idempotencyKey),
  );
}

function createTransfer(call: Call): Answer {
  const body = bodyOf(call, wire.transferBody);
  const { idempotencyKey, destinationAddress: destination, amounts, refId } = body;
  const { feeLevel, gasLimit, gasPrice, maxFee, priorityFee } = body;
  const transfer = {
    destination,
    amounts,
    wallet: walletNameOf(body),
    token: tokenNameOf(body),
    ...present({ refId, nftTokenIds: body.nftTokenIds ?? undefined }),
    fee: present({ feeLevel, gasLimit, gasPrice, maxFee, priorityFee }),
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

function updateWalletSet(call: Call, params: Params): Answer {
  return withId(params, (walletSetId) => {
    const fields = bodyOf(call, wire.updateWalletSetBody);
    return send(call, { type: 'UpdateWalletSet', walletSetId, ...fields }, ({ wallet: state }) =>
      found(state.walletSets.get(walletSetId), (set) => ({ walletSet: wire.printWalletSet(set) })),
    );
  });
}

function updateWallet(call: Call, params: Params): Answer {
  return withId(params, (walletId) => {
    const fields = bodyOf(call, wire.updateWalletBody);
    return send(call, { type: 'UpdateWallet', walletId, ...fields }, ({ wallet: state }) =>
      found(state.wallets.get(walletId), (one) => ({ wallet: wire.printWallet(one) })),
    );
  });
}

function requestDrip(call: Call): Answer {
  const body = bodyOf(call, wire.dripBody);
  const command = { type: 'RequestDrip', network: call.network, ...body } as const;
  return send(call, command, () => ({ status: 204, headers: {} }));
}

function listWalletSets(call: Call): Answer {
  const query = queryOf(call, wire.walletSetsQuery);
  return list(call, query, 'walletSets', wire.printWalletSet, (state, page) =>
    wallet.walletSetsView(state.wallet, page),
  );
}

function getWalletSet(call: Call, params: Params): Answer {
  return withId(params, (id) =>
    look(call, ({ wallet: state }) => {
      const set = state.walletSets.get(id);
      if (set === undefined) return rejected({ code: 'WALLET_SET_UNKNOWN' });
      return json(200, { data: { walletSet: wire.printWalletSet(set) } });
    }),
  );
}

function listWallets(call: Call): Answer {
  const query = queryOf(call, wire.walletsQuery);
  return list(call, query, 'wallets', wire.printWallet, (state, page) =>
    wallet.walletsView(state.wallet, query, page),
  );
}

function getWallet(call: Call, params: Params): Answer {
  return withId(params, (id) =>
    look(call, ({ wallet: state }) => {
      const one = state.wallets.get(id);
      if (one === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
      return json(200, { data: { wallet: wire.printWallet(one) } });
    }),
  );
}

function listBalances(call: Call, params: Params): Answer {
  return withId(params, (id) => {
    const query = queryOf(call, wire.balancesQuery);
    const { name, standard, tokenAddress } = query;
    const filter = { name, standard, tokenAddresses: tokenAddress?.split(',') };
    const page = pageQuery(query);
    if ('status' in page) return page;
    return look(call, ({ wallet: state }) => {
      const balances = wallet.balancesView(state, id, filter, page);
      if (balances === undefined) return rejected({ code: 'WALLET_UNKNOWN' });
      return balances.ok
        ? printed(call, 'tokenBalances', balances.value, wire.printBalance)
        : failure(wireErrors.cursorUnknown);
    });
  });
}

function getToken(call: Call, params: Params): Answer {
  return withId(params, (id) =>
    look(call, () => {
      const token = wallet.tokenById(id);
      if (token === undefined) return rejected({ code: 'TOKEN_UNKNOWN' });
      return json(200, { data: { token: wire.printToken(token) } });
    }),
  );
}

function listTransactions(call: Call): Answer {
  const query = queryOf(call, wire.transactionsQuery);
  if (query.userId !== undefined) return failure(wireErrors.userIdNotTaken);
  const filter = { ...query, transactionType: query.txType };
  const print = (view: wallet.TransactionView) =>
    wire.printTransaction(view, query.txType !== undefined);
  return list(call, query, 'transactions', print, (state, page) =>
    wallet.transactionsView(state.wallet, filter, page),
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
        const view = wallet.transactionView(transaction);
        return json(200, { data: { transaction: wire.printTransaction(view) } });
      },
      () => [id],
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
  return look(call, ({ wallet: state }, nowMs) => {
    const view = wallet.lowestNonceView(state, name, nowMs);
    if (!view.ok) return rejected({ code: view.error });
    if (view.value === undefined) return { status: 204, headers: {} };
    const { transaction, newHighFee: newHighEstimatedFee, feeDifference } = view.value;
    const feeInfo = { newHighEstimatedFee, feeDifferenceAmount: feeDifference };
    return json(200, { data: { transaction: wire.printTransaction(transaction), feeInfo } });
  });
}

function bodyOf<T>({ request }: Call, schema: Parameters<typeof parse<T>>[0]): T {
  return parse(schema, jsonBody(request.body), 'body');
}

function queryOf<T>({ request }: Call, schema: Parameters<typeof parse<T>>[0]): T {
  return parse(schema, queryObject(request.query), 'query');
}

/** The id of the path, or the answer to one that is no UUID. */
function withId(params: Params, handle: (id: string) => Answer): Answer {
  const id = params['id'] ?? '';
  return wire.isUuid(id) ? handle(id.toLowerCase()) : failure(wireErrors.idInvalid);
}

function walletNameOf({
  walletId,
  walletAddress,
  blockchain,
}: wire.TransferBody): wallet.WalletName {
  if (walletId !== undefined) return { walletId };
  if (walletAddress !== undefined && blockchain !== undefined)
    return { address: walletAddress, blockchain };
  throw new ParseError([{ message: 'names no wallet', location: 'body', value: undefined }]);
}

function tokenNameOf({ tokenId, tokenAddress, blockchain }: wire.TransferBody): wallet.TokenName {
  if (tokenId !== undefined) return { tokenId };
  const chain = present({ blockchain });
  return tokenAddress === undefined ? { unnamed: true, ...chain } : { tokenAddress, ...chain };
}

/** Sends a command that needs no ciphertext and prints what it changed. */
function send(
  { world }: Call,
  command: wallet.WalletCommand,
  print: (states: States) => HttpResponse,
): Promise<HttpResponse> {
  return world.send({
    domain: 'wallet',
    prepare: () => ({ command }),
    answer: (outcome, states) => {
      const answered = outcome.ok
        ? print(states)
        : rejected(outcome.error as wallet.WalletRejection);
      return marked(world.requestId(), answered);
    },
  });
}

/**
 * Sends a command with what its ciphertext revealed. A key that is bound already only repeats its answer, so its ciphertext
 * is neither looked at nor used up (reference/wallet.md section 2).
 */
function sendSealed(
  { world, key }: Call,
  {
    entitySecretCiphertext,
    idempotencyKey,
  }: { entitySecretCiphertext: string; idempotencyKey?: string },
  command: (secret: wallet.SecretFact) => wallet.WalletCommand,
  print: (isNew: boolean, states: States) => HttpResponse,
): Promise<HttpResponse> {
  return world.send({
    domain: 'wallet',
    prepare: (states, isUsed) => {
      if (idempotencyKey !== undefined && wallet.isBound(states.wallet, idempotencyKey)) {
        return { command: command({ kind: 'unchecked' }) };
      }
      const { fact, nonce } = openCiphertext(key, entitySecretCiphertext, isUsed);
      return { command: command(fact), nonce };
    },
    answer: (outcome, states) => {
      const answered = outcome.ok
        ? print(outcome.value.length > 0, states)
        : rejected(outcome.error as wallet.WalletRejection);
      return marked(world.requestId(), answered);
    },
  });
}

/** What a keyed request made: 201 the first time, 200 and the same body ever after. */
function made(idempotencyKey: string): (isNew: boolean, states: States) => HttpResponse {
  return (isNew, states) => {
    const view = wallet.madeView(states.wallet, idempotencyKey);
    const status = isNew ? 201 : 200;
    switch (view?.kind) {
      case 'walletSet':
        return json(status, { data: { walletSet: wire.printWalletSet(view.walletSet) } });
      case 'wallets':
        return json(status, { data: { wallets: view.wallets.map(wire.printWallet) } });
      case 'transaction':
        return json(status, { data: { id: view.id, state: view.state } });
      case undefined:
        return failure({ status: 500, code: 500, message: 'The request made nothing' });
    }
  };
}

function look(
  { world }: Call,
  print: (states: States, nowMs: number) => HttpResponse,
  subjects?: () => readonly string[],
): Promise<HttpResponse> {
  return world.read((states) => marked(world.requestId(), print(states, world.nowMs())), subjects);
}

function list<View extends { readonly id: string }>(
  call: Call,
  query: Parameters<typeof pageQuery>[0],
  name: string,
  print: (view: View) => object,
  view: (
    states: States,
    page: wallet.PageQuery,
  ) => { readonly ok: true; readonly value: wallet.Page<View> } | { readonly ok: false },
): Answer {
  const page = pageQuery(query);
  if ('status' in page) return page;
  return look(call, (states) => {
    const listed = view(states, page);
    return listed.ok ? printed(call, name, listed.value, print) : failure(wireErrors.cursorUnknown);
  });
}

function printed<View extends { readonly id: string }>(
  { request }: Call,
  name: string,
  page: wallet.Page<View>,
  print: (view: View) => object,
): HttpResponse {
  const body = { data: { [name]: page.items.map(print) } };
  return json(200, body, { Link: linkHeader(request, page) });
}

function found<T>(value: T | undefined, print: (value: T) => object): HttpResponse {
  return value === undefined
    ? failure({ status: 500, code: 500, message: 'The record is gone' })
    : json(200, { data: print(value) });
}

/** An answer with the id that it got in its turn. */
function marked(requestId: string, answered: HttpResponse): HttpResponse {
  return { ...answered, headers: { ...answered.headers, 'X-Request-Id': requestId } };
}

/** The object without the members that are undefined. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
