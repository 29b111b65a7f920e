// Makes a request that is inserted into a recording. Its headers, keys and ciphertexts are copied from a similar recorded request.

import { controlPrefix } from '../../contracts/control-route.ts';
import { nodeHash } from '../../node-hash.ts';
import { noneNamedLike } from '../../wording.ts';
import { withoutWorld } from '../diff/volatile.ts';
import { isRequest, type EntryOf, type RequestEntry } from '../format/entries.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { EditError, type InsertChange } from './change.ts';
import type { RecordingSteps, StepEntry } from './recording-steps.ts';
import {
  checkControlPath,
  controlKind,
  isControlPath,
  pathInWorld,
  prefixOf,
  serviceOf,
} from './world-path.ts';

type Draft = Pick<InsertChange, 'method' | 'url' | 'body'>;

/** The methods of routes, and those that clients send for any path. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const advice = `insert a request to one of the services, or to ${controlPrefix}`;

/** Members of JSON bodies that clients make anew for each request: a request without them gets its own. */
const madeAnew = ['entitySecretCiphertext', 'idempotencyKey'] as const;

/** The lines of a new request at the place of a step; without one, at the end. */
export function insertedRequest(
  steps: RecordingSteps,
  draft: Draft,
  step: StepEntry | undefined,
): readonly [RequestEntry, EntryOf<'http.answer'>] {
  const at = step?.at ?? steps.steps.at(-1)?.at ?? Date.parse(steps.recording.header.epoch);
  const request = requestOf(steps, draft, at);
  const { n } = request;
  // The answer says that the request had its end; the replay writes the real one.
  return [
    request,
    { kind: 'http.answer', n: steps.newNumber(), h: '', at, to: n, status: 200, headers: {} },
  ];
}

function requestOf(steps: RecordingSteps, { method, url, body }: Draft, at: number): RequestEntry {
  const { world } = steps.recording.header;
  if (!methods.some((known) => known === method)) {
    throw new EditError(noneNamedLike('method', method, methods));
  }
  const isControl = isControlPath(url);
  const path = pathInWorld(url, world.name);
  const service = isControl ? 'control' : serviceOf(path, advice);
  if (isControl) checkControlPath(url, world.name);
  const like = likeOf(steps, service, method, path);
  const n = steps.newNumber();
  const isPrefixed =
    !isControl && world.name !== 'default' && like?.headers['x-reprise-world'] === undefined;
  const touch = method === 'GET' || method === 'HEAD' ? { after: 0 } : { input: 0 };
  const text = body === undefined ? undefined : withMadeAnew(body, like, n);
  const { 'content-length': _length, 'content-type': type, ...headers } = like?.headers ?? {};
  const facts = factsOf(like, n);
  return {
    kind: isControl ? controlKind(url) : 'http.request',
    n,
    h: '',
    at,
    ...touch,
    service,
    method,
    url: isPrefixed ? prefixOf(world.name) + path : path,
    origin: like?.origin ?? 'http://localhost',
    headers: {
      ...headers,
      ...(text === undefined
        ? {}
        : {
            'content-type': isForm(type, body) ? (type ?? '') : 'application/json',
            'content-length': String(Buffer.byteLength(text)),
          }),
    },
    ...(text === undefined ? {} : { text }),
    ...(facts === undefined ? {} : { facts }),
  };
}

function isForm(type: string | undefined, body: unknown): boolean {
  return typeof body === 'string' && type?.startsWith('application/x-www-form-urlencoded') === true;
}

/** The recorded request that is most like it: to the same path, or else to the same service. One whose secret was read goes first. */
function likeOf(
  { recording }: RecordingSteps,
  service: string,
  method: string,
  path: string,
): RequestEntry | undefined {
  const plain = (url: string) => withoutWorld(url).replace(/\?.*$/s, '');
  const own = recording.entries.filter(isRequest).filter((one) => one.service === service);
  const sameMethod = own.filter((one) => one.method === method);
  const exact = sameMethod.filter(({ url }) => plain(url) === plain(path));
  const lastOpened = sameMethod.findLast((one) => ciphertextKind(one) === 'opened');
  return (
    exact.findLast((one) => ciphertextKind(one) === 'opened') ??
    (ciphertextKind(exact.at(-1)) === undefined ? exact.at(-1) : lastOpened) ??
    exact.at(-1) ??
    lastOpened ??
    sameMethod.at(-1) ??
    own.at(-1)
  );
}

function ciphertextKind(request: RequestEntry | undefined): unknown {
  const ciphertext = request?.facts?.['ciphertext'];
  return isRecord(ciphertext) ? ciphertext['kind'] : undefined;
}

/** Verdicts on keys and secrets, which a redacted request does not show. A ciphertext is used once, so this one is another. */
function factsOf(like: RequestEntry | undefined, n: number): RequestEntry['facts'] {
  if (like?.facts === undefined) return undefined;
  const { faults: _none, transactionFaults: _none2, ...facts } = like.facts;
  const { ciphertext } = facts;
  if (!isRecord(ciphertext) || ciphertext['kind'] !== 'opened') return facts;
  return { ...facts, ciphertext: { ...ciphertext, nonce: digest(n, 'nonce').slice(0, 32) } };
}

function withMadeAnew(
  body: InsertChange['body'],
  like: RequestEntry | undefined,
  n: number,
): string {
  if (typeof body === 'string') return body;
  if (!isRecord(body)) return JSON.stringify(body);
  const recorded = parsed(like?.text);
  const added = madeAnew.filter(
    (name) => isRecord(recorded) && recorded[name] !== undefined && body[name] === undefined,
  );
  const own = added.map((name) => [
    name,
    name === 'idempotencyKey'
      ? uuid(digest(n, name))
      : (recorded as Readonly<Record<string, unknown>>)[name],
  ]);
  return JSON.stringify({ ...(Object.fromEntries(own) as object), ...body });
}

function digest(n: number, purpose: string): string {
  return nodeHash(`inserted ${n} ${purpose}`);
}

function uuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
