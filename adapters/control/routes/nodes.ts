// Control routes of the processes that share a store: whether this one is ready for requests, and a list of all.

import { z } from 'zod';
import { ControlError, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { json } from '../../protocol/messages.ts';

const nodesAnswer = z
  .strictObject({
    nodes: z.array(
      z.strictObject({
        address: z.string().meta({ description: 'The base URL for the other nodes.' }),
        version: z.string(),
        worlds: z.int().meta({ description: 'The worlds that are awake there.' }),
        load: z.int().meta({
          description: 'The time of a processor that it has used in the last second, in percent.',
        }),
        isDraining: z.boolean().meta({
          description: 'Whether it hands its worlds over to the others, and takes no more.',
        }),
        isSelf: z.boolean().meta({ description: 'Whether it is the node that answers.' }),
      }),
    ),
  })
  .meta({ id: 'Nodes' });

export const nodeRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/ready',
    name: 'getReadiness',
    summary: 'Check whether the server is ready for requests: for the proxy in front of several.',
    isOpen: true,
    answers: {
      200: {
        description: 'It is ready.',
        body: z.strictObject({ status: z.literal('ready') }),
      },
    },
    handle: async (call) => {
      const reason = await whyNotReady(call);
      if (reason === undefined) return json(200, { status: 'ready' });
      throw new ControlError(503, 'not-ready', reason);
    },
  }),
  controlRoute({
    methods: ['GET'],
    path: '/nodes',
    name: 'listNodes',
    summary: 'List the processes that share the store; none if it is for one process.',
    answers: { 200: { description: 'The nodes by address.', body: nodesAnswer } },
    handle: async ({ options: { nodes } }) => json(200, { nodes: (await nodes?.list()) ?? [] }),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/nodes/drain',
    name: 'drainNode',
    summary:
      'Have a node hand its worlds over to the others; it goes on answering, and takes no more.',
    reads: bySchemas({ body: z.strictObject({ address: z.string() }) }),
    answers: {
      200: {
        description: 'The nodes by address. That one begins within a second.',
        body: nodesAnswer,
      },
      404: { description: 'No node has the address.' },
    },
    handle: async ({ options: { nodes } }, { body: { address } }) => {
      if ((await nodes?.drain(address)) !== true) {
        const message = `No process of this store is reached at ${address}; see GET /__reprise/nodes.`;
        throw new ControlError(404, 'node-unknown', message);
      }
      return json(200, { nodes: (await nodes?.list()) ?? [] });
    },
  }),
];

async function whyNotReady({
  options: { engine, nodes, stopping },
}: ControlCall): Promise<string | undefined> {
  if (stopping.aborted) return 'The server stops.';
  if (nodes?.isDraining() === true) return 'The server hands its worlds over to others.';
  if (nodes !== undefined && !nodes.isHeld()) {
    return 'The server could not renew its lease in time.';
  }
  try {
    await engine.store.worlds({ limit: 1 });
    return undefined;
  } catch {
    return 'The store cannot be read.'; // anyone may ask, so without its address
  }
}
