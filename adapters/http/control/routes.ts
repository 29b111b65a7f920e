// Method and path to what the operator wants (design section 5). Parses, sends, prints; decides nothing.

import { wallet, type Advance, type States, type World } from '../../../core/index.ts';
import { jsonBody, parse, queryObject } from '../parse.ts';
import { json, type HttpResponse, type Params, type Route } from '../table.ts';
import { printTransaction } from '../wallet/wire.ts';
import { ControlError, type ControlCall } from './call.ts';
import * as wire from './wire.ts';

export const controlRoutes: readonly Route<ControlCall>[] = [
  { method: 'GET', path: '/health', handle: health },
  { method: 'GET', path: '/worlds', handle: listWorlds },
  { method: 'POST', path: '/worlds', handle: makeWorld },
  { method: 'GET', path: '/worlds/:w', handle: showWorld },
  { method: 'GET', path: '/worlds/:w/clock', handle: showClock },
  { method: 'PATCH', path: '/worlds/:w/clock', handle: setClock },
  { method: 'POST', path: '/worlds/:w/clock/advance', handle: advance },
  { method: 'GET', path: '/worlds/:w/events', handle: listEvents },
  { method: 'POST', path: '/worlds/:w/wallet/transactions/:id/:action', handle: steer },
  { method: 'POST', path: '/worlds/:w/wallet/wallets/:id/fund', handle: fund },
  { method: 'GET', path: '/worlds/:w/wallet/chains/:blockchain', handle: showChain },
  { method: 'PATCH', path: '/worlds/:w/wallet/chains/:blockchain', handle: changeChain },
];

/** `untilIdle` goes this far unless told otherwise: a day. */
const idleMsDefault = 86_400_000;

function health({ options }: ControlCall): HttpResponse {
  return json(200, { status: 'ok', version: options.version });
}

async function listWorlds({ options }: ControlCall): Promise<HttpResponse> {
  const worlds = await Promise.all(options.engine.worlds().map(described));
  return json(200, { worlds });
}

async function makeWorld(call: ControlCall): Promise<HttpResponse> {
  const { epoch, clock, ...wish } = bodyOf(call, wire.createWorldBody);
  const world = await call.options.makeWorld({
    ...wish,
    ...(epoch === undefined ? {} : { epochMs: epoch }),
    ...(clock === undefined ? {} : { clock }),
  });
  return json(201, await described(world));
}

async function showWorld(call: ControlCall, params: Params): Promise<HttpResponse> {
  return json(200, await described(worldOf(call, params)));
}

async function showClock(call: ControlCall, params: Params): Promise<HttpResponse> {
  return json(200, wire.printClock(await worldOf(call, params).show()));
}

async function setClock(call: ControlCall, params: Params): Promise<HttpResponse> {
  const change = bodyOf(call, wire.clockBody);
  return json(200, wire.printClock(await worldOf(call, params).setClock(change)));
}

async function advance(call: ControlCall, params: Params): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const outcome = await world.advance(advanceOf(bodyOf(call, wire.advanceBody)));
  if (!outcome.ok) {
    const now = wire.printMs(outcome.error.nowMs);
    throw outcome.error.code === 'TIME_ENDS'
      ? new ControlError(409, 'time-ends', `Time ends with the year 9999; it is ${now} now.`)
      : new ControlError(409, 'time-goes-back', `Time never goes back; it is ${now} now.`);
  }
  const { nowMs, fired, events } = outcome.value;
  return json(200, { now: wire.printMs(nowMs), fired, events });
}

function advanceOf({ by, to, maxMs }: { by?: number; to?: number; maxMs?: number }): Advance {
  if (by !== undefined) return { byMs: by };
  if (to !== undefined) return { toMs: to };
  return { untilIdle: true, maxMs: maxMs ?? idleMsDefault };
}

async function listEvents(call: ControlCall, params: Params): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const query = parse(wire.eventsQuery, queryObject(call.request.query), 'query');
  await world.show(); // what happened before this request is stored before it is read
  const events = await call.options.engine.store.events(world.record.name, query);
  const last = events.at(-1)?.position;
  const next = events.length === query.limit && last !== undefined ? last + 1 : null;
  return json(200, { events: events.map(({ text }) => JSON.parse(text) as unknown), next });
}

async function steer(call: ControlCall, params: Params): Promise<HttpResponse> {
  const action = wallet.steeringActions.find((known) => known === params['action']);
  if (action === undefined) {
    const known = wallet.steeringActions.join(', ');
    throw new ControlError(
      404,
      'not-found',
      `There is no action '${params['action'] ?? ''}'; there are ${known}.`,
    );
  }
  bodyOf(call, wire.emptyBody);
  const transactionId = (params['id'] ?? '').toLowerCase();
  return send(call, params, { type: 'SteerTransaction', transactionId, action }, (state) => {
    const transaction = state.transactions.get(transactionId);
    if (transaction === undefined) return {};
    return { transaction: printTransaction(wallet.transactionView(transaction)) };
  });
}

