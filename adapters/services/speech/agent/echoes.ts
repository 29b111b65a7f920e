// Removes the secrets of an endpoint from its answer, since some endpoints echo their requests.

import type { CallRequest } from '../../../contracts/calls.ts';
import { secretMark } from '../../../url-credentials.ts';

/** Replacing shorter values would damage other text. */
const secretCharsMin = 8;
/** Headers whose values are not secret. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent']);

/** Replaces header values and URL credentials, in plain text and escaped as in JSON and URLs. */
export function withoutEchoes({
  url,
  headers,
}: Pick<CallRequest, 'url' | 'headers'>): (text: string) => string {
  const values = [...headerSecrets(headers), ...urlSecrets(url)];
  const forms = values
    .filter(({ length }) => length >= secretCharsMin)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  // The longest first: one secret may contain another.
  const sorted = [...new Set(forms)].toSorted((left, right) => right.length - left.length);
  return (text) => sorted.reduce((left, form) => left.replaceAll(form, secretMark), text);
}

/** The whole value, and the value without its scheme, such as `Bearer`. */
function headerSecrets(headers: CallRequest['headers']): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => !plainHeaders.has(name.toLowerCase()))
    .flatMap(([, value]) => [value.trim(), value.trim().replace(/^\S+\s+/, '')]);
}

function urlSecrets(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  return [...[username, password].map(decoded), ...searchParams.values()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
