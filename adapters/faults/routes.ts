// Control routes of faults: add, list, remove.

import type { z } from 'zod';
import { faults, omitUndefined } from '../../core/index.ts';
import { ControlError, worldOf, type ControlCall } from '../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../contracts/control-route.ts';
import { json, type HttpResponse } from '../protocol/messages.ts';
import { ParseError } from '../protocol/parse.ts';
import type { Params } from '../protocol/routes/route.ts';
import { noRecord } from '../wording.ts';
import { targetProblem } from './target.ts';
import { routeWarning } from './route-warning.ts';
import { addFaultOf, faultAnswer, faultBody, faultsAnswer, printFault } from './wire.ts';

const path = '/worlds/:w/faults';

export const faultRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path,
    name: 'listFaults',
    summary: 'List the faults of a world, in the order in which they are tried.',
    answers: { 200: { description: 'The faults, with their counts.', body: faultsAnswer } },
    handle: async (call, { params }) =>
      json(200, {
        faults: await worldOf(call, params).read((states) =>
          faults.faultsView(states.faults).map(printFault),
        ),
      }),
  }),
  controlRoute({
    methods: ['POST'],
    path,
    name: 'addFault',
    summary: 'Add a fault, behind those that the world has.',
    reads: bySchemas({ body: faultBody }),
    answers: {
      201: { description: 'The fault.', body: faultAnswer },
      409: { description: 'The id is taken, or the world has too many faults.' },
    },
    handle: (call, { params, body }) => add(call, params, body),
  }),
  controlRoute({
    methods: ['DELETE'],
    path: `${path}/:id`,
    name: 'removeFault',
    summary: 'Remove a fault.',
    answers: { 204: { description: 'It is removed.' } },
    handle: (call, { params }) =>
      send(call, params, { type: 'RemoveFault', faultId: params['id'] ?? '' }),
  }),
  controlRoute({
    methods: ['DELETE'],
    path,
    name: 'removeAllFaults',
    summary: 'Remove all faults of a world. Answers that wait still arrive.',
    answers: { 204: { description: 'All are removed.' } },
    handle: (call, { params }) => send(call, params, { type: 'RemoveAllFaults' }),
  }),
];

async function add(
  call: ControlCall,
  params: Params,
  body: z.infer<typeof faultBody>,
): Promise<HttpResponse> {
  const problem = targetProblem(body);
  if (problem !== undefined) {
    const { member, message } = problem;
    throw new ParseError([{ location: `body.${member}`, message, value: undefined }]);
  }
  const warning = routeWarning(body, call.options.routeNames(worldOf(call, params)));
  return send(call, params, addFaultOf(body), warning);
}

async function send(
  call: ControlCall,
  params: Params,
  command: faults.FaultsCommand,
  warning?: string,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const outcome = await world.send({
    domain: 'faults',
    prepare: () => ({ command }),
    respond: (decided, states) => {
      if (!decided.ok) return decided;
      const first = decided.value[0]?.event;
      const added = first?.type === 'FaultAdded' ? first.faultId : '';
      return { ok: true as const, fault: faults.faultView(states.faults, added) };
    },
  });
  if (!outcome.ok) throw refusalOf(outcome.error, command, world.record.name);
  if (command.type !== 'AddFault') return { status: 204, headers: {} };
  const added = outcome.fault === undefined ? {} : printFault(outcome.fault);
  return json(201, { ...added, ...omitUndefined({ warning }) });
}

function refusalOf(
  { code }: faults.FaultsRejection,
  command: faults.FaultsCommand,
  world: string,
): ControlError {
  switch (code) {
    case 'FAULT_ID_TAKEN': {
      const id = command.type === 'AddFault' ? command.id : undefined;
      const message = `There is a fault '${id}' already; remove it first, or use another id.`;
      return new ControlError(409, 'fault-id-taken', message);
    }
    case 'FAULTS_FULL': {
      const message = `A world has at most ${faults.faultsMax} faults; remove some first.`;
      return new ControlError(409, 'faults-full', message);
    }
    case 'FAULT_UNKNOWN': {
      const id = command.type === 'RemoveFault' ? command.faultId : '';
      return new ControlError(404, 'not-found', noRecord('fault', id, world, 'faults'));
    }
  }
}
