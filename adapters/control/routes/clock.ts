// Control routes of clocks: show, set, advance.

import type { z } from 'zod';
import { AdvanceCutOff, type Advance, type World } from '../../../core/index.ts';
import { json, type HttpResponse } from '../../protocol/messages.ts';
import type { Params } from '../../protocol/routes/route.ts';
import { ControlError, worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import {
  advanceAnswer,
  advanceBody,
  clockAnswer,
  clockBody,
  idleMsDefault,
  printAdvanced,
  printClock,
  printProgress,
  progressAnswer,
} from '../wire/clock.ts';
import { callsInFlight } from '../../services/calls.ts';
import { inFlight } from '../../services/webhooks.ts';
import { printMs } from '../wire/time.ts';

export const clockRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/clock',
    name: 'getClock',
    summary: 'Show the clock of a world.',
    answers: { 200: { description: 'The clock.', body: clockAnswer } },
    handle: async (call, { params }) =>
      json(200, printClock(await worldOf(call, params).describe())),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/clock',
    name: 'setClock',
    summary:
      'Set the mode and rate of a clock, and whether time in skip moves while no requests arrive.',
    reads: bySchemas({ body: clockBody }),
    answers: { 200: { description: 'The updated clock.', body: clockAnswer } },
    handle: async (call, { params, body }) =>
      json(200, printClock(await worldOf(call, params).setClock(body))),
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/clock/advance',
    name: 'advanceClock',
    summary: 'Advance time; everything due by then runs, in order.',
    reads: bySchemas({ body: advanceBody }),
    answers: {
      200: {
        description: 'The new time, and the numbers of commands and events.',
        body: advanceAnswer,
      },
      409: { description: 'The target is in the past, or after the year 9999.' },
      500: {
        description: 'It was cut off after some of it was stored: the message has the instant.',
      },
    },
    handle: (call, { params, body }) => advance(call, params, body),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/clock/progress',
    name: 'getProgress',
    summary: 'Show how far an advance has got; other reads wait for its end.',
    isUnrecorded: true,
    answers: {
      200: { description: 'The time and the events so far, stored or not.', body: progressAnswer },
    },
    handle: (call, { params }) =>
      json(
        200,
        worldOf(call, params).peek((_states, view) => printProgress(view())),
      ),
  }),
];

async function advance(
  call: ControlCall,
  params: Params,
  body: z.infer<typeof advanceBody>,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  let unanswered = 0;
  const outcome = await world
    .observedBy({
      afterTask: () => void (unanswered = unansweredOf(world)),
      onRequestId: (origin) => origin,
    })
    .advance(advanceOf(body))
    .catch((error: unknown) => {
      throw error instanceof AdvanceCutOff ? cutOffError(error) : error;
    });
  if (outcome.ok) {
    // Outcomes may have come since. They are counted in a task of its own, which a replay runs at the same place in the journal.
    if (unanswered > 0) unanswered = await world.read(() => unansweredOf(world));
    return json(200, printAdvanced(outcome.value, unanswered));
  }
  const now = printMs(outcome.error.nowMs);
  const target = body.to === undefined ? 'The target' : `The target ${printMs(body.to)}`;
  throw outcome.error.code === 'TIME_ENDS'
    ? new ControlError(409, 'time-ends', `${target} is after the year 9999; it is ${now} now.`)
    : new ControlError(409, 'time-goes-back', `${target} is in the past; it is ${now} now.`);
}

/** Not 503, after which clients would send it again: that would move time too far. */
function cutOffError({ nowMs }: AdvanceCutOff): ControlError {
  const message = `The advance was cut off when it had come to ${printMs(nowMs)}: look at the clock, then advance the rest with 'to'.`;
  return new ControlError(500, 'advance-cut-off', message);
}

/** The webhooks and calls that an advance no longer waits for. A `real` clock waits for none, and a fork sends none. */
function unansweredOf(world: World): number {
  if (world.clock().mode === 'real' || world.record.outbound === false) return 0;
  return callsInFlight(world).length + world.peek(inFlight).length;
}

function advanceOf({ by, to, maxMs }: z.infer<typeof advanceBody>): Advance {
  if (by !== undefined) return { byMs: by };
  if (to !== undefined) return { toMs: to };
  return { untilIdle: true, maxMs: maxMs ?? idleMsDefault };
}
