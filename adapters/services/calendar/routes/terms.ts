// The routes of categories and tags.

import { calendar, inOnePiece, type Event, type States } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import { idIn, route, type CalendarRouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, jsonHeaders, queryState, execute } from '../handlers.ts';
import { categoryCreation, categoryUpdate, tagCreation, tagUpdate } from '../parameters/terms.ts';
import { byTable } from '../parameters/table-reader.ts';
import { coreTermOf } from '../wire/addresses.ts';
import { schemas } from '../wire/schemas.ts';
import { termFields } from '../wire/fields.ts';
import { printTerm } from '../wire/term.ts';
import { updateMethods } from './posts.ts';

export const categoryRoutes = routesOf('/categories', 'category', {
  creation: categoryCreation,
  change: categoryUpdate,
});

export const tagRoutes = routesOf('/tags', 'tag', { creation: tagCreation, change: tagUpdate });

type Tables =
  | { readonly creation: typeof categoryCreation; readonly change: typeof categoryUpdate }
  | { readonly creation: typeof tagCreation; readonly change: typeof tagUpdate };

function routesOf(
  collection: string,
  taxonomy: calendar.Taxonomy,
  { creation, change }: Tables,
): readonly CalendarRoute[] {
  const noun = taxonomy === 'category' ? 'Category' : 'Tag';
  const path = `${collection}/:id`;
  const termAnswer = { description: `The ${taxonomy}.`, body: schemas.Term };
  return [
    route({
      methods: ['POST'],
      path: collection,
      name: `create${noun}`,
      summary: `Creates a ${taxonomy}.`,
      reads: byTable(creation),
      answers: { 201: termAnswer },
      handle: (context, { values }) => create(context, taxonomy, termFields(values)),
    }),
    route({
      methods: ['GET'],
      path,
      name: `get${noun}`,
      summary: `Returns a ${taxonomy}.`,
      answers: { 200: termAnswer },
      handle: (context, { params }) =>
        queryState(
          context,
          ({ calendar: state }) => calendar.termOf(state, taxonomy, idIn(params)),
          (term) => answer(200, JSON.stringify(printTerm(term, context))),
        ),
    }),
    route({
      methods: updateMethods,
      path,
      name: `update${noun}`,
      summary: `Updates a ${taxonomy}.`,
      reads: byTable(change),
      answers: { 200: termAnswer },
      handle: (context, { values, params }) =>
        update(context, taxonomy, idIn(params), termFields(values)),
    }),
    route({
      methods: ['DELETE'],
      path,
      name: `delete${noun}`,
      summary: `Deletes a ${taxonomy} permanently.`,
      answers: { 200: termAnswer },
      handle: (context, { params }) => remove(context, taxonomy, idIn(params)),
    }),
  ];
}

function create(
  context: CalendarRouteContext,
  taxonomy: calendar.Taxonomy,
  fields: calendar.TermFields,
): RouteAnswer {
  return execute(
    context,
    (origin) => ({ type: 'CreateTerm', ...origin, taxonomy, fields }),
    inOnePiece(({ calendar: state }: States, events: readonly Event[]) => {
      const [event] = events as readonly calendar.CalendarEvent[];
      const id = event?.type === 'TermCreated' ? event.term.id : 0;
      const view = calendar.termView(state, taxonomy, id);
      if (view === undefined) return answer(201, '{}');
      return answer(201, JSON.stringify(printTerm(view, context)), {
        ...jsonHeaders,
        Location: coreTermOf(context, view),
      });
    }),
  );
}

function update(
  context: CalendarRouteContext,
  taxonomy: calendar.Taxonomy,
  termId: number,
  fields: calendar.TermFields,
): RouteAnswer {
  return execute(
    context,
    (origin) => ({ type: 'UpdateTerm', ...origin, taxonomy, termId, fields }),
    inOnePiece((states: States) => answer(200, printed(context, states, taxonomy, termId))),
  );
}

/** The response is the term before its deletion, so it is printed first. */
function remove(
  context: CalendarRouteContext,
  taxonomy: calendar.Taxonomy,
  termId: number,
): RouteAnswer {
  let former = '{}';
  return execute(
    context,
    (origin, states) => {
      former = printed(context, states, taxonomy, termId);
      return { type: 'DeleteTerm', ...origin, taxonomy, termId };
    },
    inOnePiece(() => answer(200, former)),
  );
}

function printed(
  context: CalendarRouteContext,
  { calendar: state }: States,
  taxonomy: calendar.Taxonomy,
  id: number,
): string {
  const view = calendar.termView(state, taxonomy, id);
  return view === undefined ? '{}' : JSON.stringify(printTerm(view, context));
}