async function fund(call: ControlCall, params: Params): Promise<HttpResponse> {
  const { native, usdc, tokens } = bodyOf(call, wire.fundBody);
  const amounts = {
    ...Object.fromEntries(
      Object.entries(tokens ?? {}).map(([id, amount]) => [id.toLowerCase(), amount]),
    ),
    ...(native === undefined ? {} : { native }),
    ...(usdc === undefined ? {} : { usdc }),
  };
  const walletId = (params['id'] ?? '').toLowerCase();
  return send(call, params, { type: 'FundWallet', walletId, amounts }, (state) => {
    const page = { pageSize: Number.MAX_SAFE_INTEGER, order: 'ASC' } as const;
    const balances = wallet.balancesView(state, walletId, {}, page);
    const items = balances?.ok === true ? balances.value.items : [];
    return {
      balances: items.map(({ token, amount }) => ({
        tokenId: token.id,
        symbol: token.symbol,
        amount,
      })),
    };
  });
}

async function showChain(call: ControlCall, params: Params): Promise<HttpResponse> {
  const blockchain = blockchainOf(params);
  return worldOf(call, params).read(({ wallet: state }, view) =>
    json(200, chainNow(state, blockchain, view().nowMs)),
  );
}

async function changeChain(call: ControlCall, params: Params): Promise<HttpResponse> {
  const blockchain = blockchainOf(params);
  const change = bodyOf(call, wire.chainBody);
  return send(call, params, { type: 'ChangeChain', blockchain, ...change }, (state, nowMs) =>
    chainNow(state, blockchain, nowMs),
  );
}

function chainNow(state: States['wallet'], blockchain: wallet.Blockchain, nowMs: number): object {
  const view = wallet.chainView(state, blockchain, nowMs);
  return view ?? { blockchain };
}

/** Sends a command and answers with what is to be seen right behind it. */
async function send(
  call: ControlCall,
  params: Params,
  command: wallet.WalletCommand,
  print: (state: States['wallet'], nowMs: number) => object,
): Promise<HttpResponse> {
  const outcome = await worldOf(call, params).send({
    domain: 'wallet',
    prepare: () => ({ command }),
    answer: (decided, states, view) =>
      decided.ok ? { ok: true as const, body: print(states.wallet, view().nowMs) } : decided,
  });
  if (outcome.ok) return json(200, outcome.body);
  const { code, detail } = outcome.error as wallet.WalletRejection;
  throw new ControlError(
    statusOf(code),
    code.toLowerCase().replaceAll('_', '-'),
    sentence(code, detail),
  );
}

/** Unknown things are 404, unfit values 400; the rest is a matter of the moment. */
function statusOf(code: wallet.RejectionCode): number {
  if (code.endsWith('_UNKNOWN')) return 404;
  const unfit: readonly wallet.RejectionCode[] = [
    'CONDITION_INVALID',
    'AMOUNTS_INVALID',
    'AMOUNT_NOT_DECIMAL',
    'TOKEN_ON_OTHER_CHAIN',
    'TRANSACTION_INBOUND',
    'OPERATION_NOT_OFFERED',
  ];
  return unfit.includes(code) ? 400 : 409;
}

function sentence(code: wallet.RejectionCode, detail: string | undefined): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  const start = words.charAt(0).toUpperCase() + words.slice(1);
  return detail === undefined ? `${start}.` : `${start}: ${detail}.`;
}

function described(world: World): Promise<object> {
  return world.read(({ wallet: state }, view) => wire.printWorld(view(), wallet.countsView(state)));
}

function worldOf({ options }: ControlCall, params: Params): World {
  const name = params['w'] ?? '';
  const world = options.engine.world(name);
  if (world !== undefined) return world;
  const names = options.engine
    .worlds()
    .slice(0, 10)
    .map(({ record }) => record.name);
  throw new ControlError(
    404,
    'world-unknown',
    `There is no world '${name.slice(0, 64)}'; there are: ${names.join(', ')}.`,
  );
}

function blockchainOf(params: Params): wallet.Blockchain {
  const code = params['blockchain'] ?? '';
  if (wallet.isBlockchain(code) && wallet.chainOf(code).rules !== undefined) return code;
  throw new ControlError(
    404,
    'not-found',
    `There is no blockchain '${code.slice(0, 64)}' with blocks of its own here.`,
  );
}

function bodyOf<T>({ request }: ControlCall, schema: Parameters<typeof parse<T>>[0]): T {
  return parse(schema, jsonBody(request.body), 'body');
}
