// What a client sent with a request, in whatever spelling: JSON, forms, parts, queries (reference/calendar.md section 1.2).
// The path is not among them: it selects the record, whatever else is sent.

import type { HttpRequest } from '../table.ts';
import { formBody, formMembers } from './parameters/form.ts';
import { jsonMembers } from './parameters/json.ts';
import { multipartMembers } from './parameters/multipart.ts';
import type { Sent } from './parameters/read.ts';

type Members = ReadonlyMap<string, unknown>;

const none: Members = new Map();

/** What was sent, by name: in the JSON body before the form, and in that before the query. Throws JsonError or FormError. */
export function sentIn({ method, headers, query, body }: HttpRequest): Sent {
  const [type, boundary] = contentType(headers['content-type']);
  const inJson = isJson(type) ? jsonMembers(body) : none;
  const inForm = method === 'GET' || body.length === 0 ? none : formIn(type, boundary, body);
  const inQuery = query.size === 0 ? none : formMembers(query);
  return (name) => inJson.get(name) ?? inForm.get(name) ?? inQuery.get(name) ?? inJson.get(name);
}

/** The method that is meant: clients that have none but GET and POST name another in the query or in a header. */
export function methodOf({ method, query, headers }: HttpRequest): string {
  if (method === 'HEAD') return 'GET';
  if (method !== 'POST') return method;
  return (query.get('_method') ?? headers['x-http-method-override'] ?? method).toUpperCase();
}

/** A body without a type is a form; one of another type says nothing. */
function formIn(type: string, boundary: string | undefined, body: Buffer): Members {
  if (type === '' || type === 'application/x-www-form-urlencoded') return formBody(body);
  return type === 'multipart/form-data' ? multipartMembers(body, boundary) : none;
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w!#$&^.+-]+\+)?json$/.test(type);
}

/** The media type in lower case, and the boundary that it names. */
function contentType(header = ''): readonly [type: string, boundary: string | undefined] {
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(header) ?? [];
  return [type, quoted ?? plain];
}
