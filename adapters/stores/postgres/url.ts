// The URL of a database as an operator gives it: what is wrong with it, how it is shown, and how the package gets it.

import { readFileSync } from 'node:fs';
import { secretMark } from '../../url-credentials.ts';

/** Modes that verify the certificate and the host name. The package treats all of them as `verify-full`, and warns of the others. */
const verifying = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);
const modes = new Set([...verifying, 'disable', 'no-verify']);

/** Parameters whose values are no secrets. */
const shownParameters = new Set([
  'application_name',
  'connect_timeout',
  'host',
  'options',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
]);

/** Scheme, authority, path, query and fragment. */
const parts = /^([a-z]+:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#.*)?$/is;

export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** A URL to show to operators, with a mark in place of the password; of one that may have a part of it anywhere, the scheme. */
export function shownUrl(url: string): string {
  const [, scheme = '', authority = '', path = '', query] = parts.exec(url) ?? [];
  if (isAmbiguous(url)) return `${scheme}${secretMark}`;
  const shownQuery =
    query === undefined ? '' : `?${query.split('&').map(shownParameter).join('&')}`;
  return `${scheme}${shownAuthority(authority)}${path}${shownQuery}`;
}

function shownAuthority(authority: string): string {
  const end = authority.lastIndexOf('@');
  const [user = '', ...password] = authority.slice(0, Math.max(0, end)).split(':');
  const host = authority.slice(end + 1);
  if (end >= 0) return `${user}${password.length > 0 ? `:${secretMark}` : ''}@${host}`;
  const colon = host.indexOf(':', host.indexOf(']') + 1);
  const isPort = colon < 0 || /^\d*$/.test(host.slice(colon + 1));
  return isPort ? host : `${host.slice(0, colon)}:${secretMark}`; // a password whose host was left out
}

function shownParameter(parameter: string): string {
  const [name = '', value] = parameter.split(/=(.*)/s);
  return value === undefined || shownParameters.has(name) ? parameter : `${name}=${secretMark}`;
}

/** Whether there is a #, or an @ where none belongs: it may be part of a password that was not encoded. */
function isAmbiguous(url: string): boolean {
  const [, , , path = '', query = '', fragment] = parts.exec(url) ?? [];
  const isNoParameter = (parameter: string) => /^[^=]*@/.test(parameter);
  return path.includes('@') || fragment !== undefined || query.split('&').some(isNoParameter);
}

/** Why a URL cannot be used, as the end of a sentence; undefined if it can. */
export function urlFlaw(url: string): string | undefined {
  if (isAmbiguous(url)) {
    return 'its password or another part has a character that must be encoded: write @ as %40, / as %2F, ? as %3F, # as %23';
  }
  if (!URL.canParse(url)) return 'it cannot be parsed as a URL';
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode');
  if (mode !== null && !modes.has(mode))
    return `its sslmode is not one of ${[...modes].join(', ')}`;
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name);
    const reason = file === null ? undefined : unreadable(file);
    if (reason !== undefined) return `its ${name} ${file} cannot be read (${reason})`;
  }
  return undefined;
}

function unreadable(file: string): string | undefined {
  try {
    readFileSync(file);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The URL for the package; see `verifying`. */
export function connectionUrl(url: string): string {
  const given = new URL(url);
  if (!verifying.has(given.searchParams.get('sslmode') ?? '')) return url;
  given.searchParams.set('sslmode', 'verify-full');
  return given.href;
}
