// Removes secrets of an endpoint from its own answer, so that none enters the world: some endpoints repeat their requests.

import type { CallRequest } from '../../../contracts/calls.ts';
import { secretMark } from '../../../url-credentials.ts';

/** Shorter values would hide other text. */
const secretCharsMin = 8;
/** Headers whose values are no secrets. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent']);

/** Replaces the values of the headers, and the credentials of the URL, as they are and as JSON and URLs escape them. */
export function withoutEchoes({
  url,
  headers,
}: Pick<CallRequest, 'url' | 'headers'>): (text: string) => string {
  const values = [...headerSecrets(headers), ...urlSecrets(url)];
  const forms = values
    .filter(({ length }) => length >= secretCharsMin)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  // A secret may be part of a longer one.
  const sorted = [...new Set(forms)].toSorted((left, right) => right.length - left.length);
  return (text) => sorted.reduce((left, form) => left.replaceAll(form, secretMark), text);
}

/** Whole values, and without the scheme in front: `Bearer`. */
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
