// Performs the client's side of a recorded session against a server, step by step in the order of the recording. It knows no output
// format: it yields each step, and a proxy in front of the server can record the new session.

import { trimEndOf } from '../../core/index.ts';
import { RepriseError } from '../client/index.ts';
import type { RecordedRequest, RecordedSocket, Traffic } from '../upstream/traffic.ts';
import { bytesOf } from '../recording/format/recorded-content.ts';
import { isWrite } from '../upstream/play/request-content.ts';
import { IdMarker } from '../recording/diff/numeric-ids.ts';
import { parsed } from '../recording/format/json-values.ts';
import { webhookKind } from '../recording/format/webhook-kind.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import { recordedText } from '../upstream/links.ts';
import type { Connector } from '../upstream/relay/connector.ts';
import type { ReceivedMessages, WaitFor } from './received-messages.ts';
import { clientSteps, type ClientStep } from './client-steps.ts';
import type { OperatorRequest } from './control-plane.ts';
import { callHttp, type HttpCall, type LiveAnswer } from './http-call.ts';
import { answerMsMax, inTime } from './in-time.ts';
import type { LearnedValues } from './learned-values.ts';
import { pollsIn, type Poll, type Polls } from './polls.ts';
import type { RequestWriter } from './request-writer.ts';
import { RetoldSocket } from './retold-socket.ts';
import { workMsMax, type Await, type SessionClock } from './session-clock.ts';
import type { RetellTarget } from './target.ts';
import { SilentTargetError } from './target-errors.ts';

export interface RetellOptions {
  /** What the client calls: the server, or a proxy before it. */
  readonly base: string;
  readonly connector: Connector;
  readonly writer: RequestWriter;
  readonly learned: LearnedValues;
  readonly clock: SessionClock;
  /** How long to wait at most for the answer to a handshake, in milliseconds of the host. */
  readonly waitMsMax: number;
  /** The webhooks that come, by their kind. */
  readonly webhooks: ReceivedMessages;
  /** Resolves once the target has handled what has arrived; see `RetellTarget`. Absent: only time tells. */
  readonly settled?: RetellTarget['settled'];
  /** Sends a request to the control plane; absent: the server has none. */
  readonly operate?: (request: OperatorRequest) => Promise<void>;
}

/** A step after it was performed. */
export interface RetoldStep {
  readonly step: ClientStep;
  /** How many there are. */
  readonly count: number;
  /** Of a request: what came back. Of a handshake: the status. */
  readonly live?: Pick<LiveAnswer, 'status' | 'failure'>;
  /** Of what came in the recording, and of the answer to a handshake: whether it came in time. */
  readonly hasCome?: boolean;
}

/** In the order of the recording. Rejects with MissingSecretError, SilentTargetError or RepriseError. */
export async function* retell(
  traffic: Traffic,
  options: RetellOptions,
): AsyncGenerator<RetoldStep, void, void> {
  const retelling = new Retelling(traffic, options);
  const steps = clientSteps(traffic);
  const nextLater = laterSteps(steps);
  try {
    for (const [index, step] of steps.entries()) {
      const nextMs = Math.max(step.atMs, steps[nextLater[index] ?? index]?.atMs ?? 0);
      const performed = await retelling.perform(step, nextMs).catch((error: unknown) => {
        throw silenceAt(step, error) ?? error;
      });
      yield { step, count: steps.length, ...performed };
    }
  } finally {
    await retelling.end();
  }
}

/** The control plane, which moves the clock, may be gone when no answer of a service is awaited. */
function silenceAt({ n }: ClientStep, error: unknown): SilentTargetError | undefined {
  const isSilent = error instanceof RepriseError && error.code === 'unreachable';
  return isSilent ? new SilentTargetError(n, trimEndOf(error.message, '.')) : undefined;
}

/** For each step, the index of the next one at a later instant; its own if there is none. */
function laterSteps(steps: readonly ClientStep[]): readonly number[] {
  const later: number[] = [];
  let next = steps.length - 1;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const [step, following] = [steps[index], steps[index + 1]];
    if (step !== undefined && following !== undefined && following.atMs > step.atMs)
      next = index + 1;
    later[index] = following === undefined ? index : next;
  }
  return later;
}

/** How long to wait for each further answer of a poll. */
const pollAnswerMsMax = 10_000;

class Retelling {
  readonly #options: RetellOptions;
  readonly #polls: Polls;
  readonly #calls = new Map<RecordedRequest, HttpCall>();
  readonly #sockets = new Map<RecordedSocket, RetoldSocket>();
  #lastMs = 0;

  constructor(traffic: Traffic, options: RetellOptions) {
    this.#options = options;
    this.#polls = traffic.isOfWorld ? new Map() : pollsIn(traffic);
  }

