// Reads the fields of a request from JSON, forms, multipart bodies and queries (reference/calendar.md section 1.2). Path
// parameters are read separately: they select the record, whatever the body says.

import type { HttpRequest } from '../../protocol/messages.ts';
import { formBody, formMembers } from './parameters/form.ts';
import { jsonMembers } from './parameters/json.ts';
import { multipartMembers } from './parameters/multipart.ts';
import type { SentFields } from './parameters/values.ts';

type Members = ReadonlyMap<string, unknown>;

const none: Members = new Map();

/** The fields by name; JSON bodies override forms, and forms override queries. Throws JsonError or FormError. */
export function readSentFields({ headers, query, body }: HttpRequest, method: string): SentFields {
  const contentType = headers['content-type'] ?? '';
  const type = mediaTypeOf(contentType);
  const inJson = isJson(type) ? jsonMembers(body) : nothing;
  const inForm = method === 'GET' || body.length === 0 ? none : formIn(type, contentType, body);
  const inQuery = query.size === 0 ? none : formMembers(query);
  if (inForm.size === 0 && inQuery.size === 0) return inJson;
  const all = new Map([...inQuery, ...inForm]);
  for (const [name, value] of Object.entries(inJson)) {
    if (value !== null || !all.has(name)) all.set(name, value);
  }
  return Object.fromEntries(all);
}

const nothing: SentFields = {};

/** The requested method: clients limited to GET and POST send another one in the query or in a header. */
export function effectiveMethod({
  method,
  query,
  headers,
}: Pick<HttpRequest, 'method' | 'query' | 'headers'>): string {
  if (method === 'HEAD') return 'GET';
  if (method !== 'POST') return method;
  const inQuery = query.size === 0 ? null : query.get('_method');
  return (inQuery ?? headers['x-http-method-override'] ?? method).toUpperCase();
}

/** Bodies without a type are forms; bodies of other types have no fields. */
function formIn(type: string, contentType: string, body: Buffer): Members {
  if (type === '' || type === 'application/x-www-form-urlencoded') return formBody(body);
  return type === 'multipart/form-data' ? multipartMembers(body, boundaryOf(contentType)) : none;
}

/** The media type of a Content-Type header, in lower case. */
function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/[\w!#$&^.+-]+\+json$/.test(type);
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}
