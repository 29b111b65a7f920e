// Redacts credentials with parts: Authorization with its scheme, cookies with their names, WebSocket subprotocols.

import { replaceCredentials } from '../../url-credentials.ts';
import type { SecretField } from '../../services/secret-names.ts';
import { noted, tokenCharsMin, type Replace, type Secret } from './tokenizer.ts';

/** Schemes before a credential. Any other word may be a part of the secret itself. */
const schemes =
  /^(\s*)(bearer|token|basic|digest|negotiate|ntlm|jwt|key|apikey|api-key|hmac|hawk|oauth|signature|aws4-hmac-sha256)(\s+|$)/i;

/** Replaces the value of a field of a body, form or query. */
export function replaceField(replace: Replace, field: SecretField, value: string, found: Secret[]) {
  if (field.hasScheme === true) return replaceAuthorization(replace, value, found);
  if (field.isAddress === true) return replaceInEndpoint(replace, value, found);
  return field.kind === 'cookie'
    ? replaceCookies(replace, value, found)
    : replace(field.kind, value, found);
}

/** The URL of a webhook. */
export function replaceInEndpoint(replace: Replace, url: string, found: Secret[]): string {
  return replaceCredentials(url, (kind, text) => replace(kind, text, found));
}

/** `Bearer <key>` and the like. The scheme and the blanks stay, so that malformed values stay malformed. */
export function replaceAuthorization(replace: Replace, value: string, found: Secret[]): string {
  const scheme = schemes.exec(value);
  const front = scheme?.[0] ?? /^\s*/.exec(value)?.[0] ?? '';
  const credential = value.slice(front.length).trimEnd();
  const back = value.slice(front.length + credential.length);
  const isBasic = scheme?.[2]?.toLowerCase() === 'basic';
  const replaced = isBasic
    ? replaceBasic(replace, credential, found)
    : replace('key', credential, found);
  return front + replaced + back;
}

/** The login stays, unless there is no password: then it is a key. Other values are replaced as a whole. */
function replaceBasic(replace: Replace, credential: string, found: Secret[]): string {
  const decoded = Buffer.from(credential, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1 || base64(decoded) !== credential) return replace('key', credential, found);
  const last = decoded.lastIndexOf(':');
  if (last === decoded.length - 1) {
    const replaced = replace('key', decoded.slice(0, last), found);
    return noted(credential, base64(`${replaced}:`), found);
  }
  const [login, password] = [decoded.slice(0, colon), decoded.slice(colon + 1)];
  const replaced = `${login}:${replace('password', password, found)}`;
  return noted(credential, base64(replaced), found);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** `name=value; name=value`: the names stay. */
export function replaceCookies(replace: Replace, value: string, found: Secret[]): string {
  return value.replaceAll(/[^;,]+/g, (part) => replaceCookie(replace, part, found));
}

const cookieAttribute =
  /^\s*(?:(?:expires=\w{3}|max-age=-?\d{1,15}|path=(?:\{origin:path\})?(?:\/[\w.-]{0,15}){1,8}|domain=[\w.-]+|samesite=\w{0,6}|priority=\w{0,6}|httponly|secure|partitioned)\s*|\d\d[ -]\w{3}[ -]\d{2,4} [\d:]{8} GMT)$/i;

/** As `replaceCookies`, with attributes; several cookies may be joined with commas, or be lines. */
export function replaceSetCookie(replace: Replace, value: string, found: Secret[]): string {
  return value.replaceAll(/[^;,\n]+/g, (part) =>
    cookieAttribute.test(part) ? part : replaceCookie(replace, part, found),
  );
}

function replaceCookie(replace: Replace, part: string, found: Secret[]): string {
  const [front = ''] = /^(?:[^=]*=\s*|\s*)/.exec(part) ?? [];
  const value = part.slice(front.length).trimEnd();
  const back = part.slice(front.length + value.length);
  // A long name without a value is base64 with its padding.
  if (front.length >= tokenCharsMin && value.replace('=', '') === '') {
    return replace('cookie', part.trim(), found);
  }
  return front + replace('cookie', value, found) + back;
}

const subprotocolSchemes = ['token', 'bearer', 'apikey', 'api-key', 'key', 'jwt'];

/** `token, <key>` and `bearer, <key>`, as browsers send them that cannot set headers (reference/speech.md). */
export function replaceSubprotocols(replace: Replace, value: string, found: Secret[]): string {
  let before = '';
  return value.replaceAll(/[^,\n]+/g, (part) => {
    const item = part.trim();
    const isScheme = subprotocolSchemes.includes(item.toLowerCase());
    const isSecret = !isScheme && (subprotocolSchemes.includes(before) || item.includes(':'));
    if (item !== '') before = item.toLowerCase();
    return isSecret ? part.replace(item, () => replace('key', item, found)) : part;
  });
}

/** Redacted subprotocols that a server may read: those of a recording have marks, which are no subprotocols. */
export function readableSubprotocols(value: string): string {
  return value.replaceAll(/\[redacted:(\w+)\]/g, 'redacted-$1');
}
