// Translates filters of lists from their names on the wire to those of views.

import { omitUndefined, type calendar } from '../../../../core/index.ts';
import type { eventList } from '../parameters/events.ts';
import type { ParameterValues } from '../parameters/table.ts';
import type { categoryList, tagList } from '../parameters/terms.ts';
import type { venueList } from '../parameters/venues.ts';

export function eventQuery(values: ParameterValues<typeof eventList>): calendar.EventListQuery {
  const { page, search, categories, tags, venue, organizer } = values;
  const { featured, status, include, ticketed, geoloc } = values;
  return {
    page,
    perPage: values.per_page,
    ...omitUndefined({
      startDate: values.start_date,
      endDate: values.end_date,
      startsBefore: values.starts_before,
      startsAfter: values.starts_after,
      endsBefore: values.ends_before,
      endsAfter: values.ends_after,
      hasStrictDates: values.strict_dates,
      search,
      categories,
      tags,
      venue,
      organizer,
      featured,
      status,
      include,
      postParent: values.post_parent,
      ticketed,
      geoloc,
      latitude: values.geoloc_lat,
      longitude: values.geoloc_lng,
    }),
  };
}

/** Venues and organizers have the same filters. */
export function venueOrOrganizerQuery(
  values: ParameterValues<typeof venueList>,
): calendar.VenueOrOrganizerListQuery {
  const { page, search, event, status } = values;
  return {
    page,
    perPage: values.per_page,
    ...omitUndefined({
      search,
      event,
      hasEvents: values.has_events,
      hasUpcoming: values.only_with_upcoming,
      status,
    }),
  };
}

export function termQuery(
  values: ParameterValues<typeof tagList> & Pick<ParameterValues<typeof categoryList>, 'parent'>,
): calendar.TermListQuery {
  const { page, order, search, include, exclude, parent, event, post, slug } = values;
  return {
    page,
    perPage: values.per_page,
    order,
    orderBy: values.orderby,
    hidesEmpty: values.hide_empty,
    ...omitUndefined({ search, include, exclude, parent, event, post, slug }),
  };
}
