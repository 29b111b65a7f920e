// What the routes of the service have in common: reading a request, sending its command or looking at the state in its
// turn, and printing what came of it.

import {
  wallet,
  type Envelope,
  type Event,
  type Request,
  type States,
} from '../../../core/index.ts';
import { walletConfigOf } from './config.ts';
import { jsonBody, parse, queryObject } from '../../http/parse.ts';
import { recordedFact, type HttpResponse, json } from '../../http/messages.ts';
import type { Params } from '../../http/router.ts';
import type { Call } from './call.ts';
import { openCiphertext } from './ciphertext.ts';
import { failure, rejected, wireErrors } from './errors.ts';
import { linkHeader, pageQuery } from './page.ts';
import * as wire from './wire.ts';

export type Answer = Promise<HttpResponse> | HttpResponse;

export function bodyOf<T>({ request }: Call, schema: Parameters<typeof parse<T>>[0]): T {
  return parse(schema, withoutNulls(jsonBody(request.body)), 'body');
}

/** How deep objects with optional members lie in bodies: metadata is a list of them. */
const memberDepthMax = 3;

/** A member that is null counts as absent, in objects and lists of objects; lists keep their nulls. */
function withoutNulls(value: unknown, depth = 1): unknown {
  if (depth > memberDepthMax || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => withoutNulls(element, depth + 1));
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    present.map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}

export function queryOf<T>({ request }: Call, schema: Parameters<typeof parse<T>>[0]): T {
  return parse(schema, queryObject(request.query), 'query');
}

/** The id of the path, or the answer to one that is no UUID. */
export function withId(params: Params, handle: (id: string) => Answer): Answer {
  const id = params['id'] ?? '';
  return wire.isUuid(id) ? handle(id.toLowerCase()) : failure(wireErrors.idInvalid);
}

/** Sends a command that needs no ciphertext and prints what it changed. */
export function send(
  call: Call,
  command: wallet.WalletCommand,
  print: (states: States, events: readonly Event[]) => HttpResponse,
): Promise<HttpResponse> {
  return deliver(
    call,
    () => ({ command }),
    (events, states) =>
      print(
        states,
        events.map(({ event }) => event),
      ),
  );
}

/**
 * Sends a command with what its ciphertext revealed. A key that is bound already only repeats its answer, so its ciphertext
 * is neither looked at nor used up (reference/wallet.md section 2).
 */
export function sendSealed(
  call: Call,
  {
    entitySecretCiphertext,
    idempotencyKey,
  }: { entitySecretCiphertext: string; idempotencyKey?: string },
  command: (secret: wallet.SecretFact) => wallet.WalletCommand,
  print: (isNew: boolean, states: States, events: readonly Envelope[]) => HttpResponse,
): Promise<HttpResponse> {
  return deliver(
    call,
    (states, isUsed) => {
      if (idempotencyKey !== undefined && wallet.isBound(states.wallet, idempotencyKey)) {
        return { command: command({ kind: 'unchecked' }) };
      }
      const revealed = recordedFact(call.request, 'ciphertext', () =>
        openCiphertext(call.key, entitySecretCiphertext),
      );
      if (revealed.kind === 'undecryptable') return { command: command(revealed) };
      const { kind, fingerprint, nonce } = revealed;
      const must = walletConfigOf(call.world).entitySecret === 'registered';
      const fact = { kind, fingerprint, isReused: isUsed(nonce) };
      return { command: command(must ? { mustBeRegistered: true, ...fact } : fact), nonce };
    },
    (events, states) => print(events.length > 0, states, events),
  );
}

/** Hands a command in and prints, in its turn, what came of it. */
function deliver(
  { world, requestId }: Call,
  prepare: Request<HttpResponse>['prepare'],
  print: (events: readonly Envelope[], states: States) => HttpResponse,
): Promise<HttpResponse> {
  return world.send({
    domain: 'wallet',
    prepare,
    respond: (outcome, states) => {
      const answered = outcome.ok
        ? print(outcome.value, states)
        : rejected(outcome.error as wallet.WalletRejection);
      return marked(requestId(), answered);
    },
  });
}

type MakingCommand = Extract<
  wallet.WalletCommand,
  { readonly idempotencyKey: string; readonly secret: wallet.SecretFact }
>;

/** Each member of a union without some of its own. */
export type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Sends what a keyed request asks to be made: 201 the first time, 200 and the same body ever after. */
export function make(
  call: Call,
  {
    idempotencyKey,
    entitySecretCiphertext,
  }: { readonly idempotencyKey: string; readonly entitySecretCiphertext: string },
  what: OmitEach<MakingCommand, 'idempotencyKey' | 'secret'>,
): Promise<HttpResponse> {
  return sendSealed(
    call,
    { idempotencyKey, entitySecretCiphertext },
    (secret) => {
      const limits = walletConfigOf(call.world).walletLimits;
      return { idempotencyKey, secret, ...(limits === undefined ? {} : { limits }), ...what };
    },
    (isNew, states) => printMade(isNew ? 201 : 200, states, idempotencyKey),
  );
}

function printMade(status: number, states: States, idempotencyKey: string): HttpResponse {
  const view = wallet.madeView(states.wallet, idempotencyKey);
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
}

export function look(
  { world, requestId }: Call,
  print: (states: States, nowMs: number) => HttpResponse,
  unfinished?: (states: States) => readonly string[],
): Promise<HttpResponse> {
  return world.read((states) => marked(requestId(), print(states, world.nowMs())), unfinished);
}

/** Shows the record that the path names, or that there is none. */
export function show<R>(
  call: Call,
  params: Params,
  unknown: wallet.RejectionCode,
  find: (states: States, id: string) => R | undefined,
  print: (record: R) => object,
): Answer {
  return withId(params, (id) =>
    look(call, (states) => {
      const record = find(states, id);
      return record === undefined
        ? rejected({ code: unknown })
        : json(200, { data: print(record) });
    }),
  );
}

export function list<View extends { readonly id: string }>(
  call: Call,
  query: Parameters<typeof pageQuery>[0],
  name: string,
  print: (view: View) => object,
  view: (
    states: States,
    page: wallet.PageQuery,
  ) => { readonly ok: true; readonly value: wallet.Page<View> } | { readonly ok: false },
  unfinished: (states: States, shown: readonly string[]) => readonly string[] = () => [],
): Answer {
  const page = pageQuery(query);
  if ('status' in page) return page;
  return look(
    call,
    (states) => {
      const listed = view(states, page);
      return listed.ok
        ? printed(call, name, listed.value, print)
        : failure(wireErrors.cursorUnknown);
    },
    (states) => {
      const listed = view(states, page);
      return listed.ok
        ? unfinished(
            states,
            listed.value.items.map(({ id }) => id),
          )
        : [];
    },
  );
}

export function printed<View extends { readonly id: string }>(
  { request }: Call,
  name: string,
  page: wallet.Page<View>,
  print: (view: View) => object,
): HttpResponse {
  const body = { data: { [name]: page.items.map(print) } };
  return json(200, body, { Link: linkHeader(request, page) });
}

export function found<T>(
  value: T | undefined,
  print: (value: T) => object,
  status: 200 | 201 = 200,
): HttpResponse {
  return value === undefined
    ? failure({ status: 500, code: 500, message: 'The record is gone' })
    : json(status, { data: print(value) });
}

/** An answer with the id that it got in its turn. */
function marked(requestId: string, answered: HttpResponse): HttpResponse {
  return { ...answered, headers: { 'X-Request-Id': requestId, ...answered.headers } };
}
