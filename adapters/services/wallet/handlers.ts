// Shared handlers of the wallet routes: execute a command or query the state, and print the response.

import {
  atOnce,
  wallet,
  type Envelope,
  type Event,
  type InPieces,
  type Request,
  type States,
  omitUndefined,
} from '../../../core/index.ts';
import { walletConfigOf } from './config.ts';
import { recordedFact, type HttpResponse, json, jsonText } from '../../protocol/messages.ts';
import { jsonInPieces } from '../../protocol/print-json.ts';
import type { PathInput, RouteAnswer } from '../../protocol/routes/route.ts';
import { idIn, type WalletRouteContext } from './route-context.ts';
import { openCiphertext } from './ciphertext.ts';
import { failure, rejected, wireErrors } from './errors.ts';
import { linkHeader, pageQuery, type PageFields } from './page.ts';
import * as wire from './wire.ts';

type WalletState = States['wallet'];

/** Executes a command that needs no ciphertext and prints its events. */
export function execute(
  context: WalletRouteContext,
  command: wallet.WalletCommand,
  print: (state: WalletState, events: readonly Event[]) => HttpResponse,
): Promise<HttpResponse> {
  return dispatch(
    context,
    () => ({ command }),
    (events, state) =>
      print(
        state,
        events.map(({ event }) => event),
      ),
  );
}

/**
 * Executes a command with its decrypted secret. A used idempotency key only repeats its response, so the ciphertext is
 * neither read nor used up (reference/wallet.md section 2).
 */
export function executeWithSecret(
  context: WalletRouteContext,
  body: SecretBody,
  command: SecretCommand,
  print: (isNew: boolean, state: WalletState, events: readonly Envelope<Event>[]) => HttpResponse,
): Promise<HttpResponse> {
  return dispatch(
    context,
    (...state) => withSecret(context, body, command, ...state),
    (events, state) => print(events.length > 0, state, events),
  );
}

interface SecretBody {
  readonly entitySecretCiphertext: string;
  readonly idempotencyKey?: string;
}

type SecretCommand = (secret: wallet.SecretFact) => wallet.WalletCommand;

type Prepare = Request<HttpResponse, 'wallet'>['prepare'];

function withSecret(
  context: WalletRouteContext,
  { entitySecretCiphertext, idempotencyKey }: SecretBody,
  command: SecretCommand,
  ...[states, isUsed]: Parameters<Prepare>
): ReturnType<Prepare> {
  if (idempotencyKey !== undefined && wallet.isKeyUsed(states.wallet, idempotencyKey)) {
    return { command: command({ kind: 'unchecked' }) };
  }
  const revealed = recordedFact(context.request, 'ciphertext', () =>
    openCiphertext(context.key, entitySecretCiphertext),
  );
  if (revealed.kind === 'undecryptable') return { command: command(revealed) };
  const { kind, fingerprint, nonce } = revealed;
  const mustBeRegistered = walletConfigOf(context.world).entitySecret === 'registered';
  const fact = { kind, fingerprint, isReused: isUsed(nonce) };
  return { command: command(mustBeRegistered ? { mustBeRegistered, ...fact } : fact), nonce };
}

/** Sends a command to the world and prints its outcome in the same turn. */
function dispatch(
  { tasks }: WalletRouteContext,
  prepare: Prepare,
  print: (events: readonly Envelope<Event>[], state: WalletState) => HttpResponse,
): Promise<HttpResponse> {
  return tasks.send({
    domain: 'wallet',
    prepare,
    respond: (outcome, states) =>
      outcome.ok ? print(outcome.value, states.wallet) : rejected(outcome.error),
  });
}

type IdempotentCommand = Extract<
  wallet.WalletCommand,
  { readonly idempotencyKey: string; readonly secret: wallet.SecretFact }
>;

/** Each member of a union without some of its own. */
export type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Creates records by an idempotency key: 201 the first time, 200 and the same body afterwards. */
export function createIdempotent(
  context: WalletRouteContext,
  body: IdempotentBody,
  what: OmitEach<IdempotentCommand, 'idempotencyKey' | 'secret'>,
): Promise<HttpResponse> {
  const { idempotencyKey } = body;
  return executeWithSecret(context, body, idempotentCommand(context, body, what), (isNew, state) =>
    atOnce(printResult(isNew ? 201 : 200, state, idempotencyKey)),
  );
}

/** As `createIdempotent`, of what may be thousands of records. */
export function createManyIdempotent(
  context: WalletRouteContext,
  body: IdempotentBody,
  what: OmitEach<IdempotentCommand, 'idempotencyKey' | 'secret'>,
): Promise<HttpResponse> {
  const command = idempotentCommand(context, body, what);
  return context.tasks.sendInPieces({
    domain: 'wallet',
    prepare: (...state) => withSecret(context, body, command, ...state),
    *respond(outcome, { wallet: state }) {
      if (!outcome.ok) return rejected(outcome.error);
      const status = outcome.value.length > 0 ? 201 : 200;
      return yield* printResult(status, state, body.idempotencyKey);
    },
  });
}

