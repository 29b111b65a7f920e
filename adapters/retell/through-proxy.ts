// Replays a recording against a server through a recording proxy, which writes the new session as a recording.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SecretEncryption } from '../contracts/client-login.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { parsed } from '../recording/format/json-values.ts';
import { webhookKind } from '../recording/format/webhook-kind.ts';
import { ownedPaths } from '../upstream/owned-paths.ts';
import { openProxyRecording } from '../upstream/record/open-recording.ts';
import { createRecordingProxy } from '../upstream/record/recording-proxy.ts';
import { Suspects } from '../upstream/record/suspects.ts';
import type { Connector } from '../upstream/relay/connector.ts';
import { webhookPath } from '../upstream/relay/destination.ts';
import { TrafficLog } from '../upstream/relay/traffic-log.ts';
import { bytesOf } from '../recording/format/recorded-content.ts';
import type { Traffic } from '../upstream/traffic.ts';
import { allAt } from '../upstream/upstreams.ts';
import { ReceivedMessages } from './received-messages.ts';
import { sendAsOperator, type OperatorRequest } from './control-plane.ts';
import { callHttp } from './http-call.ts';
import { answerMsMax, inTime } from './in-time.ts';
import { LearnedValues } from './learned-values.ts';
import { RequestWriter } from './request-writer.ts';
import { retell, type RetoldStep } from './retell.ts';
import { hostClock, worldClock, type SessionClock } from './session-clock.ts';
import type { RetellTarget } from './target.ts';
import { NoPublicKeyError } from './target-errors.ts';
import { watched } from './watched-steps.ts';
import { untilAborted } from './until-aborted.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

export interface ThroughProxyOptions {
  readonly target: RetellTarget;
  readonly connector: Connector;
  /** The recording to create. */
  readonly file: string;
  readonly version: string;
  readonly now: () => Date;
  /** How long to wait at most for what came in the recording, in milliseconds of the host. */
  readonly waitMsMax: number;
  /** Times as fast as recorded, where time passes by itself. */
  readonly speed: number;
  readonly onStep?: (step: RetoldStep, index: number) => void;
  /** Aborted when the session is to end at once. */
  readonly signal?: AbortSignal | undefined;
}

const shutdownMs = 2_000;

/** Rejects with MissingSecretError, SilentTargetError, RepriseError, the reason of the signal, or the error of a file that cannot be written. */
export async function retellThroughProxy(
  traffic: Traffic,
  options: ThroughProxyOptions,
): Promise<void> {
  const { target, connector, file, version, now } = options;
  const upstreams = allAt(target.base, ownedPaths());
  let failed: { readonly error: unknown } | undefined;
  const writer = openProxyRecording(file, {
    version,
    upstreams: upstreams.list,
    recordedAt: now(),
    rules: traffic.rules,
    suspects: new Suspects(),
    onFailed: (error) => (failed ??= { error }),
  });
  const learned = new LearnedValues();
  const webhooks = new ReceivedMessages(learned);
  const answers = answersByKind(traffic);
  const receiver = new WebhookReceiver((text) => {
    const kind = webhookKind(text);
    webhooks.add(kind, text);
    return answers.get(kind)?.shift() ?? 200;
  });
  const webhook = traffic.webhooks.length === 0 ? undefined : await receiver.open();
  const proxy = createRecordingProxy({
    upstreams,
    log: new TrafficLog(writer, () => now().getTime()),
    connector,
    allowHosts: [],
    ...(webhook === undefined ? {} : { webhook }),
  });
  proxy.server.listen(0, '127.0.0.1');
  try {
    await once(proxy.server, 'listening');
    const base = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
    const writing = { base, target, learned, publicKeyOf: publicKeys(options) };
    const own = webhook === undefined ? {} : { webhooks: `${base}${webhookPath}` };
    const steps = retell(traffic, {
      base,
      connector,
      writer: new RequestWriter({ ...writing, ...own }),
      learned,
      clock: await untilAborted(clockOf(traffic, options), options.signal),
      waitMsMax: options.waitMsMax,
      webhooks,
      ...(target.settled === undefined ? {} : { settled: target.settled }),
      ...operating(options),
    });
    await watched(untilEach(steps, options.signal), options.onStep);
    if (failed !== undefined) throw failed.error;
  } finally {
    proxy.closeSockets();
    await closeServer(proxy.server, options.signal?.aborted === true ? 0 : shutdownMs);
    proxy.closeExchanges();
    if (webhook !== undefined) await receiver.close();
    writer.end({});
  }
}

/** The steps until a signal is aborted: then it rejects with its reason, and one that is under way ends unseen. */
async function* untilEach(
  steps: AsyncGenerator<RetoldStep, void, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<RetoldStep, void, void> {
  try {
    for (;;) {
      const next = await untilAborted(steps.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    const ended = steps.return();
    if (signal?.aborted !== true) await ended;
  }
}

/** How the client answered its webhooks, in their order. */
function answersByKind({ webhooks }: Traffic): ReadonlyMap<string, (number | 'none')[]> {
  const answers = new Map<string, (number | 'none')[]>();
  for (const { content, answered = 200 } of webhooks) {
    const kind = webhookKind(bytesOf(content).toString());
    const known = answers.get(kind);
    if (known === undefined) answers.set(kind, [answered]);
    else known.push(answered);
  }
  return answers;
}

async function clockOf(
  traffic: Traffic,
  { target, speed, waitMsMax }: ThroughProxyOptions,
): Promise<SessionClock> {
  const starts = [...traffic.requests, ...traffic.operations, ...traffic.sockets];
  const startMs = starts.reduce((first, { atMs }) => Math.min(first, atMs), Infinity);
  const { control } = target;
  if (control !== undefined) return worldClock(control.world, startMs, traffic.isOfWorld);
  return hostClock({ startMs, speed, waitMsMax });
}

const noAnswer = { body: Buffer.alloc(0), status: undefined };

/** The public keys of the target, each asked for once. */
function publicKeys({ target, connector, waitMsMax }: ThroughProxyOptions) {
  const keys = new Map<string, Promise<string>>();
  const asked = async (encryption: SecretEncryption, authorization: string): Promise<string> => {
    const { publicKeyPath, publicKeyIn } = encryption;
    const request = { method: 'GET', url: publicKeyPath, headers: { authorization } };
    const call = callHttp(target.base, { ...request, body: Buffer.alloc(0) }, connector);
    const { body, status } = (await inTime(call.answered, answerMsMax(waitMsMax))) ?? noAnswer;
    if (status === undefined) call.abandon();
    const key = publicKeyIn(parsed(body.toString()) ?? {});
    if (key === undefined) throw new NoPublicKeyError(publicKeyPath, status);
    return key;
  };
  return (encryption: SecretEncryption, authorization: string): Promise<string> => {
    const key = keys.get(encryption.publicKeyPath) ?? asked(encryption, authorization);
    keys.set(encryption.publicKeyPath, key);
    return key;
  };
}

function operating({ target: { control }, connector, waitMsMax }: ThroughProxyOptions) {
  if (control === undefined) return {};
  const options = { connector, waitMsMax };
  return { operate: (request: OperatorRequest) => sendAsOperator(request, control, options) };
}
