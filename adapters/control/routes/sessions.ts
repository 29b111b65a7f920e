// Control routes of sessions: list open ones, and send frames to those without a client, such as those of forks.

import type { Frame, SessionSummary, Peer, SessionBook } from '../../protocol/channel.ts';
import { json, type HttpResponse } from '../../protocol/messages.ts';
import type { Params } from '../../protocol/routes/route.ts';
import { noRecord } from '../../wording.ts';
import { ControlError, worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import {
  framesAnswer,
  framesBody,
  printFrame,
  printSession,
  readFrame,
  sessionsAnswer,
} from '../wire/sessions.ts';

export const sessionRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/sessions',
    name: 'listSessions',
    summary: 'List the open sessions of a world.',
    answers: { 200: { description: 'The sessions, grouped by service.', body: sessionsAnswer } },
    handle: async (call, { params }) => {
      const open = await sessionsOf(call, params);
      return json(200, { sessions: open.map(({ session }) => printSession(session)) });
    },
  }),
  controlRoute({
    methods: ['POST'],
    path: '/worlds/:w/sessions/:id/frames',
    name: 'sendFrames',
    summary: 'Send frames to a session that has no client, in its place.',
    reads: bySchemas({ body: framesBody }),
    answers: {
      200: { description: 'The frames that the session sent in response.', body: framesAnswer },
      409: {
        description:
          'A client is connected to the session (`session-attached`), or audio that the session needs to go on is not stored any more (`audio-dropped`).',
      },
    },
    handle: async (call, { params, body }) => drive(call, params, body.frames.map(readFrame)),
  }),
];

async function drive(
  call: ControlCall,
  params: Params,
  frames: readonly Frame[],
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const id = params['id'] ?? '';
  const found = (await sessionsOf(call, params)).find(({ session }) => session.id === id);
  if (found?.session.isAttached === true) {
    throw new ControlError(
      409,
      'session-attached',
      `A client is connected to session '${id}'; send frames to a session of a fork, which has none.`,
    );
  }
  const sent: Frame[] = [];
  let isOver = false;
  let closed: { readonly code: number; readonly reason: string } | undefined;
  const peer: Peer = {
    send: (frame) => {
      if (closed === undefined && !isOver) sent.push(frame);
    },
    close: (code = 1005, reason = '') => {
      if (!isOver) closed ??= { code, reason };
    },
    drained: () => undefined,
  };
  const session = await found?.book.resume(world, id, peer, call.request);
  if (session === undefined) {
    const message = noRecord('open session', id, world.record.name, 'sessions');
    throw new ControlError(404, 'not-found', message);
  }
  for (const frame of frames) {
    if (closed === undefined) await session.receive(frame);
  }
  isOver = true;
  if (closed !== undefined) await session.closed(closed.code, closed.reason);
  return json(200, { frames: sent.map(printFrame), closed: closed ?? null });
}

async function sessionsOf(
  call: ControlCall,
  params: Params,
): Promise<readonly { readonly session: SessionSummary; readonly book: SessionBook }[]> {
  const world = worldOf(call, params);
  const lists = await Promise.all(
    call.options.sessions.map(async (book) =>
      (await book.list(world)).map((session) => ({ session, book })),
    ),
  );
  return lists.flat();
}
