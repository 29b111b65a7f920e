// The parameters of categories and tags (reference/calendar.md section 8, spec/calendar.md).

import { calendar } from '../../../../core/index.ts';
import { boolean, idOrSlug, ids, oneOf, positiveInteger, sortOrder, text, upTo } from './kinds.ts';
import { pageParameters } from './page.ts';
import { optional, optionally, required, withDefault } from './table.ts';

function termCreation(kind: string) {
  return {
    name: required(upTo(calendar.nameCharsMax, text), `The name of the ${kind}`),
    description: optional(upTo(calendar.termHtmlCharsMax, text), `The description of the ${kind}`),
    slug: optional(upTo(calendar.nameCharsMax, text), `The slug of the ${kind}`),
  };
}

export const tagCreation = termCreation('tag');
export const tagUpdate = optionally(tagCreation);

export const categoryCreation = {
  ...termCreation('category'),
  parent: optional(idOrSlug, 'The parent of the category, by id or slug'),
};
export const categoryUpdate = optionally(categoryCreation);

/** Sort keys of terms; the first is the default. */
const sortKeys = ['name', 'id', 'slug', 'count', 'include', 'description', 'term_group'] as const;

function termList(items: string) {
  return {
    ...pageParameters(items),
    search: optional(
      upTo(calendar.searchCharsMax, text),
      `A text that ${items} have in their name or slug`,
    ),
    exclude: optional(ids, `Ids of ${items} to leave out`),
    include: optional(ids, `Ids of the only ${items} to return`),
    order: withDefault(sortOrder, 'The direction of the order', 'asc'),
    orderby: withDefault(oneOf(sortKeys), `What ${items} are ordered by`, 'name'),
    hide_empty: withDefault(boolean, `Whether ${items} without events are left out`, true),
    post: optional(positiveInteger, `The id of an event that has the ${items}`),
    event: optional(positiveInteger, 'The same as post, and before it'),
    slug: optional(upTo(calendar.nameCharsMax, text), `The slug of the ${items} to return`),
  };
}

export const tagList = termList('tags');

export const categoryList = {
  ...termList('categories'),
  parent: optional(positiveInteger, 'The id of the category whose children to return'),
};
