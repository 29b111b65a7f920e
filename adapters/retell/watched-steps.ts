// Ends a session early if the server refuses the client's keys, or has stopped answering.

import type { RecordedRequest, RecordedSocket } from '../upstream/traffic.ts';
import { serviceAt } from '../services/service-at.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import type { RetoldStep } from './retell.ts';
import { RefusedKeyError, SilentTargetError } from './target-errors.ts';

/** The most requests in a row without an answer. */
const silentRequestsMax = 5;

/** Runs the steps. Rejects with RefusedKeyError or SilentTargetError. */
export async function watched(
  steps: AsyncIterable<RetoldStep>,
  onStep: ((step: RetoldStep, index: number) => void) | undefined,
): Promise<void> {
  let index = 0;
  let silent: RetoldStep[] = [];
  const known = new Set<string>();
  for await (const step of steps) {
    index += 1;
    onStep?.(step, index);
    if (!isAnswered(step) || step.hasCome === undefined) continue;
    checkKey(step, known);
    silent = isAnswer(step.live) ? [] : [...silent, step];
    const [first] = silent;
    if (first !== undefined && silent.length === silentRequestsMax) {
      throw new SilentTargetError(sentAt(first), first.live?.failure ?? 'no answer in time');
    }
  }
}

/** The entry of a request, or of a handshake. */
function sentAt({ step }: RetoldStep): number {
  return step.kind === 'answer' ? step.request.n : step.n;
}

/** The proxy closes the connection where the server does not answer. */
function isAnswer(live: RetoldStep['live']): boolean {
  return live?.status !== undefined;
}

/** Whether a request, or a handshake, has an answer in the recording. */
function isAnswered({ step }: RetoldStep): boolean {
  return step.kind === 'answer' || (step.kind === 'open' && statusOf(step.socket) !== undefined);
}

function statusOf({ outcome }: RecordedRequest | RecordedSocket): number | undefined {
  return outcome !== undefined && 'status' in outcome ? outcome.status : undefined;
}

/** `known`: the recorded keys with which the client has been let in. */
function checkKey({ step, live }: RetoldStep, known: Set<string>): void {
  const asked = step.kind === 'answer' ? step.request : step.kind === 'open' ? step.socket : null;
  if (asked === null || live?.status === undefined) return;
  const { url, headers } = asked;
  const { login, name } = serviceAt(pathOf(url)) ?? {};
  const key = headers['authorization'] ?? headers['sec-websocket-protocol'];
  if (login === undefined || name === undefined || key === undefined || known.has(key)) return;
  const wasLetIn = (statusOf(asked) ?? 400) < 400;
  if (live.status === 401 && wasLetIn) {
    throw new RefusedKeyError(name, login.flag, live.status, login.userIn?.(key));
  }
  if (wasLetIn) known.add(key);
}
