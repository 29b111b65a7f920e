// Where ids of the calendar are on the wire. Posts (events, venues, organizers, images) have one counter, terms another.

import type { NumericIds } from '../../contracts/numeric-ids.ts';

const post = 'post';
const term = 'term';

const members = new Map([
  ['event', post],
  ['id', post],
  ['image', post],
  ['organizer', post],
  ['post', post],
  ['post_parent', post],
  ['venue', post],
  ['categories', term],
  ['parent', term],
  ['tags', term],
  ['term_taxonomy_id', term],
]);

export const calendarIds: NumericIds = {
  counterOf(name, { record, holder, path }) {
    if (name === 'include' || name === 'exclude') return isOfTerms(path) ? term : post;
    const isTerm = 'taxonomy' in record || holder === 'categories' || holder === 'tags';
    return name === 'id' && isTerm ? term : members.get(name);
  },
  segments: {
    events: post,
    organizers: post,
    venues: post,
    categories: term,
    tags: term,
    tribe_events_cat: term,
  },
  kinds: { image: post, venue: post, organizer: post, event: post, category: term, tag: term },
};

function isOfTerms(path: string): boolean {
  return /\/(categories|tags)\/?$/.test(path);
}
