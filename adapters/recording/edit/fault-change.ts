// A fault for exactly one request, upgrade or frame. One for a request is added before it and matches no other; one for a frame
// does to the frames that arrive what it would do on the way.

import { faults, type Json } from '../../../core/index.ts';
import { controlPrefix } from '../../contracts/control-route.ts';
import { faultBody } from '../../faults/wire.ts';
import { noneNamedLike } from '../../wording.ts';
import { type ActEntry, type Entry, type EntryOf } from '../format/entries.ts';
import { EditError, type FaultChange } from './change.ts';
import { insertedRequest } from './inserted-request.ts';
import { isOutside, type OutsideEntry, type RecordingSteps } from './recording-steps.ts';

export function addFault(
  steps: RecordingSteps,
  { entry: n, fault }: FaultChange,
  own: OutsideEntry,
  ordinal: number,
): void {
  const { kind } = fault;
  if (!faults.faultKinds.some((known) => known === kind)) {
    throw new EditError(noneNamedLike('fault', kind, faults.faultKinds));
  }
  const ofFrames = faults.frameFaultKinds.find((known) => known === kind);
  if (ofFrames !== undefined) {
    if (own.kind !== 'ws.in') throw notOf(n, kind, 'a frame from the client');
    return strikeFrame(steps, own, ofFrames, fault);
  }
  if (isOneOf(faults.webhookFaultKinds, kind)) {
    throw new EditError(
      `${kind} is about webhooks: set the outcome of one instead, such as --set '<entry>.outcome.kind=timeout'.`,
    );
  }
  const isUpgrade = isOneOf(faults.upgradeFaultKinds, kind);
  if (isUpgrade && own.kind !== 'ws.open') throw notOf(n, kind, 'the opening of a WebSocket');
  if (!isUpgrade && own.kind !== 'http.request') throw notOf(n, kind, 'a request to a service');
  if (own.kind !== 'http.request' && own.kind !== 'ws.open') return;
  const isOfTransaction = isOneOf(faults.transactionFaultKinds, kind);
  addFor(steps, own, fault, isOfTransaction ? 'transactionFaults' : 'faults', ordinal);
}

function isOneOf(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind);
}

function notOf(n: number, kind: string, what: string): EditError {
  return new EditError(`${kind} strikes ${what}, and entry ${n} is none.`);
}

/** Which faults match a request is a recorded fact: so this one strikes no other. */
function addFor(
  steps: RecordingSteps,
  own: EntryOf<'http.request' | 'ws.open'>,
  fault: FaultChange['fault'],
  fact: 'faults' | 'transactionFaults',
  ordinal: number,
): void {
  const id = `what-if-${ordinal}`;
  const body = { id, when: { count: 1 }, ...fault };
  const problem = faultBody.safeParse(body).error?.issues[0];
  if (problem !== undefined) {
    const where = problem.path.length === 0 ? '' : `${problem.path.map(String).join('.')} `;
    throw new EditError(`The fault ${fault.kind} cannot be added: ${where}${problem.message}.`);
  }
  const { name } = steps.recording.header.world;
  const url = `${controlPrefix}/worlds/${name}/faults`;
  const request = { method: 'POST', url, body: body as Json };
  const earlier = own.facts?.[fact];
  const ids = [id, ...(Array.isArray(earlier) ? (earlier as string[]) : [])];
  own.facts = { ...own.facts, [fact]: ids };
  delete own.idFrom; // its entry is written before it draws a request id
  steps.addBefore(own, insertedRequest(steps, request, own));
}

function strikeFrame(
  steps: RecordingSteps,
  own: EntryOf<'ws.in'>,
  kind: faults.FrameEffect['kind'],
  fault: FaultChange['fault'],
): void {
  const later = steps.steps
    .slice(steps.steps.indexOf(own) + 1)
    .filter(
      (step): step is ActEntry => isOutside(step) && 'conn' in step && step.conn === own.conn,
    );
  const following = (entry: ActEntry): ReadonlySet<Entry> =>
    new Set([entry, ...steps.partsOf(entry)]);
  switch (kind) {
    case 'drop-frame':
      return steps.remove(following(own));
    case 'double-frame': {
      const n = steps.newNumber();
      const again = { ...own, n };
      const parts = steps
        .partsOf(own)
        .map((part) => ({ ...part, n: steps.newNumber(), to: n }) as Entry);
      return steps.addBefore(own, [again, ...parts]);
    }
    case 'swap-frames': {
      const next = later.find(({ kind }) => kind === 'ws.in');
      if (next === undefined) return steps.remove(following(own)); // a last frame is lost
      const parts = [next, ...steps.partsOf(next)];
      steps.remove(new Set(parts));
      return steps.addBefore(own, parts);
    }
    case 'half-open':
      for (const entry of [own, ...later]) {
        if (entry.kind === 'ws.in') steps.remove(following(entry));
      }
      return;
    case 'close-socket': {
      for (const entry of later) steps.remove(following(entry));
      const { code = 1011, reason = '' } = fault as { code?: number; reason?: string };
      const { at, conn, n, h } = own;
      const parts = steps.partsOf(own);
      steps.replace(own, {
        kind: 'ws.close',
        n,
        h,
        at,
        conn,
        by: 'client',
        code,
        reason,
        input: 0,
      });
      return steps.remove(new Set(parts));
    }
    case 'delay-frame':
      throw new EditError(
        `${kind} needs time to pass between frames: move the frame instead, such as --move ${own.n}=+2s.`,
      );
  }
}
