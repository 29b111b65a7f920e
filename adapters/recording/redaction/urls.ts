// Redacts URLs and forms: parameters by name, and the password before a host. The rest stays byte for byte.

import { formParametersMax, hasTooManyParameters } from '../../protocol/form-size.ts';
import { parameterOf } from './names.ts';
import { replaceField } from './credentials.ts';
import type { Replace, Secret } from './tokenizer.ts';

/** One parameter of a query or fragment; in a header the URL ends at a blank or angle bracket. */
const parameter = /([?&#])([^=&#?]{1,192})=([^&#]*)/g;
const parameterInHeader = /([?&#])([^=&#?<>\s]{1,192})=([^&#<>\s]*)/g;
const userInfo = /(\/\/[^/?#@:\s]*:)([^/?#\s]*)(?=@)/g;

/** A URL, or the path and query of one. */
export function replaceInUrl(replace: Replace, url: string, found: Secret[]): string {
  return replaceParameters(replace, url, parameter, found);
}

/** A header with URLs in it, such as Link. */
export function replaceInUrls(replace: Replace, header: string, found: Secret[]): string {
  return replaceParameters(replace, header, parameterInHeader, found);
}

function replaceParameters(replace: Replace, text: string, pattern: RegExp, found: Secret[]) {
  let replaced = text;
  if (text.includes('@')) {
    replaced = replaced.replaceAll(
      userInfo,
      (_all, front: string, password: string) =>
        front + encode(replace('password', decode(password), found)),
    );
  }
  if (!text.includes('=')) return replaced;
  return replaced.replaceAll(pattern, (all, mark: string, name: string, value: string) => {
    const pair = replacePair(replace, name, value, found);
    return pair === undefined ? all : mark + pair;
  });
}

const form = /^[^\s=&"{}[\]]{0,192}=[^\s&]*(?:&[^\s&]*)*$/;
/** A longer name may be the text of a secret with its padding. */
const formNameCharsMax = 39;

/** Whether a body looks like a form: `name=value&name=value`. */
export function isForm(text: string): boolean {
  const equals = text.indexOf('=');
  return equals > 0 && equals <= formNameCharsMax && form.test(text);
}

export function replaceInForm(replace: Replace, text: string, found: Secret[]): string {
  if (hasTooManyParameters(text)) return replaceWhole(replace, text);
  return text.replaceAll(
    /(?:([^&=]+)=)?([^&]+)/g,
    (all, name: string | undefined, value: string) => {
      const pair = name === undefined ? undefined : replacePair(replace, name, value, found);
      if (pair !== undefined) return pair;
      const decoded = decode(value);
      if (!looksRandom(decoded)) return all;
      return all.slice(0, all.length - value.length) + encode(replace('secret', decoded, found));
    },
  );
}

/** A form that no service reads: its parameters are not told apart, and its replacement is refused as the form is. */
function replaceWhole(replace: Replace, text: string): string {
  const rest = '&'.repeat(formParametersMax); // as long as before: bodies have a limit, too
  return replace('secret', text.slice(rest.length), []) + rest;
}

/** Long base64 with letters of both cases and digits, or long hex: no slug or title is like that. */
function looksRandom(value: string): boolean {
  return (
    (/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(value) &&
      [/[A-Z]/, /[a-z]/, /\d/].every((one) => one.test(value))) ||
    /^[0-9a-f]{40,}$/i.test(value)
  );
}

/** The token has one encoding, whatever the parameter had, because links repeat parameters in another one. */
function replacePair(replace: Replace, name: string, value: string, found: Secret[]) {
  const field = parameterOf(lastPart(decode(name)));
  if (field === undefined || value === '') return undefined;
  return `${name}=${encode(replaceField(replace, field, decode(value), found))}`;
}

/** Of `config[apiKey]` and `config.apiKey` the name is `apiKey`; of `apiKeys[]` it is `apiKeys`. */
export function lastPart(name: string): string {
  if (!/[[.]/.test(name)) return name;
  const parts = name.split(/[[\].]+/).filter((part) => part !== '' && !/^\d+$/.test(part));
  return parts.at(-1) ?? '';
}

/** As URLSearchParams reads it: malformed escapes stay as they are. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}

function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}
