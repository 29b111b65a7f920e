// The calendar's API for adapters: commands, rejections, views, dates and texts.

export { calendar as domain } from './index.ts';
export {
  roles,
  type CalendarCommand,
  type SetOperatorFields,
  type Caller,
  type CommandOrigin,
  type KnownCaller,
  type EventFields,
  type Link,
  type OrganizerFields,
  type PostName,
  type Role,
  type Site,
  type TermFields,
  type TermReference,
  type VenueFields,
} from './commands.ts';
export {
  addMonths,
  dateDetails,
  daySeconds,
  fieldsOf,
  formatSeconds,
  secondsOf,
  startOfDay,
  weekdayOf,
} from './dates/civil.ts';
export { zoneDataVersion, zoneNamed, type Zone, type ZoneChange } from './dates/zones.ts';
export type { CalendarEvent } from './events.ts';
export { categoryLevelsMax, taxonomies, type Taxonomy, type TaxonomyTerm } from './records/term.ts';
export type { Image } from './records/image.ts';
export type { OrganizerPost } from './records/organizer.ts';
export { postKinds, statuses, type Post, type PostKind, type Status } from './records/post.ts';
export type { Place, VenuePost } from './records/venue.ts';
export {
  rejectionCodes,
  type CalendarRejection,
  type InvalidParameters,
  type PlainCalendarRejection,
  type CalendarRejectionCode,
} from './rejections.ts';
export * from './rules.ts';
export { imageSizeNames, imageUrlLengthMax } from './text/image-url.ts';
export { htmlCharsMax } from './text/paragraphs.ts';
export { costCharsMax, costOf, type Cost, type CostSite } from './text/cost.ts';
export { foldCase } from './text/search.ts';
export { slugOf } from './text/slug.ts';
export { postLife, type FieldChange, type PostChange, type PostFields } from './streams.ts';
export * from './text/limits.ts';
export { texturize } from './text/title.ts';
export * from './views.ts';
