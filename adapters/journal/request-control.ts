// The request journal of an engine, for the control plane and tests.

import type { Engine } from '../../core/index.ts';
import type { RequestControl } from '../contracts/request-control.ts';
import { listRequests } from './list-requests.ts';
import type { RequestJournal } from './request-journal.ts';
import type { RenderContext } from './request-view.ts';

export interface RequestControlOptions {
  readonly engine: Engine;
  readonly journal: RequestJournal;
  readonly context: RenderContext;
}

/** Also removes ended worlds from the journal. */
export function createRequestControl({
  engine,
  journal,
  context,
}: RequestControlOptions): RequestControl {
  engine.stopped$.subscribe(({ record }) => journal.remove(record.name)); // also at a reset
  engine.removed$.subscribe((name) => journal.remove(name));
  engine.slept$.subscribe((world) => journal.release(world));
  return {
    list: (world, filter = {}) => listRequests(journal.requestsOf(world), world, filter, context),
    clear: (world) => journal.clear(world),
  };
}
