// The operator's route of the thoughts of agents, each with the matching rule of the script.

import { z } from 'zod';
import { speech, type World } from '../../../../core/index.ts';
import { worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { pageCharsMax, thoughtsPageMax } from '../../../protocol/limits.ts';
import { jsonText, type HttpResponse } from '../../../protocol/messages.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { inSlices, Slices } from '../../../protocol/slices.ts';
import { printThought, thoughtForm } from '../thoughts.ts';

const whole = z
  .string()
  .refine(
    (text) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
    'must be a whole number',
  )
  .transform(Number);

const thoughtsQuery = z.strictObject({
  session: z.string().exactOptional().meta({
    description: 'Only thoughts of this session: the `request_id` of its Welcome.',
  }),
  from: whole.default(1).meta({
    description: 'The first position of an event with which a thought begins.',
    type: 'integer',
    minimum: 0,
    default: 1,
  }),
  limit: whole
    .refine(
      (limit) => limit >= 1 && limit <= thoughtsPageMax,
      `must be from 1 to ${thoughtsPageMax}`,
    )
    .default(thoughtsPageMax)
    .meta({ type: 'integer', minimum: 1, maximum: thoughtsPageMax, default: thoughtsPageMax }),
});

type ThoughtsQuery = z.infer<typeof thoughtsQuery>;

const thoughtsAnswer = z
  .strictObject({
    thoughts: z.array(thoughtForm),
    next: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The `from` of the next page; null on the last page.' }),
  })
  .meta({ id: 'ExplainedThoughts' });

export const thoughtRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/speech/thoughts',
    name: 'listThoughts',
    summary:
      'List the thoughts of agents: the rule of the script that matched, what it captured, and the rules that nearly did.',
    isUnrecorded: true,
    reads: bySchemas({ query: thoughtsQuery }),
    answers: {
      200: { description: 'Thoughts, also of sessions that are over.', body: thoughtsAnswer },
    },
    handle: (call, { params, query }) => listThoughts(call, params, query),
  }),
];

async function listThoughts(
  call: ControlCall,
  params: Params,
  query: ThoughtsQuery,
): Promise<HttpResponse> {
  const slices = new Slices();
  const thoughts = await thoughtsOf(worldOf(call, params), query, slices);
  const texts: string[] = [];
  let chars = 0;
  for (const thought of thoughts.slice(0, query.limit)) {
    if (chars >= pageCharsMax) break;
    const explanation = await inSlices(speech.explainThought(thought), slices);
    const text = JSON.stringify(printThought(thought, explanation));
    texts.push(text);
    chars += text.length;
  }
  const next = thoughts[texts.length]?.position ?? null;
  return jsonText(200, `{"thoughts":[${texts.join(',')}],"next":${next}}`);
}

/** Reads the thoughts of a page, and the first one of the next page, from the log up to now. */
async function thoughtsOf(
  world: World,
  { session, from, limit }: ThoughtsQuery,
  slices: Slices,
): Promise<readonly speech.LoggedThought[]> {
  const { position: to } = await world.describe(); // commits all events before this request
  const log = new speech.ThoughtLog();
  const thoughts: speech.LoggedThought[] = [];
  // Each page is read in a separate turn. A filter would search the whole log in one turn.
  for await (const page of world.historyPages({ to })) {
    for (const envelope of page) {
      const thought = log.apply(envelope);
      if (thought === undefined || thought.position < from || thoughts.length > limit) continue;
      if (session === undefined || thought.sessionId === session) thoughts.push(thought);
    }
    const isWhole = thoughts.length > limit && !thoughts.some((thought) => log.isOpen(thought));
    if (isWhole) break;
    if (slices.isOver) await slices.pause();
  }
  return thoughts;
}
