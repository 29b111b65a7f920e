// A recorded session from its client's side: what it sent and received, in one order.

import type {
  RecordedFrame,
  RecordedOutcome,
  RecordedRequest,
  RecordedSocket,
  RecordedWebhook,
  Traffic,
} from '../upstream/traffic.ts';

type DataFrame = Extract<RecordedFrame, { kind: 'data' | 'ping' | 'pong' }>;
type Close = Extract<RecordedFrame, { kind: 'close' }>;

/** What a client, or the operator of a world, did. */
export type SentStep =
  | { readonly kind: 'request' | 'operation'; readonly request: RecordedRequest }
  | { readonly kind: 'open'; readonly socket: RecordedSocket }
  | { readonly kind: 'send'; readonly socket: RecordedSocket; readonly frame: DataFrame }
  | { readonly kind: 'close'; readonly socket: RecordedSocket; readonly frame: Close }
  /** It closed the connection of a request before its answer had ended. */
  | { readonly kind: 'abandon'; readonly request: RecordedRequest };

/** What came to it. */
export type ReceivedStep =
  | {
      readonly kind: 'answer';
      readonly request: RecordedRequest;
      readonly outcome: RecordedOutcome;
    }
  | { readonly kind: 'frame'; readonly socket: RecordedSocket; readonly frame: DataFrame }
  | { readonly kind: 'closed'; readonly socket: RecordedSocket; readonly frame: Close }
  | { readonly kind: 'webhook'; readonly webhook: RecordedWebhook };

export type ClientStep = {
  /** The number of its entry. */
  readonly n: number;
  readonly atMs: number;
} & (SentStep | ReceivedStep);

/** The steps of a session in the order of their entries. */
export function clientSteps(traffic: Traffic): readonly ClientStep[] {
  const { requests, operations, sockets, webhooks } = traffic;
  const steps = [
    ...requests.flatMap((request) => stepsOf(request, 'request')),
    ...operations.flatMap((request) => stepsOf(request, 'operation')),
    ...sockets.flatMap(stepsOfSocket),
    ...webhooks.map((webhook): ClientStep => ({ kind: 'webhook', ...startOf(webhook), webhook })),
  ];
  const placeOf = placesIn(traffic);
  return steps
    .map((step) => ({ step, place: placeOf(step.n) }))
    .sort((one, other) => one.place - other.place || one.step.n - other.step.n)
    .map(({ step }) => step);
}

function stepsOf(request: RecordedRequest, kind: 'request' | 'operation'): readonly ClientStep[] {
  const { outcome } = request;
  const asked: ClientStep = { kind, ...startOf(request), request };
  if (outcome === undefined) return [asked];
  const at = startOf(outcome);
  const isAbandoned = outcome.failure === 'cancelled';
  return [
    asked,
    isAbandoned ? { kind: 'abandon', ...at, request } : { kind: 'answer', ...at, request, outcome },
  ];
}

function stepsOfSocket(socket: RecordedSocket): readonly ClientStep[] {
  const steps = socket.frames.map((frame): ClientStep => {
    const at = startOf(frame);
    const isSent = frame.by === 'client';
    if (frame.kind === 'close') return { kind: isSent ? 'close' : 'closed', ...at, socket, frame };
    return { kind: isSent ? 'send' : 'frame', ...at, socket, frame };
  });
  return [{ kind: 'open', ...startOf(socket), socket }, ...steps];
}

function startOf({ n, atMs }: { readonly n: number; readonly atMs: number }) {
  return { n, atMs };
}

/** The place of an entry: that of the last start before it in the file. Starts that were added later have earlier places. */
function placesIn({ requests, operations, sockets, webhooks }: Traffic): (n: number) => number {
  const starts = [...requests, ...operations, ...sockets, ...webhooks].sort((a, b) => a.n - b.n);
  return (n) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.n ?? 0) <= n) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.place ?? -1;
  };
}