  async perform(step: ClientStep, nextMs: number): Promise<Omit<RetoldStep, 'step' | 'count'>> {
    const { clock } = this.#options;
    await this.#settle();
    await clock.moveTo(step.atMs, step.kind === 'send' || step.kind === 'close');
    const tookMs = Math.max(0, step.atMs - this.#lastMs);
    this.#lastMs = Math.max(this.#lastMs, step.atMs);
    const wait: WaitFor = (awaited) => clock.until(this.#settledFirst(awaited), tookMs, nextMs);
    const waitForAnswer: WaitFor = (awaited) => clock.until(this.#settledFirst(awaited), tookMs);
    switch (step.kind) {
      case 'request':
        return this.#request(step.request);
      case 'operation':
        return this.#operate(step.request);
      case 'abandon':
        this.#calls.get(step.request)?.abandon();
        return {};
      case 'answer':
        return this.#answer(step.request, waitForAnswer);
      case 'open':
        return this.#open(step.socket);
      case 'send': {
        const { kind, text } = step.frame;
        const own = text === undefined ? {} : { text: this.#options.writer.frame(text) };
        this.#sockets.get(step.socket)?.send(kind, { ...step.frame, ...own });
        return {};
      }
      case 'close':
        this.#sockets.get(step.socket)?.close(step.frame.code, step.frame.reason);
        return {};
      case 'frame': {
        if (step.frame.kind !== 'data') return {};
        const socket = this.#sockets.get(step.socket);
        return { hasCome: (await socket?.comes(step.frame, wait)) ?? false };
      }
      case 'closed':
        return { hasCome: (await this.#sockets.get(step.socket)?.ends(wait)) ?? false };
      case 'webhook': {
        const text = bytesOf(step.webhook.content).toString();
        const { webhooks } = this.#options;
        return { hasCome: await webhooks.comes(webhookKind(text), text, wait) };
      }
    }
  }

  /** Ends what the recording has no end of. */
  async end(): Promise<void> {
    for (const call of this.#calls.values()) call.abandon();
    await this.#settle();
    await Promise.all([...this.#sockets.values()].map((socket) => socket.end()));
  }

  /** What has not come when the target is at rest does not come at this instant. */
  #settledFirst(awaited: Await): Await {
    if (this.#options.settled === undefined) return awaited;
    return async () => {
      await this.#settle();
      return awaited(0);
    };
  }

  /** Until all that was sent is handled, and all that was sent back is here: however long that takes, it is at this instant. */
  async #settle(): Promise<void> {
    const { settled } = this.#options;
    if (settled === undefined) return;
    await Promise.all([...this.#calls.values()].map(({ answered }) => inTime(answered, workMsMax)));
    const sockets = [...this.#sockets.values()];
    const roundTrips = () =>
      inTime(Promise.all(sockets.map((socket) => socket.roundTrip())), workMsMax);
    await roundTrips();
    await settled(sockets.filter(({ isOpen }) => isOpen).length);
    await roundTrips();
  }

  async #request(request: RecordedRequest): Promise<Omit<RetoldStep, 'step' | 'count'>> {
    const isRepeatedLater = this.#polls.has(request) && this.#polls.get(request) === undefined;
    if (!isRepeatedLater) await this.#send(request);
    return {};
  }

  async #send(request: RecordedRequest): Promise<HttpCall> {
    const { base, writer, connector } = this.#options;
    const call = callHttp(base, await writer.request(request), connector);
    this.#calls.set(request, call);
    return call;
  }

  async #answer(
    request: RecordedRequest,
    wait: WaitFor,
  ): Promise<Omit<RetoldStep, 'step' | 'count'>> {
    const call = this.#calls.get(request);
    if (call === undefined) return {}; // a read that is repeated later
    let live: LiveAnswer | undefined;
    const answered = call.answered.then((answer) => (live = answer));
    await wait(async (msMax) => (await inTime(answered, msMax)) !== undefined);
    if (live === undefined) return { hasCome: false };
    this.#calls.delete(request);
    const poll = this.#polls.get(request);
    if (poll !== undefined) live = await this.#polled(request, poll, live);
    this.#learn(request, live);
    return { live, hasCome: true };
  }

  /** Reads again until the state of the recording is there, or its time has passed. */
  async #polled(request: RecordedRequest, poll: Poll, first: LiveAnswer): Promise<LiveAnswer> {
    let answer = first;
    if (poll.isReached(answer)) return answer;
    await this.#options.clock.poll(async () => {
      const call = await this.#send(request);
      answer = (await inTime(call.answered, pollAnswerMsMax)) ?? answer;
      this.#calls.delete(request);
      return poll.isReached(answer);
    }, poll.ms);
    return answer;
  }

  #learn({ service, url, outcome }: RecordedRequest, { headers, body }: LiveAnswer): void {
    if (outcome === undefined || !('status' in outcome)) return;
    const { learned, base } = this.#options;
    const ids = new IdMarker(service, pathOf(url));
    const recorded = Buffer.concat(outcome.parts.map(bytesOf)).toString();
    const live = recordedText(body.toString(), base);
    const [one, other] = [parsed(recorded), parsed(live)];
    if (one !== undefined) learned.learn(ids.received(one), ids.received(other));
    for (const [name, value] of Object.entries(outcome.headers)) {
      const now = headers[name.toLowerCase()];
      if (now !== undefined)
        learned.learn(ids.received(value), ids.received(recordedText(now, base)));
    }
  }

  async #open(socket: RecordedSocket): Promise<Omit<RetoldStep, 'step' | 'count'>> {
    const { base, writer, learned, waitMsMax } = this.#options;
    const opened = new RetoldSocket({ base, ...writer.handshake(socket), learned });
    this.#sockets.set(socket, opened);
    const live = await inTime(opened.answered(), answerMsMax(waitMsMax));
    if (live === undefined) opened.abandon();
    return live === undefined ? { hasCome: false } : { live, hasCome: true };
  }

  async #operate(request: RecordedRequest): Promise<Omit<RetoldStep, 'step' | 'count'>> {
    const { operate, writer } = this.#options;
    const { method } = request;
    if (isWrite(request)) await operate?.({ method, ...writer.operation(request) });
    return {};
  }
}
