// A world that answers in place of a real service, with the ids of the recorded one as far as it has its records. Clients keep their
// credentials.

import type { World } from '../../../core/index.ts';
import type { App } from '../../protocol/app.ts';
import type { Opening } from '../../protocol/channel.ts';
import type { HttpResponse, RawRequest } from '../../protocol/messages.ts';
import { replaceIds } from '../../recording/diff/id-pairs.ts';
import { IdMarker, markOf, marksIn } from '../../recording/diff/numeric-ids.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';
import { serviceAt } from '../../services/service-at.ts';
import { services } from '../../services/index.ts';
import type { UnknownId } from '../fixture/fixture-of.ts';
import { isTextType } from '../headers.ts';
import { pathOf } from '../relay/destination.ts';
import { requestContent } from './request-content.ts';
import { SimulatedNumbers } from './simulated-numbers.ts';
import { SessionWatch } from './session-watch.ts';

export class SimulatedWorld {
  readonly name: string;
  readonly sessions = new SessionWatch();
  readonly #ownOf = new Map<string, string>();
  readonly #recordedOf = new Map<string, string>();
  /** By services whose ids are plain numbers. */
  readonly #numbers = new Map<string, SimulatedNumbers>();
  /** By the marks of numbers, and by other ids as they are. */
  readonly #unknown: Map<string, UnknownId>;
  readonly #report: (sentence: string) => void;

  constructor(
    name: string,
    world: World,
    ids: readonly UnknownId[],
    report: (text: string) => void,
  ) {
    this.name = name;
    this.#report = report;
    const pairs = ids.map((shown) => ({ shown, own: ownId(world, shown) }));
    for (const { name: service, numericIds } of services) {
      const numbered = pairs.filter(({ shown }) => shown.service === service);
      if (numericIds === undefined || numbered.length === 0) continue;
      this.#numbers.set(service, new SimulatedNumbers(service, numericIds, numbered));
    }
    for (const { shown, own } of pairs) {
      if (own === undefined || this.#numbers.has(shown.service)) continue;
      this.#ownOf.set(shown.id, own);
      this.#recordedOf.set(own, shown.id);
    }
    this.#unknown = new Map(
      pairs.flatMap(({ shown, own }) => (own === undefined ? [[keyOf(shown), shown]] : [])),
    );
  }

  /** A request as the world understands it. */
  asked(request: RawRequest): RawRequest {
    this.#reportUnknown(request);
    const { url, body, headers } = this.authorized(request);
    const own = this.#ownBody(url, headers['content-type'], body);
    const length =
      headers['content-length'] === undefined ? {} : { 'content-length': `${own.length}` };
    const [prefix, path] = this.#split(url);
    const ownPath = this.#numbersAt(path)?.sentUrl(path) ?? path;
    const ownUrl = prefix + this.#owned(ownPath);
    return { ...request, url: ownUrl, headers: { ...headers, ...length }, body: own };
  }

  /** An answer to a URL as the client understands it. */
  answered(url: string, answer: HttpResponse): HttpResponse {
    const { headers, body } = answer;
    const [, path] = this.#split(url);
    const numbers = this.#numbersAt(path);
    const asRecorded = (text: string) =>
      this.recorded(numbers === undefined ? text : numbers.received(path, text));
    const own = Object.entries(headers).map(([name, value]) => [name, asRecorded(value)]);
    return {
      ...answer,
      headers: Object.fromEntries(own),
      ...(body === undefined ? {} : { body: asRecorded(body) }),
    };
  }

