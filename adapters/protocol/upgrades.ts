// Opens a session for an upgrade to a WebSocket, in the channel and the world that it is for; recorders, faults and observers stand
// between the session and its client.

import type { World } from '../../core/index.ts';
import { monotonicMs } from '../host-timers.ts';
import { countedPeer, countedSession, type Admission, type CountBytes } from './admission.ts';
import {
  protocolsOf,
  type Channel,
  type Opening,
  type Peer,
  type UpgradeRequest,
} from './channel.ts';
import type { ExchangeHook } from './exchange-hook.ts';
import { upgradeUrlCharsMax } from './limits.ts';
import { emptyBytes, type HttpResponse, type RawUpgrade } from './messages.ts';
import { errorResponse, type Refusals } from './refusals.ts';
import type { RequestMeter } from './request-meter.ts';
import { observedBy, type ObserveRequest } from './request-observer.ts';
import { sizeRefusal } from './request-size.ts';
import { requestOf } from './request-target.ts';
import type { ServiceDirectory } from './service-directory.ts';
import type { FrameFilter, NewSocket, Opener, Service } from './service.ts';
import { checkAnswer, countingPeer, withListeners } from './session-checks.ts';

export interface UpgradesOptions {
  /** Default: the channel by itself. */
  readonly opener?: Opener;
  /** Limits the upgrades to channels of a world, before it is looked for. Default: all are admitted. */
  readonly admission?: Admission;
  /** Called for each request to a world; the result is called once, when it is answered. */
  readonly onRequest?: (world: World) => () => void;
  /** Called for each socket of a world; the result is called once, when the socket closes. */
  readonly onSocket?: (world: World, peer: Peer) => () => void;
  /** Called for each socket of a world, before it is opened. Replays have none: a recording has the frames of the sessions. */
  readonly frameFilter?: (socket: NewSocket) => FrameFilter;
  /** Observers of exchanges, by the names of their worlds. */
  readonly hooks?: ReadonlyMap<string, ExchangeHook>;
  /** Called with each upgrade to a service that is in a world, and to no service. */
  readonly observeRequest?: ObserveRequest;
  readonly requestMeter?: RequestMeter;
}

const switchingProtocols = 101;

/** An upgrade to a channel of a world. */
interface ChannelUpgrade {
  readonly raw: RawUpgrade;
  readonly service: Service;
  readonly channel: Channel;
  readonly peer: Peer;
  readonly world: World;
  readonly upgrade: UpgradeRequest;
}

export class Upgrades {
  readonly #directory: ServiceDirectory;
  readonly #refusals: Refusals;
  readonly #options: UpgradesOptions;

  constructor(directory: ServiceDirectory, refusals: Refusals, options: UpgradesOptions) {
    this.#directory = directory;
    this.#refusals = refusals;
    this.#options = options;
  }

  /** Opens a session for a WebSocket, or refuses it before the upgrade; never rejects. */
  readonly open = async (raw: RawUpgrade, peer: Peer): Promise<Opening> => {
    try {
      return await this.#open(raw, peer);
    } catch (error) {
      return refused(this.#refusals.forError({ ...raw, method: 'GET' }, error));
    }
  };

  async #open(raw: RawUpgrade, peer: Peer): Promise<Opening> {
    const request = requestOf({ ...raw, method: 'GET', body: emptyBytes });
    const { path, headers, worldName } = request;
    const service = this.#directory.channelOwnerOf(request);
    const refuse = (status: number, message: string) =>
      refused(this.#refusals.to(service, request, status, message));
    const tooLarge = sizeRefusal(raw, upgradeUrlCharsMax);
    if (tooLarge !== undefined) return refuse(...tooLarge);
    if (service === undefined) return refused(this.#refusals.nothingAt(request));
    const channel = service.channelAt?.(path);
    if (channel === undefined) {
      return refuse(404, `There is no WebSocket at ${path.slice(0, 200)}.`);
    }
    const protocols = protocolsOf(headers['sec-websocket-protocol']);
    if (protocols === undefined) return refuse(400, 'Sec-WebSocket-Protocol is malformed.');
    let count: CountBytes | undefined;
    try {
      count = await this.#options.admission?.admit(worldName, 0);
    } catch (error) {
      return refused(this.#refusals.beyondLimit(service, request, error));
    }
    const world = await this.#directory.worldOf(service, request);
    if (world === undefined) {
      return refuse(404, `There is no world named '${worldName.slice(0, 64)}'.`);
    }
    const onAnswered = this.#options.onRequest?.(world);
    const upgrade = { ...request, protocols };
    const startMs = monotonicMs();
    const client = count === undefined ? peer : countedPeer(peer, count);
    const parts = { raw, service, channel, peer: client, world, upgrade };
    const opening = await this.#openSession(parts).finally(() => onAnswered?.());
    const status = opening.kind === 'accepted' ? switchingProtocols : opening.response.status;
    this.#options.requestMeter?.onAnswered(service.name, status, startMs);
    if (opening.kind === 'refused' || count === undefined) return opening;
    return { kind: 'accepted', session: countedSession(opening.session, count) };
  }

  async #openSession({
    raw,
    service,
    channel,
    peer,
    world,
    upgrade,
  }: ChannelUpgrade): Promise<Opening> {
    const { opener, onSocket, frameFilter, hooks, observeRequest } = this.#options;
    const observer = observeRequest?.(upgrade, service.name, world, true);
    const refusedFor = (error: unknown) =>
      refused(
        errorResponse(error, (...problem) =>
          this.#refusals.unreported(service, upgrade, ...problem),
        ),
      );
    try {
      const filter = frameFilter?.({ service, path: upgrade.path, world, peer });
      const client = filter?.peer ?? peer;
      const exchange = hooks?.get(world.record.name)?.open(raw, service, client);
      const given = exchange === undefined ? upgrade : { ...upgrade, facts: exchange.facts };
      const seen = observedBy(observer, exchange?.world ?? world);
      const ownPeer = countingPeer(exchange?.peer ?? client, observer);
      let opening: Opening;
      try {
        opening = await (opener?.(service, channel, given, seen, ownPeer) ??
          channel.open(given, seen, ownPeer));
        if (opening.kind === 'accepted') checkAnswer(opening.session, upgrade.protocols);
      } catch (error) {
        opening = refusedFor(error);
      }
      const opened = exchange?.opened(opening) ?? opening;
      if (opened.kind === 'refused') {
        observer?.answered(opened.response);
        return opened;
      }
      observer?.opened();
      const onClose = onSocket?.(world, peer);
      const session = withListeners(opened.session, { observer, onClose });
      return { kind: 'accepted', session: filter?.session(session, numberOf(opening)) ?? session };
    } catch (error) {
      const refusal = refusedFor(error);
      observer?.answered(refusal.response);
      return refusal;
    }
  }
}

function numberOf(opening: Opening): number | undefined {
  return opening.kind === 'accepted' ? opening.session.number : undefined;
}

function refused(response: HttpResponse): Extract<Opening, { readonly kind: 'refused' }> {
  return { kind: 'refused', response };
}
