// The request journal of an engine, for the control plane and tests.

import { randomBytes } from 'node:crypto';
import type { Engine } from '../../core/index.ts';
import type { RequestControl } from '../contracts/request-control.ts';
import type { Service } from '../http/service.ts';
import { createRedactor } from '../recording/redaction/redactor.ts';
import { listRequests } from './list-requests.ts';
import type { RequestJournal } from './request-journal.ts';

export interface RequestControlOptions {
  readonly engine: Engine;
  readonly journal: RequestJournal;
  readonly services: readonly Service[];
}

/** Also makes the journal forget worlds that end. */
export function createRequestControl({
  engine,
  journal,
  services,
}: RequestControlOptions): RequestControl {
  engine.stopped$.subscribe((world) => journal.remove(world));
  const salt = randomBytes(16).toString('hex');
  const context = { store: engine.store, services, redactor: createRedactor({ salt }) };
  return {
    list: (world, filter = {}) => listRequests(journal.requestsOf(world), world, filter, context),
    clear: (world) => journal.clear(world),
  };
}