interface IdempotentBody extends SecretBody {
  readonly idempotencyKey: string;
}

function idempotentCommand(
  { world }: WalletRouteContext,
  { idempotencyKey }: IdempotentBody,
  what: OmitEach<IdempotentCommand, 'idempotencyKey' | 'secret'>,
): SecretCommand {
  return (secret) => {
    const limits = walletConfigOf(world).walletLimits;
    return { idempotencyKey, secret, ...omitUndefined({ limits }), ...what };
  };
}

function* printResult(
  status: number,
  state: WalletState,
  idempotencyKey: string,
): InPieces<HttpResponse> {
  const view = yield* wallet.idempotentResultInPieces(state, idempotencyKey);
  switch (view?.kind) {
    case 'walletSet':
      return json(status, { data: { walletSet: wire.printWalletSet(view.walletSet) } });
    case 'wallets': {
      const wallets = view.wallets.map(wire.printWallet);
      return jsonText(status, yield* jsonInPieces({ data: { wallets } }));
    }
    case 'transaction':
      return json(status, { data: { id: view.id, state: view.state } });
    case undefined:
      return failure({ status: 500, code: 500, message: 'The request made nothing' });
  }
}

/** Queries the state; `unfinished` names records to wait for, none by default. */
export function queryState(
  { world, tasks }: WalletRouteContext,
  print: (state: WalletState, nowMs: number) => HttpResponse,
  unfinished: (state: WalletState) => readonly string[] = () => [],
): Promise<HttpResponse> {
  return tasks.read(
    ({ wallet: state }) => print(state, world.nowMs()),
    ({ wallet: state }) => unfinished(state),
  );
}

/** As `queryState`, for a page, unless its cursor is invalid. */
export function queryPage(
  context: WalletRouteContext,
  query: PageFields,
  print: (state: WalletState, page: wallet.PageQuery) => HttpResponse,
  unfinished: (state: WalletState, page: wallet.PageQuery) => readonly string[] = () => [],
): RouteAnswer {
  const page = pageQuery(query);
  if ('status' in page) return page;
  return queryState(
    context,
    (state) => print(state, page),
    (state) => unfinished(state, page),
  );
}

/** A handler that responds with the record of the path's id, or with the error for an unknown one. */
export function getOne<View>(
  name: string,
  view: (state: WalletState, id: string) => View | undefined,
  print: (view: View) => object,
  unknown: wallet.PlainWalletRejection['code'],
) {
  return (context: WalletRouteContext, { params }: PathInput): RouteAnswer => {
    const id = idIn(params);
    return queryState(context, (state) => {
      const record = view(state, id);
      return record === undefined
        ? rejected({ code: unknown })
        : json(200, { data: { [name]: print(record) } });
    });
  };
}

/** A handler that responds with a page of a list; `unfinished` names records on it to wait for, none by default. */
export function getPage<View extends { readonly id: string }, Query>(
  name: string,
  view: (
    state: WalletState,
    query: Query,
    page: wallet.PageQuery,
  ) => { readonly ok: true; readonly value: wallet.Page<View> } | { readonly ok: false },
  print: (view: View, query: Query) => object,
  unfinished: (state: WalletState, shown: readonly string[]) => readonly string[] = () => [],
) {
  return (
    context: WalletRouteContext,
    { query }: { readonly query: Query & PageFields },
  ): RouteAnswer =>
    queryPage(
      context,
      query,
      (state, page) => {
        const listed = view(state, query, page);
        return listed.ok
          ? pageResponse(context, name, listed.value, (item) => print(item, query))
          : failure(wireErrors.cursorUnknown);
      },
      (state, page) => {
        const listed = view(state, query, page);
        const items = listed.ok ? listed.value.items : [];
        return unfinished(
          state,
          items.map(({ id }) => id),
        );
      },
    );
}

export function pageResponse<View extends { readonly id: string }>(
  { request }: WalletRouteContext,
  name: string,
  page: wallet.Page<View>,
  print: (view: View) => object,
): HttpResponse {
  const body = { data: { [name]: page.items.map(print) } };
  return json(200, body, { Link: linkHeader(request, page) });
}

export function recordResponse<T>(
  value: T | undefined,
  print: (value: T) => object,
  status: 200 | 201 = 200,
): HttpResponse {
  return value === undefined
    ? failure({ status: 500, code: 500, message: 'The record is gone' })
    : json(status, { data: print(value) });
}
