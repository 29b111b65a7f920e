// Reads a raw request: its path without the prefix of its world, the world's name, its query, and the start of links in its answer.

import { rememberingLast } from '../remembering-last.ts';
import { decoded } from './decoded.ts';
import type { HttpRequest, RawRequest } from './messages.ts';

const worldPrefix = /^\/w\/([^/?]*)(?=\/|$)/;
const noQuery = new URLSearchParams();

/** Splits off the world's prefix and collapses leading slashes: clients append paths to a base URL with a trailing slash. */
export function requestOf({ method, url, headers, body, origin }: RawRequest): HttpRequest {
  const queryStart = url.indexOf('?');
  const whole = pathIn(url);
  const prefix = whole.startsWith('/w/') ? worldPrefix.exec(whole) : null;
  const site = siteOf(origin);
  return {
    method,
    headers,
    body,
    path: prefix === null ? whole : withOneSlash(whole.slice(prefix[0].length)),
    query: queryStart === -1 ? noQuery : new URLSearchParams(url.slice(queryStart + 1)),
    baseUrl: prefix === null ? site : site + prefix[0],
    worldName: prefix?.[1] ?? headers['x-reprise-world'] ?? 'default',
  };
}

/** The path of a URL, with one slash in front. */
export function pathIn(url: string): string {
  const queryStart = url.indexOf('?');
  return withOneSlash(queryStart === -1 ? url : url.slice(0, queryStart));
}

const worldInPath = /^\/(?:w\/([^/]+)|__reprise\/worlds\/([^/]+))/;

/** The name of the world that a request is for, also of one to the control plane, where names may be encoded. */
export function worldNameIn(request: Pick<RawRequest, 'url' | 'headers'>): string {
  return nameInPath(pathIn(request.url)) ?? nameInHeader(request);
}

/** As `worldNameIn`; undefined for requests to the control plane that concern no world, or several. */
export function ownWorldNameIn(request: Pick<RawRequest, 'url' | 'headers'>): string | undefined {
  const path = pathIn(request.url);
  const named = nameInPath(path);
  return named ?? (path.startsWith('/__reprise') ? undefined : nameInHeader(request));
}

function nameInPath(path: string): string | undefined {
  const [, ofService, ofControl] = worldInPath.exec(path) ?? [];
  return ofService ?? (ofControl === undefined ? undefined : decoded(ofControl));
}

function nameInHeader({ headers }: Pick<RawRequest, 'headers'>): string {
  return headers['x-reprise-world'] ?? 'default';
}

/** An upgrade to a WebSocket. */
export function isUpgrade({ headers }: Pick<RawRequest, 'headers'>): boolean {
  return headers['upgrade']?.toLowerCase() === 'websocket';
}

/** Whether its body would have to be decoded first. */
export function isEncoded({ headers, body }: RawRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && body.length > 0 && !/^(identity)?$/i.test(encoding.trim());
}

/** A path with one slash in front. */
function withOneSlash(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? path : path.replace(/^\/*/, '/');
}

/** The start of links. Falls back to localhost: a malformed Host must not get into a Link header. */
const siteOf = rememberingLast((origin: string) =>
  /^https?:\/\/[\w.:[\]-]*(\/[^\s<>"]*)?$/.test(origin) ? origin : 'http://localhost',
);
