// The wire form of faults: one flat object, for the control plane, fixtures and profiles.

import { z } from 'zod';
import { faults, omitUndefined, type Json } from '../../core/index.ts';
import { instantMs } from '../protocol/instant.ts';
import * as kinds from './wire/kinds.ts';
import type { shared } from './wire/shared.ts';
import * as socketKinds from './wire/socket-kinds.ts';

/** A fault as it is added. */
export const faultBody = z
  .discriminatedUnion('kind', [
    kinds.refuse,
    kinds.plain,
    kinds.slow,
    kinds.plannedAction,
    kinds.plannedFailure,
    kinds.plainWebhook,
    kinds.lateWebhook,
    kinds.swappedWebhooks,
    socketKinds.refuseUpgrade,
    socketKinds.plainFrame,
    socketKinds.delayedFrame,
    socketKinds.closeSocket,
  ])
  .meta({ id: 'NewFault' });

export type FaultBody = z.infer<typeof faultBody>;

/** The command that adds a fault. */
export function addFaultOf({ id, service, route, when: given, ...rest }: FaultBody) {
  const { conn, ...effect } = 'conn' in rest ? rest : { conn: undefined, ...rest };
  const { between, ...condition } = given ?? {};
  const [fromMs, untilMs] = (between ?? []).map(instantMs);
  const rule: faults.FaultRule = {
    ...omitUndefined({ service, route, conn }),
    when: { ...(condition as faults.FaultCondition), ...omitUndefined({ fromMs, untilMs }) },
    effect: effectOf(effect),
  };
  return { type: 'AddFault', ...omitUndefined({ id }), rule } as const;
}

type EffectBody = FaultBody extends infer Body
  ? Body extends FaultBody
    ? Omit<Body, keyof typeof shared | 'conn'>
    : never
  : never;

function effectOf(effect: EffectBody): faults.FaultEffect {
  if (!('delay' in effect)) return effect;
  const { delay: delayMs, jitter: jitterMs, ...rest } = effect;
  return { ...rest, delayMs, ...omitUndefined({ jitterMs }) };
}

const counts = {
  id: z.string(),
  tried: z.int().min(0).meta({ description: 'How many matching requests it was tried on.' }),
  struck: z.int().min(0).meta({ description: 'How many of them it struck.' }),
};

/** A fault as it is shown: as it was added, with durations in milliseconds, and its counts. */
export const faultAnswer = z
  .looseObject({
    ...counts,
    kind: z.enum(faults.faultKinds),
    service: z.string().exactOptional(),
    route: z.string().exactOptional(),
    conn: z.int().exactOptional(),
    when: z
      .looseObject({ between: z.tuple([z.string(), z.string()]).exactOptional() })
      .exactOptional(),
    warning: z.string().exactOptional().meta({
      description: 'What its author should know when it is added.',
    }),
  })
  .meta({ id: 'Fault' });

export const faultsAnswer = z.strictObject({ faults: z.array(faultAnswer) });

export function printFault({
  id,
  service,
  route,
  conn,
  when: stored,
  effect,
  tried,
  struck,
}: faults.Fault) {
  const { fromMs, untilMs, ...rest } = stored;
  const instants = fromMs === undefined || untilMs === undefined ? [] : [fromMs, untilMs];
  const between =
    instants.length === 0 ? undefined : instants.map((atMs) => new Date(atMs).toISOString());
  const condition: Readonly<Record<string, Json | undefined>> = omitUndefined({ ...rest, between });
  return {
    id,
    ...omitUndefined({ service, route, conn }),
    ...(Object.keys(condition).length === 0 ? {} : { when: condition }),
    ...printEffect(effect),
    tried,
    struck,
  };
}

function printEffect(effect: faults.FaultEffect): object {
  if (!('delayMs' in effect)) return effect;
  const { delayMs: delay, jitterMs: jitter, ...rest } = effect;
  return { ...rest, delay, ...omitUndefined({ jitter }) };
}
