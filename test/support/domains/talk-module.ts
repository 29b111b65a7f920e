// The talk service as an entry of the list of services: a route, a channel, a setting, a section of fixtures, control routes.

import { z } from 'zod';
import { ControlError, worldOf } from '../../../adapters/contracts/control-call.ts';
import { bySchemas, controlRoute } from '../../../adapters/contracts/control-route.ts';
import { json } from '../../../adapters/protocol/messages.ts';
import { handleBy, type Route } from '../../../adapters/protocol/routes/route.ts';
import { openApiDocument } from '../../../adapters/protocol/routes/openapi.ts';
import { createRouter } from '../../../adapters/protocol/routes/router.ts';
import type { HttpRequest, HttpResponse } from '../../../adapters/protocol/messages.ts';
import type { FixtureSection, ServiceModule } from '../../../adapters/services/module.ts';
import type { World } from '../../../core/index.ts';
import { isTalkKey, talkKey, talkService } from './talk-channel.ts';
import type { TalkCommand } from './talk-rules.ts';
import { addWord, talkDomain, talksOf, wordsOf } from './talk.ts';

interface TalkContext {
  readonly request: HttpRequest;
  readonly world: World;
}

const routes: readonly Route<TalkContext>[] = [
  {
    methods: ['GET'],
    path: '/talk/:id/words',
    name: 'listWords',
    summary: 'List the words of a talk.',
    answers: { 200: { description: 'The words so far.' } },
    handle: async ({ world }, { params: { id = '' } }) =>
      json(200, { words: await wordsOf(world, id) }),
  },
];

const router = createRouter(routes);

async function answer(request: HttpRequest, world: World | undefined): Promise<HttpResponse> {
  if (world === undefined) return json(404, { error: 'There is no such world.' });
  const found = router(request.path);
  const route = found?.routedPath.on(request.method);
  if (found === undefined || route === undefined) {
    return json(404, { error: 'There is no such route.' });
  }
  return handleBy(route, { request, world }, found.params);
}

const section = z.strictObject({
  talks: z.array(z.strictObject({ id: z.string().max(40), words: z.array(z.string().max(40)) })),
});

const fixture: FixtureSection<z.infer<typeof section>> = {
  schema: section,
  stored: (talks) => talks,
  commands: ({ talks }) =>
    talks.flatMap(({ id, words }, index) => {
      const commands: TalkCommand[] = [
        { type: 'OpenTalk', id },
        ...words.map((word): TalkCommand => ({ type: 'Hear', id, word })),
      ];
      return commands.map((command) => ({
        domain: talkDomain,
        path: `talk.talks.${index}`,
        prepare: () => command,
      }));
    }),
};

const wordBody = z.strictObject({
  word: z.string().max(40),
  talkPin: z.string().max(40).exactOptional(),
});

export const talkModule: ServiceModule = {
  name: 'talk',
  paths: { owned: ['/talk/**'], channels: ['/talk'] },
  create: () => ({
    ...talkService,
    owns: (path) => path === '/talk' || path.startsWith('/talk/'),
    answer,
  }),
  settings: { talkTopic: z.string().max(40).exactOptional() },
  initial: {},
  changed: (before, change) => {
    const talkTopic = change['talkTopic'] ?? before['talkTopic'];
    return talkTopic === undefined ? {} : { talkTopic };
  },
  stored: ({ talkTopic }) => (talkTopic === undefined ? {} : { talkTopic }),
  shown: ({ talkTopic }) => (talkTopic === undefined ? {} : { talkTopic }),
  clientKeys: () => ({ talkKey }),
  publishedCredentials: (given) => given,
  admits: ({ headers }) => isTalkKey(headers['authorization']),
  counts: (states) => ({ talks: talksOf(states).size }),
  fixture,
  secrets: { fields: { talkPin: { kind: 'password' } }, keyHeaders: ['x-talk-pass'] },
  facts: { caller: z.boolean() },
  document: ({ version, baseUrl }) =>
    openApiDocument(
      routes,
      {
        openapi: '3.0.3',
        info: { title: 'Talks', version, description: 'Words in talks.' },
        servers: [{ url: baseUrl }],
        params: {},
        commonAnswers: () => ({}),
      },
      undefined,
    ),
  controlRoutes: [
    controlRoute({
      methods: ['POST'],
      path: '/worlds/:w/talks/:id/words',
      name: 'sayWord',
      summary: 'Say a word in a talk.',
      reads: bySchemas({ body: wordBody }),
      answers: { 200: { description: 'The words so far.', body: z.array(z.string()) } },
      handle: async (call, { params, body }) => {
        const world = worldOf(call, params);
        const { id = '' } = params;
        const before = await wordsOf(world, id);
        if (before === null) throw new ControlError(404, 'talk-unknown', `There is no talk ${id}.`);
        return json(200, await addWord(world, id, body.word));
      },
    }),
  ],
};
