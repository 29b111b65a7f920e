// Health, and worlds: list, make, show.

import { z } from 'zod';
import { wallet, type World } from '../../../../core/index.ts';
import { json, type HttpResponse } from '../../table.ts';
import { worldOf, type ControlCall, type WorldWish } from '../call.ts';
import { controlRoute, type ControlRoute } from '../route.ts';
import { createWorldBody, printWorld, worldAnswer, worldsAnswer } from '../wire/worlds.ts';

export const worldRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is there.',
    isOpen: true,
    answers: {
      200: {
        description: 'It is there.',
        body: z.strictObject({ status: z.literal('ok'), version: z.string() }),
      },
    },
    handle: ({ options }) => json(200, { status: 'ok', version: options.version }),
  }),
  controlRoute({
    method: 'GET',
    path: '/worlds',
    summary: 'List the worlds.',
    answers: { 200: { description: 'All worlds, in the order of making.', body: worldsAnswer } },
    handle: async ({ options }) =>
      json(200, { worlds: await Promise.all(options.engine.worlds().map(described)) }),
  }),
  controlRoute({
    method: 'POST',
    path: '/worlds',
    summary: 'Make a world.',
    body: createWorldBody,
    answers: {
      201: { description: 'The world that was made.', body: worldAnswer },
      409: { description: 'The name is taken.' },
    },
    handle: (call, _params, { body }) => makeWorld(call, body),
  }),
  controlRoute({
    method: 'GET',
    path: '/worlds/:w',
    summary: 'Show a world.',
    answers: { 200: { description: 'The world as it is now.', body: worldAnswer } },
    handle: async (call, params) => json(200, await described(worldOf(call, params))),
  }),
];

async function makeWorld(
  { options }: ControlCall,
  { epoch, ...rest }: z.infer<typeof createWorldBody>,
): Promise<HttpResponse> {
  const wish: WorldWish = { ...rest, ...(epoch === undefined ? {} : { epochMs: epoch }) };
  return json(201, await described(await options.makeWorld(wish)));
}

function described(world: World): Promise<z.infer<typeof worldAnswer>> {
  return world.read(({ wallet: state }, view) => printWorld(view(), wallet.countsView(state)));
}
