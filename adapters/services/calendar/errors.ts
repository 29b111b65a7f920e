// Error responses of the service: status, code and data (reference/calendar.md section 1.4).

import { z } from 'zod';
import { json, type HttpResponse } from '../../protocol/messages.ts';
import type { calendar } from '../../../core/index.ts';
import type { LoginRefusal } from './authorization.ts';
import { FormError } from './parameters/form.ts';
import { JsonError } from './parameters/json.ts';
import { ParameterError, type ParameterProblem } from './parameters/read.ts';

export const contentType = 'application/json; charset=UTF-8';

interface ErrorForm {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The body of every error. Lists stand for empty maps, as the original prints them. */
export const errorAnswer = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    data: z.strictObject({
      status: z.int(),
      params: z
        .union([z.record(z.string(), z.string()), z.array(z.string())])
        .exactOptional()
        .meta({ description: 'Names of missing parameters, or the reason for each invalid one.' }),
      details: z
        .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(0)])
        .exactOptional()
        .meta({ description: 'By parameter.' }),
      term_id: z.int().exactOptional().meta({ description: 'The term of this name.' }),
      json_error_code: z.int().exactOptional(),
      json_error_message: z.string().exactOptional(),
    }),
  })
  .meta({ id: 'Error' });

/** Error responses without further data, by rejection code. */
const forms = {
  EVENT_NOT_FOUND: form(404, 'rest-event-not-found', 'No event has this id.'),
  EVENT_ID_INVALID: form(
    400,
    'rest-invalid-event-id',
    'The id belongs to a record that is not an event.',
  ),
  EVENT_NO_LONGER_AVAILABLE: form(
    403,
    'event-no-longer-available',
    'The event is no longer available.',
  ),
  EVENT_NOT_ACCESSIBLE: form(403, 'event-not-accessible', 'The event is not accessible.'),
  EVENT_PASSWORD_PROTECTED: form(
    403,
    'event-password-protected',
    'The event is protected by a password.',
  ),
  EVENT_IN_TRASH: form(410, 'event-is-in-trash', 'The event is in the trash already.'),
  EVENT_PAGE_NOT_FOUND: form(
    404,
    'event-archive-page-not-found',
    'There is no such page of events.',
  ),
  VENUE_NOT_ACCESSIBLE: form(403, 'venue-not-accessible', 'The venue is not accessible.'),
  VENUE_IN_TRASH: form(410, 'venue-is-in-trash', 'The venue is in the trash already.'),
  VENUE_PAGE_NOT_FOUND: form(
    404,
    'venue-archive-page-not-found',
    'There is no such page of venues.',
  ),
  ORGANIZER_NOT_ACCESSIBLE: form(
    403,
    'organizer-not-accessible',
    'The organizer is not accessible.',
  ),
  ORGANIZER_IN_TRASH: form(410, 'organizer-is-in-trash', 'The organizer is in the trash already.'),
  ORGANIZER_PAGE_NOT_FOUND: form(
    404,
    'organizer-archive-page-not-found',
    'There is no such page of organizers.',
  ),
  TERM_SLUG_TAKEN: form(400, 'duplicate_term_slug', 'Another term has this slug.'),
} as const satisfies Readonly<Record<calendar.PlainCalendarRejection['code'], ErrorForm>>;

function failure(
  { status, code, message }: ErrorForm,
  data: Readonly<Record<string, unknown>> = {},
): HttpResponse {
  const body = { code, message, data: { status, ...data } };
  return json(status, body, { 'Content-Type': contentType });
}

/** The error response of a rejection. */
export function rejectionResponse(rejection: calendar.CalendarRejection): HttpResponse {
  if (rejection.code === 'PARAMETERS_INVALID') return invalidParameters(rejection.problems);
  if (rejection.code === 'FORBIDDEN') return forbidden(rejection.isKnownCaller);
  if (rejection.code === 'TERM_EXISTS') return termExists(rejection.termId);
  return failure(forms[rejection.code]);
}

/** Invalid values of parameters, with the reason for each. */
function invalidParameters(reasons: Readonly<Record<string, string>>): HttpResponse {
  const names = Object.keys(reasons).join(', ');
  const invalid = form(400, 'rest_invalid_param', `Invalid parameter(s): ${names}`);
  return failure(invalid, { params: reasons, details: [] });
}

/** 401 for anonymous callers, who may retry with credentials. */
function forbidden(isKnownCaller: boolean): HttpResponse {
  const status = isKnownCaller ? 403 : 401;
  return failure(form(status, 'rest_forbidden', 'You are not allowed to do that.'));
}

function termExists(termId: number): HttpResponse {
  const exists = form(400, 'term_exists', 'A term of this name already exists.');
  return failure(exists, { term_id: termId });
}

export function noRoute(): HttpResponse {
  const message = 'No route was found matching the URL and request method.';
  return failure(form(404, 'rest_no_route', message));
}

export function refusedCredentials(refusal: LoginRefusal): HttpResponse {
  const messages = {
    invalid_username: 'No user has this login.',
    incorrect_password: 'The password is not the application password of this user.',
  };
  return failure(form(401, refusal, messages[refusal]));
}

/** An error without a WordPress code of its own, in the service's form. */
export function plainFailure(
  status: number,
  message: string,
  code: string | number = statusCodes[status] ?? 'rest_error',
): HttpResponse {
  return failure(form(status, String(code), message));
}

const statusCodes: Readonly<Record<number, string>> = {
  404: 'rest_no_route',
  500: 'internal_server_error',
};

/** The response to a request that could not be parsed; undefined for other errors. */
export function parseErrorResponse(error: unknown): HttpResponse | undefined {
  if (error instanceof ParameterError) return refusedParameters(error.problem);
  if (error instanceof JsonError) {
    return failure(form(400, 'rest_invalid_json', 'Invalid JSON body passed.'), {
      json_error_code: error.code,
      json_error_message: error.message,
    });
  }
  if (error instanceof FormError)
    return failure(form(400, 'rest_invalid_form', `${error.message}.`));
  return undefined;
}

function refusedParameters(problem: ParameterProblem): HttpResponse {
  switch (problem.kind) {
    case 'missing': {
      const missing = `Missing parameter(s): ${problem.names.join(', ')}`;
      return failure(form(400, 'rest_missing_callback_param', missing), { params: problem.names });
    }
    case 'invalid':
      return invalidParameters(problem.reasons);
    case 'mistyped':
      return mistyped(problem.types);
  }
}

function mistyped(types: Readonly<Record<string, string>>): HttpResponse {
  const all = Object.entries(types);
  const texts = all.map(([name, type]) => [name, `${name} is not of type ${type}.`] as const);
  const details = texts.map(([name, message]) => [
    name,
    { code: 'rest_invalid_type', message, data: { param: name } },
  ]);
  const names = all.map(([name]) => name).join(', ');
  return failure(form(400, 'rest_invalid_param', `Invalid parameter(s): ${names}`), {
    params: Object.fromEntries(texts),
    details: Object.fromEntries(details),
  });
}

function form(status: number, code: string, message: string): ErrorForm {
  return { status, code, message };
}
