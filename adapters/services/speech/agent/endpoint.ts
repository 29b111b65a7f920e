// Endpoints in messages to the voice agent: URLs with headers, which a session calls.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import { isLoopback } from '../../../loopback.ts';
import { secretMark } from '../../../url-credentials.ts';
import { endpointHeaderNameCharsMax, endpointHeadersMax, endpointUrlCharsMax } from './limits.ts';
import { parsedUrl } from './endpoint-hosts.ts';
import { invalid } from './problem.ts';
import type { AgentReading, AgentRules } from './rules.ts';
import { hasCredentials, hasMarkedCredentials, headerNames, maskedUrl } from './secrets.ts';

const headers = z.record(z.string(), z.string());

/** The endpoint of a thinker or a voice. */
export const providerEndpoint = z
  .strictObject({ url: z.string(), headers })
  .meta({ id: 'AgentEndpoint', description: 'A provider of the client’s own.' });

type ProviderEndpoint = z.infer<typeof providerEndpoint>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The endpoint of a function. */
export const functionEndpoint = z
  .strictObject({
    url: z.string(),
    method: z
      .string()
      .toUpperCase()
      .pipe(z.enum(methods, { error: `must be one of ${methods.join(', ')}` }))
      .exactOptional()
      .meta({ description: 'In any letter case; POST by default.' }),
    headers: headers.exactOptional(),
  })
  .meta({ description: 'Where the function is called. Absent: the client carries it out.' });

/** Reads an endpoint, and stores its secrets under `key`. `place`: its path in the message. */
export function endpointOf(
  given: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
  place: string,
  key: string,
  reading: AgentReading,
): speech.Endpoint {
  const { isAllowed, secrets } = reading;
  const url = urlOf(given.url, place, calledSchemes);
  const mayBeCalled = isAllowed(url.hostname);
  if (url.protocol === 'http:' && !mayBeCalled && !isLoopback(url.hostname)) {
    throw wrongUrl(place, calledSchemes);
  }
  const values = headersOf(given.headers ?? {}, place, reading);
  if (hasMarkedCredentials(given.url)) checkMarks(`${place}.url`, reading);
  const names = headerNames(values);
  if (names.length > 0 || hasCredentials(given.url)) {
    secrets.set(key, { url: given.url, headers: values });
  }
  return { url: maskedUrl(given.url), headers: names, isAllowed: mayBeCalled };
}

/** Checks the endpoint of a voice. It is never called: built-in voices speak. */
export function checkVoiceEndpoint(
  { url: text, headers: given }: ProviderEndpoint,
  place: string,
  kind: string,
  rules: AgentRules,
): void {
  const isEleven = kind === 'eleven_labs';
  const url = urlOf(text, place, isEleven ? elevenSchemes : voiceSchemes);
  headersOf(given, place, rules);
  const name = isEleven ? reservedParameters.find((each) => url.searchParams.has(each)) : undefined;
  if (name !== undefined) {
    throw invalid(`${place}.url`, `must not have the query parameter ${name}`);
  }
}

const reservedParameters = ['output_format', 'model_id'];

interface Schemes {
  readonly protocols: readonly string[];
  readonly words: string;
}

const calledSchemes: Schemes = {
  protocols: ['https:', 'http:'],
  words: 'an https URL, or an http URL of a host that is allowed (`--allow-host`)',
};
const voiceSchemes: Schemes = { protocols: ['https:'], words: 'an https URL' };
const elevenSchemes: Schemes = {
  protocols: ['https:', 'wss:'],
  words: 'an https or wss URL',
};

/** The only accepted form of URLs, in which credentials are recognised. URL parsers accept others, such as backslashes. */
const plainUrl = /^[a-z]+:\/\/(?:[^@/?#\s\\]*@)?[^@/?#\s\\]+(?:[/?#][^\s\\]*)?$/i;

/** Throws MessageProblem, without the URL: it may contain credentials. */
function urlOf(text: string, place: string, schemes: Schemes): URL {
  if (maskedUrl(text).length > endpointUrlCharsMax) {
    throw invalid(`${place}.url`, `must have at most ${endpointUrlCharsMax} characters`);
  }
  const url = plainUrl.test(text) ? parsedUrl(text) : undefined;
  if (url === undefined || !schemes.protocols.includes(url.protocol)) {
    throw wrongUrl(place, schemes);
  }
  return url;
}

function wrongUrl(place: string, { words }: Schemes) {
  return invalid(`${place}.url`, `must be ${words}`);
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The headers, with names in lower case. Refuses only the mark as a value, since recordings have other marks. */
function headersOf(
  given: Readonly<Record<string, string>>,
  place: string,
  rules: AgentRules,
): Readonly<Record<string, string>> {
  const entries = Object.entries(given);
  if (entries.length > endpointHeadersMax) {
    throw invalid(`${place}.headers`, `must have at most ${endpointHeadersMax} members`);
  }
  const isName = (name: string) => token.test(name) && name.length <= endpointHeaderNameCharsMax;
  if (!entries.every(([name]) => isName(name))) {
    throw invalid(
      `${place}.headers`,
      `must have names of headers, of at most ${endpointHeaderNameCharsMax} characters`,
    );
  }
  if (entries.some(([, value]) => value === secretMark)) checkMarks(`${place}.headers`, rules);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Throws MessageProblem unless the agent comes from a stored fixture: the call would send the mark. */
function checkMarks(place: string, { hasMarks = false }: AgentRules): void {
  if (hasMarks) return;
  throw invalid(
    place,
    `must have the secret itself, not ${secretMark}, which is shown in its place`,
  );
}
