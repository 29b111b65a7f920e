// Tries faults on the frames that events send to clients, in the step of the event: so a strike has its place in the history of the
// world, whenever the frame is sent.

import { faults, type Reaction } from '../../core/index.ts';
import { frameTarget, isMatch } from '../protocol/matching-faults.ts';
import type { SentFrames, Service } from '../protocol/service.ts';

export function frameTries(services: readonly Service[]): Reaction {
  const sending = services.filter(({ framesOf }) => framesOf !== undefined);
  return (envelope, states) => {
    const open = openFor(states);
    if (open.length === 0) return none;
    return sending.flatMap((service) => {
      const sent = service.framesOf?.(envelope, states);
      return sent === undefined ? none : triesOf(service.name, sent, open);
    });
  };
}

type States = Parameters<Reaction>[1];

/** The faults that may strike frames to clients. */
function openFor({ faults: state }: Partial<States>): readonly faults.FrameFault[] {
  const open = state === undefined ? none : faults.openFaultsView(state); // a world of other domains has none
  return open.length === 0 ? none : open.filter(isForSentFrames);
}

function isForSentFrames(fault: faults.Fault): fault is faults.FrameFault {
  const { effect } = fault;
  return faults.isFrameEffect(effect) && effect.direction !== 'in';
}

function triesOf(
  service: string,
  { path, conn, frames }: SentFrames,
  open: readonly faults.FrameFault[],
): ReturnType<Reaction> {
  return frames.flatMap((text, index): ReturnType<Reaction> => {
    const target = frameTarget(path, text);
    const faultIds = open.filter((one) => isMatch(one, service, target)).map(({ id }) => id);
    if (faultIds.length === 0) return none;
    const numbered = conn === undefined ? {} : { conn };
    const request = { service, path, ...numbered, direction: 'out', index } as const;
    const command: faults.FaultsCommand = { type: 'TryFaults', faultIds, request };
    return [{ domain: 'faults', command }];
  });
}

const none: readonly never[] = [];
