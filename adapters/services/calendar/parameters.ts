// What a client sent with a request, in whatever spelling: JSON, forms, parts, queries (reference/calendar.md section 1.2).
// The path is not among them: it selects the record, whatever else is sent.

import type { HttpRequest } from '../../http/messages.ts';
import { formBody, formMembers } from './parameters/form.ts';
import { jsonMembers } from './parameters/json.ts';
import { multipartMembers } from './parameters/multipart.ts';
import type { Fields } from './parameters/values.ts';

type Members = ReadonlyMap<string, unknown>;

const none: Members = new Map();

/** What was sent, by name: in the JSON body before the form, and in that before the query. Throws JsonError or FormError. */
export function sentIn({ headers, query, body }: HttpRequest, method: string): Fields {
  const { type, boundary, isJson } = contentType(headers['content-type']);
  const inJson = isJson ? jsonMembers(body) : nothing;
  const inForm = method === 'GET' || body.length === 0 ? none : formIn(type, boundary, body);
  const inQuery = query.size === 0 ? none : formMembers(query);
  if (inForm.size === 0 && inQuery.size === 0) return inJson;
  const all = new Map([...inQuery, ...inForm]);
  for (const [name, value] of Object.entries(inJson)) {
    if (value !== null || !all.has(name)) all.set(name, value);
  }
  return Object.fromEntries(all);
}

const nothing: Fields = {};

/** The method that is meant: clients that have none but GET and POST name another in the query or in a header. */
export function methodOf({ method, query, headers }: HttpRequest): string {
  if (method === 'HEAD') return 'GET';
  if (method !== 'POST') return method;
  const inQuery = query.size === 0 ? null : query.get('_method');
  return (inQuery ?? headers['x-http-method-override'] ?? method).toUpperCase();
}

/** A body without a type is a form; one of another type says nothing. */
function formIn(type: string, boundary: string | undefined, body: Buffer): Members {
  if (type === '' || type === 'application/x-www-form-urlencoded') return formBody(body);
  return type === 'multipart/form-data' ? multipartMembers(body, boundary) : none;
}

interface ContentType {
  /** The media type in lower case. */
  readonly type: string;
  /** The boundary of its parts, where it names one. */
  readonly boundary: string | undefined;
  readonly isJson: boolean;
}

/** What the header says that came last: mostly the next one says the same. */
let last = { header: '', says: readContentType('') };

function contentType(header = ''): ContentType {
  if (header !== last.header) last = { header, says: readContentType(header) };
  return last.says;
}

function readContentType(header: string): ContentType {
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(header) ?? [];
  const isJson = /^application\/(?:[\w!#$&^.+-]+\+)?json$/.test(type);
  return { type, boundary: quoted ?? plain, isJson };
}
