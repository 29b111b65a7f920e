// Ends a session as soon as the server turns out to be of no use: it lets the client in with no key, or has stopped answering.

import { serviceAt } from '../services/service-at.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import type { LiveAnswer } from './http-call.ts';
import type { RetoldStep } from './retell.ts';
import { RefusedKeyError, SilentTargetError } from './target-errors.ts';

/** The most requests in a row that nobody answers. */
const silentRequestsMax = 5;

/** Runs the steps. Rejects if the server lets nobody in, or is gone. */
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
    if (step.step.kind !== 'answer' || step.hasCome === undefined) continue;
    checkKey(step, known);
    silent = isAnswer(step.live) ? [] : [...silent, step];
    const [first] = silent;
    if (first !== undefined && silent.length === silentRequestsMax) {
      throw new SilentTargetError(first.step.n, first.live?.failure ?? 'no answer in time');
    }
  }
}

/** The proxy closes the connection where the server does not answer. */
function isAnswer(live: LiveAnswer | undefined): boolean {
  return live?.status !== undefined;
}

/** `known`: the recorded keys with which the client has been let in. */
function checkKey({ step, live }: RetoldStep, known: Set<string>): void {
  if (step.kind !== 'answer' || live?.status === undefined) return;
  const { url, headers } = step.request;
  const { login, name } = serviceAt(pathOf(url)) ?? {};
  const key = headers['authorization'];
  if (login === undefined || name === undefined || key === undefined || known.has(key)) return;
  const wasLetIn = 'status' in step.outcome && step.outcome.status < 400;
  if (live.status === 401 && wasLetIn) {
    throw new RefusedKeyError(name, login.flag, live.status, login.userIn?.(key));
  }
  if (wasLetIn) known.add(key);
}
