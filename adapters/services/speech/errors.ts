// Errors of the speech service (reference/speech.md section 2, "Refused upgrade").

import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { speech } from '../../../core/index.ts';
import { json, type HttpResponse } from '../../protocol/messages.ts';

export interface ErrorForm {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The body of every error. */
export const errorAnswer = z
  .strictObject({
    err_code: z.string(),
    err_msg: z.string(),
    request_id: z.uuid(),
  })
  .meta({ id: 'Error' });

export const speechErrors = {
  credentialsMissing: unauthorized(
    'Invalid credentials: send the header Authorization: Token <key>, or the subprotocols token, <key>.',
  ),
  credentialsMalformed: unauthorized(
    'Invalid credentials: Authorization must be Token <key> or Bearer <access token>.',
  ),
  keyUnknown: unauthorized(
    'Invalid credentials: the API key is unknown. Send one of the keys in the setting speechKeys of this world.',
  ),
  tokenInvalid: unauthorized(
    'Invalid credentials: Bearer takes an access token of this world, from POST /v1/auth/grant. Send an API key as Token.',
  ),
  tokenExpired: unauthorized(
    'Invalid credentials: the access token has expired on the clock of this world. Get another from POST /v1/auth/grant.',
  ),
  keyNeeded: {
    status: 403,
    code: 'INSUFFICIENT_PERMISSIONS',
    message: 'An access token grants no further tokens: send an API key.',
  },
  sessionsFull: {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: `A world has at most ${speech.sessionsMax} open sessions: close one first.`,
  },
} as const satisfies Record<string, ErrorForm>;

function unauthorized(message: string): ErrorForm {
  return { status: 401, code: 'INVALID_AUTH', message };
}

/** An invalid parameter or body. */
export function badRequest(message: string): ErrorForm {
  return { status: 400, code: 'Bad Request', message };
}

/** An error whose code is the name of its status. */
export function plainError(status: number, message: string): ErrorForm {
  const name = STATUS_CODES[status] ?? 'Error';
  return { status, code: name.toUpperCase().replaceAll(/[^A-Z]+/g, '_'), message };
}

/** The response of an error. */
export function failure({ status, code, message }: ErrorForm, requestId: string): HttpResponse {
  const body = { err_code: code, err_msg: message, request_id: requestId };
  return json(status, body, { 'dg-request-id': requestId, 'dg-error': headerText(message) });
}

/** A message as the value of a header: other characters than printable ASCII become question marks. */
function headerText(message: string): string {
  return message.replaceAll(/[^ -~]/g, '?');
}
