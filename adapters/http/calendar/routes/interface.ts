// What the interface tells of itself (reference/calendar.md section 9).

import { json } from '../../table.ts';
import { route, type CalendarRoute } from '../call.ts';
import { contentType } from '../errors.ts';
import { interfaceIndex } from '../interface-index.ts';
import { text } from '../parameters/kinds.ts';
import { neutralNamespace } from '../links.ts';
import { describedInterface } from '../openapi.ts';
import { withDefault } from '../parameters/table.ts';

export const interfaceRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['GET'],
    path: '',
    summary: 'The routes of the interface',
    parameters: {
      namespace: withDefault(text, 'The name of the interface', neutralNamespace),
      context: withDefault(text, 'What the index is for', 'view'),
    },
    answers: { 200: { description: 'The routes, with their methods and parameters' } },
    handle: ({ routes, links, site }) =>
      json(200, interfaceIndex(routes, links, site), { 'Content-Type': contentType }),
  }),
  route({
    methods: ['GET'],
    path: '/doc',
    summary: 'The description of the interface',
    parameters: {},
    answers: { 200: { description: 'An OpenAPI document' } },
    handle: ({ routes, links, site }) =>
      json(200, describedInterface(routes, links, site), { 'Content-Type': contentType }),
  }),
];
