// Renders each request when it is answered, and each socket again when it is closed, for a log that somebody reads.

import { StoreError, type World } from '../../core/index.ts';
import type { OnRequest } from '../contracts/request-control.ts';
import { messageOf } from '../wording.ts';
import type { OnJournaled } from './journal-observer.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { requestView, type RenderContext } from './request-view.ts';

export interface RequestReports {
  readonly onJournaled: OnJournaled;
  /** Resolves when all requests so far are reported. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** Reports in the order of the answers. */
export function reportRequests(onRequest: OnRequest, context: RenderContext): RequestReports {
  let last = Promise.resolve();

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
      const request = record.copy();
      last = last.then(() => report(request, world, durationMs)).catch(warn);
    },
    settled: () => last,
  };
}

/** A lost store is told of by the server that loses it. */
function warn(error: unknown): void {
  if (error instanceof StoreError) return;
  process.emitWarning(`A request was not reported: ${messageOf(error)}`, 'ObserverWarning');
}
