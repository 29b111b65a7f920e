// A world that answers in place of a real service, with the ids of the recorded one as far as it has its records. Clients keep their
// credentials.

import type { World } from '../../../core/index.ts';
import type { App } from '../../protocol/app.ts';
import type { Opening } from '../../protocol/channel.ts';
import type { HttpResponse, RawRequest } from '../../protocol/messages.ts';
import { replaceIds } from '../../recording/diff/id-pairs.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';
import { serviceAt } from '../../services/service-at.ts';
import { services } from '../../services/index.ts';
import type { UnknownId } from '../fixture/fixture-of.ts';
import { isTextType } from '../headers.ts';
import { pathOf } from '../relay/destination.ts';
import { requestContent } from './request-content.ts';
import { SessionWatch } from './session-watch.ts';

export class SimulatedWorld {
  readonly name: string;
  readonly sessions = new SessionWatch();
  readonly #ownOf = new Map<string, string>();
  readonly #recordedOf = new Map<string, string>();
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
    for (const { shown, own } of pairs) {
      if (own === undefined) continue;
      this.#ownOf.set(shown.id, own);
      this.#recordedOf.set(own, shown.id);
    }
    this.#unknown = new Map(
      pairs.flatMap(({ shown, own }) => (own === undefined ? [[shown.id, shown]] : [])),
    );
  }

  /** A request as the world understands it. */
  asked(request: RawRequest): RawRequest {
    this.#reportUnknown(request);
    const { url, body, headers } = this.authorized(request);
    const isText = isTextType(headers['content-type']);
    const own = isText ? Buffer.from(this.#owned(body.toString('latin1')), 'latin1') : body;
    const length =
      headers['content-length'] === undefined ? {} : { 'content-length': `${own.length}` };
    return { ...request, url: this.#owned(url), headers: { ...headers, ...length }, body: own };
  }

  /** An answer as the client understands it. */
  answered(answer: HttpResponse): HttpResponse {
    const { headers, body } = answer;
    const own = Object.entries(headers).map(([name, value]) => [name, this.recorded(value)]);
    return {
      ...answer,
      headers: Object.fromEntries(own),
      ...(body === undefined ? {} : { body: this.recorded(body) }),
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
    const path = pathOf(request.url).slice(`/w/${this.name}`.length);
    const service = serviceAt(path);
    if (service === undefined) return request;
    const own = service.publishedCredentials(authorization);
    return { ...request, headers: { ...request.headers, authorization: own } };
  }

  #owned(text: string): string {
    // A client may write an address with capitals, as its checksum.
    return replaceIds(text, (id) => this.#ownOf.get(id) ?? this.#ownOf.get(id.toLowerCase()) ?? id);
  }

  /** Says once of each id that the world cannot know it. */
  #reportUnknown({ method, url, headers, body }: RawRequest): void {
    if (this.#unknown.size === 0) return;
    const content = { text: body.toString('utf8') };
    const sent = requestContent({ method, url, headers: headers as WireHeaders, content });
    for (const value of [
      ...sent.path.split('/'),
      ...leavesOf(sent.query),
      ...leavesOf(sent.body),
    ]) {
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
      return world.answered(await app.handle(world.asked(request)));
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
  if (replaceIds(shown.id, () => '') !== '') return undefined;
  const service = services.find(({ name }) => name === shown.service);
  return world.peek((states) => service?.fixture.idIn?.(states, shown));
}

/** The texts and numbers in a value, as texts. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