  /** A text of the world with the recorded ids. */
  recorded(text: string): string {
    return replaceIds(text, (id) => this.#recordedOf.get(id) ?? id);
  }

  opened(opening: Opening): Opening {
    if (opening.kind === 'refused') return opening;
    return { ...opening, session: this.sessions.watched(opening.session) };
  }

  /** A request with credentials that the world knows, if it has any. */
  authorized<Request extends Pick<RawRequest, 'url' | 'headers'>>(request: Request): Request {
    const { authorization } = request.headers;
    if (authorization === undefined) return request;
    const [, path] = this.#split(request.url);
    const service = serviceAt(pathOf(path));
    if (service === undefined) return request;
    const own = service.publishedCredentials(authorization);
    return { ...request, headers: { ...request.headers, authorization: own } };
  }

  #ownBody(url: string, type: string | undefined, body: Buffer): Buffer {
    if (!isTextType(type)) return body;
    const [, path] = this.#split(url);
    const numbers = this.#numbersAt(path);
    const own = numbers?.sentBody(path, type ?? '', body.toString()) ?? body.toString('latin1');
    return Buffer.from(this.#owned(own), numbers === undefined ? 'latin1' : 'utf8');
  }

  /** A URL as the path of the world, and what is below it. */
  #split(url: string): readonly [prefix: string, path: string] {
    const { length } = `/w/${this.name}`;
    return [url.slice(0, length), url.slice(length)];
  }

  #numbersAt(path: string): SimulatedNumbers | undefined {
    return this.#numbers.get(serviceAt(pathOf(path))?.name ?? '');
  }

  #owned(text: string): string {
    // A client may write an address with capitals, as its checksum.
    return replaceIds(text, (id) => this.#ownOf.get(id) ?? this.#ownOf.get(id.toLowerCase()) ?? id);
  }

  /** Says once of each id that the world cannot know it. */
  #reportUnknown({ method, url: whole, headers, body }: RawRequest): void {
    if (this.#unknown.size === 0) return;
    const content = { text: body.toString('utf8') };
    const [, url] = this.#split(whole);
    const sent = requestContent({ method, url, headers: headers as WireHeaders, content });
    const ids = new IdMarker(serviceAt(sent.path)?.name ?? '', sent.path);
    const leaves = [
      ...ids.sent(sent.path).split('/'),
      ...leavesOf(ids.sent(sent.query)),
      ...leavesOf(ids.sent(sent.body)),
    ];
    for (const value of leaves.flatMap((leaf) => [leaf, ...marksIn(leaf)])) {
      const id = this.#unknown.get(value);
      if (id === undefined) continue;
      this.#unknown.delete(value);
      this.#report(
        `The simulated world does not know the ${id.kind} ${id.id}, which entry ${id.n} of the recording has shown.`,
      );
    }
  }
}

/** An app whose simulated worlds have the ids of the recorded services. `worldNamed`: undefined for others. */
export function simulatedApp(
  app: App,
  worldNamed: (name: string) => SimulatedWorld | undefined,
): App {
  const worldAt = (url: string) => worldNamed(/^\/w\/([^/?]+)/.exec(url)?.[1] ?? '');
  return {
    ...app,
    async handle(request) {
      const world = worldAt(request.url);
      if (world === undefined) return app.handle(request);
      return world.answered(request.url, await app.handle(world.asked(request)));
    },
    async open(request, peer) {
      const world = worldAt(request.url);
      if (world === undefined) return app.open(request, peer);
      return world.opened(await app.open(world.authorized(request), peer));
    },
  };
}

/** What a world has in place of an id; undefined if it has none, or texts cannot be searched for it, as for addresses in base58. */
function ownId(world: World, shown: UnknownId): string | undefined {
  if (replaceIds(keyOf(shown), () => '') !== '') return undefined;
  const service = services.find(({ name }) => name === shown.service);
  return world.peek((states) => service?.fixture.idIn?.(states, shown));
}

/** The mark of a number, other ids as they are. */
function keyOf({ service, kind, id }: UnknownId): string {
  const counter = services.find(({ name }) => name === service)?.numericIds?.kinds[kind];
  return counter === undefined ? id : markOf(counter, id);
}

/** The texts and numbers in a value, as texts. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
