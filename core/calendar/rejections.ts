// All rejections, in the order of their checks (reference/calendar.md sections 1.1 and 1.4): parameters, permissions, the
// addressed record.

export const rejectionCodes = [
  'PARAMETERS_INVALID',
  'FORBIDDEN',
  'EVENT_NOT_FOUND',
  'EVENT_ID_INVALID',
  'EVENT_NO_LONGER_AVAILABLE',
  'EVENT_NOT_ACCESSIBLE',
  'EVENT_PASSWORD_PROTECTED',
  'EVENT_IN_TRASH',
  'VENUE_NOT_ACCESSIBLE',
  'VENUE_IN_TRASH',
  'ORGANIZER_NOT_ACCESSIBLE',
  'ORGANIZER_IN_TRASH',
  'EVENT_PAGE_NOT_FOUND',
  'VENUE_PAGE_NOT_FOUND',
  'ORGANIZER_PAGE_NOT_FOUND',
  'TERM_EXISTS',
  'TERM_SLUG_TAKEN',
] as const;

export type CalendarRejectionCode = (typeof rejectionCodes)[number];

export type CalendarRejection = InvalidParameters | Forbidden | TermExists | PlainCalendarRejection;

export interface InvalidParameters {
  readonly code: 'PARAMETERS_INVALID';
  /** By the names of parameters on the wire. */
  readonly problems: Readonly<Record<string, string>>;
}

export interface Forbidden {
  readonly code: 'FORBIDDEN';
  /** Anonymous callers may retry with credentials. */
  readonly isKnownCaller: boolean;
}

export interface TermExists {
  readonly code: 'TERM_EXISTS';
  /** The existing term. */
  readonly termId: number;
}

/** A rejection without further data. */
export interface PlainCalendarRejection {
  readonly code: Exclude<
    CalendarRejectionCode,
    (InvalidParameters | Forbidden | TermExists)['code']
  >;
}
