// Reports requests to a log: each when it is answered, and sockets again when they close.

import { StoreError, type World } from '../../core/index.ts';
import type { OnRequest } from '../contracts/request-control.ts';
import { reportsWaitingMax } from '../protocol/limits.ts';
import { messageOf } from '../wording.ts';
import type { OnJournaled } from './journal-observer.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { requestView, type RenderContext } from './request-view.ts';

export interface RequestReports {
  readonly onJournaled: OnJournaled;
  /** Resolves after all requests so far are reported. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** Reports requests in the order of their responses. */
export function reportRequests(onRequest: OnRequest, context: RenderContext): RequestReports {
  let last = Promise.resolve();
  let waiting = 0;
  let dropped = 0;

  async function report(
    request: JournaledRequest,
    world: World | undefined,
    durationMs: number,
  ): Promise<void> {
    const view = await requestView(request, world, context);
    onRequest({ ...view, world: world?.record.name ?? view.world ?? '', durationMs });
  }

  return {
    onJournaled(record, world, durationMs) {
      if (waiting >= reportsWaitingMax) {
        dropped += 1;
        return;
      }
      waiting += 1;
      const request = record.copy();
      last = last
        .then(() => report(request, world, durationMs))
        .catch(warn)
        .then(() => {
          waiting -= 1;
          if (waiting > 0 || dropped === 0) return;
          warn(new Error(`${dropped} requests came faster than they could be reported`));
          dropped = 0;
        });
    },
    settled: () => last,
  };
}

/** Ignores StoreError: the server itself reports the loss of its store. */
function warn(error: unknown): void {
  if (error instanceof StoreError) return;
  process.emitWarning(`A request was not reported: ${messageOf(error)}`, 'ObserverWarning');
}
