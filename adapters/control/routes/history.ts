// Control routes of history: fork, reset, show present and past states. To rewind, fork at an earlier moment.

import { z } from 'zod';
import {
  compareJournals,
  omitUndefined,
  type ForkOptions,
  type Json,
} from '../../../core/index.ts';
import { LimitError } from '../../protocol/admission.ts';
import { recordedFact, type HttpResponse, json, jsonText } from '../../protocol/messages.ts';
import { jsonInPieces } from '../../protocol/print-json.ts';
import { inSlices } from '../../protocol/slices.ts';
import type { Params } from '../../protocol/routes/route.ts';
import {
  ControlError,
  unknownWorld,
  worldOf,
  type ControlCall,
} from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { comparisonAnswer, comparisonQuery, printComparison } from '../wire/comparison.ts';
import { forkBody, printState, stateAnswer, stateQuery } from '../wire/history.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { noneNamed } from '../../wording.ts';
import { worldAnswer } from '../wire/worlds.ts';
import { describe, described } from './worlds.ts';

export const historyRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/fork',
    name: 'forkWorld',
    summary: 'Fork a world, now or at an earlier moment; both share their past.',
    reads: bySchemas({ body: forkBody }),
    answers: {
      201: { description: 'The fork.', body: worldAnswer },
      409: { description: 'The name is taken, or the world has no such moment.' },
    },
    handle: (call, { params, body }) => fork(call, params, body),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/reset',
    name: 'resetWorld',
    summary: 'Reset a world to its creation.',
    isUnrecorded: true,
    answers: { 200: { description: 'The world after the reset.', body: worldAnswer } },
    handle: async (call, { params }) => {
      const { engine } = call.options;
      return json(200, await described(await engine.reset(worldOf(call, params).record.name)));
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/state',
    name: 'getState',
    summary: 'Show the state of a world, now or at a moment.',
    reads: bySchemas({ query: stateQuery }),
    answers: {
      200: { description: 'The position, clock and table rows of the world.', body: stateAnswer },
      409: { description: 'The world has no such moment.' },
    },
    handle: async (call, { params, query }) => {
      const { at, ...rows } = query;
      const { engine } = call.options;
      const view = await engine.state(worldOf(call, params), at, rows);
      if (rows.table !== undefined && !Object.hasOwn(view.tables, rows.table)) {
        const { tables } = await engine.state(worldOf(call, params), at, { limit: 0 });
        throw unknownTable(rows.table, Object.keys(tables));
      }
      return jsonText(200, await inSlices(jsonInPieces(printState(view) as object)));
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/compare',
    name: 'compareWorlds',
    summary: 'Find where two worlds part, and what led to it in each.',
    isUnrecorded: true,
    reads: bySchemas({ query: comparisonQuery }),
    answers: {
      200: {
        description: 'Their shared past, and the first event that differs.',
        body: comparisonAnswer,
      },
    },
    handle: (call, { params, query }) => compare(call, params, query.with),
  }),
];

/** Reads journals alone: the other world need not be loaded. */
async function compare(call: ControlCall, params: Params, other: string): Promise<HttpResponse> {
  const { engine } = call.options;
  const world = worldOf(call, params);
  const record = await engine.store.find(other);
  if (record === undefined) throw await unknownWorld(call, other);
  // Commits all inputs before this request.
  await Promise.all([world.describe(), engine.world(other)?.describe()]);
  const { store } = engine;
  const comparison = await compareJournals(
    { store, record: world.record },
    { store, record },
    { yieldToLoop: nextLoopTurn },
  );
  return json(200, printComparison([world.record.name, other], comparison));
}

/** Lists the tables of the same service, or all. */
function unknownTable(table: string, all: readonly string[]): ControlError {
  const service = table.slice(0, table.indexOf('/') + 1);
  const own = service === '' ? [] : all.filter((name) => name.startsWith(service));
  const message = noneNamed('table', table, own.length === 0 ? all : own);
  return new ControlError(404, 'not-found', message);
}

async function fork(
  call: ControlCall,
  params: Params,
  options: ForkOptions,
): Promise<HttpResponse> {
  const { engine } = call.options;
  const parent = worldOf(call, params);
  // A recorded fact, since a recording of one world does not contain the names of others.
  const present = (await engine.refusalOf(options.name))?.message ?? null;
  const refusal = recordedFact(call.request, 'refusal', () => present);
  if (refusal !== null) throw new ControlError(409, 'name-taken', refusal);
  checkForbidden(call);
  let created: z.infer<typeof worldAnswer> | undefined;
  const fork = {
    ...options,
    onCreated: (...[states, view]: Parameters<typeof describe>) => {
      created = describe(states, view);
    },
  };
  try {
    await engine.fork(parent, fork);
  } catch (error) {
    noteForbidden(call, error);
    throw error;
  }
  return json(201, created);
}

const forbiddenFact = 'forbidden';

/** Throws what has forbidden a recorded request: its replay knows neither tenants nor limits. */
function checkForbidden({ request }: ControlCall): void {
  const noted = recordedFact<Json>(request, forbiddenFact, () => null, null);
  if (noted === null) return;
  const { status, code, message, retryAfterSeconds } = forbiddenForm.parse(noted);
  throw code === undefined
    ? new LimitError(message, retryAfterSeconds)
    : new ControlError(status, code, message);
}

function noteForbidden({ request }: ControlCall, error: unknown): void {
  if (!(error instanceof LimitError) && !(error instanceof ControlError)) return;
  const { status, message } = error;
  const rest = error instanceof ControlError ? { code: error.code } : limitOf(error);
  recordedFact<Json>(request, forbiddenFact, () => ({ status, message, ...rest }), null);
}

function limitOf({ retryAfterSeconds }: LimitError): { readonly retryAfterSeconds?: number } {
  return omitUndefined({ retryAfterSeconds });
}

const forbiddenForm = z.object({
  status: z.int(),
  code: z.string().optional(),
  message: z.string(),
  retryAfterSeconds: z.int().optional(),
});
