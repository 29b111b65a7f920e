// Refuses faults that could never strike: no request, webhook or socket has their service and route.

import { METHODS } from 'node:http';
import { faults } from '../../core/index.ts';
import { partsOf, upgradeMethod } from '../protocol/matching-faults.ts';
import { haveCommonPath, isPathPattern, pathPatternRule } from '../protocol/path-pattern.ts';
import { services } from '../services/index.ts';
import type { ServiceModule } from '../services/module.ts';
import { listed, quoted } from '../wording.ts';
import type { FaultBody } from './wire.ts';

/** What is wrong with a member of a fault. */
interface TargetProblem {
  readonly member: 'service' | 'route' | 'when.json';
  readonly message: string;
}

/** What the faults of some kinds strike. */
interface Target {
  readonly kinds: readonly faults.FaultKind[];
  readonly what: string;
  readonly methods: readonly string[];
  /** Patterns; none if the service has no such routes. */
  readonly pathsOf: (service: ServiceModule) => readonly string[];
}

const targets: readonly Target[] = [
  {
    kinds: faults.requestFaultKinds,
    what: 'requests',
    methods: METHODS,
    pathsOf: ({ paths }) => paths.owned,
  },
  {
    kinds: faults.transactionFaultKinds,
    what: 'requests that initiate transactions',
    methods: ['POST'],
    pathsOf: ({ paths }) => paths.transactions ?? [],
  },
  {
    kinds: faults.webhookFaultKinds,
    what: 'webhooks',
    methods: METHODS,
    pathsOf: ({ webhooks }) => (webhooks === undefined ? [] : ['/**']), // those of the endpoint
  },
  {
    kinds: [...faults.upgradeFaultKinds, ...faults.frameFaultKinds],
    what: 'sockets',
    methods: [upgradeMethod],
    pathsOf: ({ paths }) => paths.channels ?? [],
  },
];

/** Undefined for a fault that may strike. */
export function targetProblem({
  kind,
  service,
  route,
  when,
}: Pick<FaultBody, 'kind' | 'service' | 'route' | 'when'>): TargetProblem | undefined {
  const target = targets.find(({ kinds }) => kinds.includes(kind));
  if (target === undefined) return undefined;
  const able = services.filter((one) => target.pathsOf(one).length > 0);
  const named = able.filter(({ name }) => service === undefined || name === service);
  if (named.length === 0) {
    const names = listed(able.map(({ name }) => name));
    const message = `must be ${names} or left out: ${service} has no ${target.what}`;
    return { member: 'service', message };
  }
  const routeMessage = route === undefined ? undefined : routeProblem(route, target, named, able);
  if (routeMessage !== undefined) return { member: 'route', message: routeMessage };
  if (kind === 'refuse-upgrade' && Object.keys(when?.json ?? {}).length > 0) {
    return { member: 'when.json', message: 'must be left out: an upgrade has no body' };
  }
  return undefined;
}

/** `named`: the services that the fault is for; `able`: all that it could be for. */
function routeProblem(
  route: string,
  { what, methods, pathsOf }: Target,
  named: readonly ServiceModule[],
  able: readonly ServiceModule[],
): string | undefined {
  const { method, pattern } = partsOf(route);
  if (method !== undefined && !methods.includes(method)) {
    const allowed = methods.length === 1 ? methods[0] : 'an HTTP method such as GET or POST';
    return `must begin with ${allowed} or its path: there are no ${what} by ${quoted(method)}`;
  }
  if (!isPathPattern(pattern)) return `must have ${pathPatternRule}, not ${quoted(pattern)}`;
  const fits = (one: ServiceModule) => pathsOf(one).some((path) => haveCommonPath(path, pattern));
  if (named.some(fits)) return undefined;
  const allowed = listed(named.flatMap((one) => pathsOf(one)));
  const owner = able.find(fits)?.name;
  const hint = pattern.startsWith('/w/') ? ', without the prefix of its world' : '';
  const given = `${quoted(pattern)} is of ${owner === undefined ? 'no service' : `the service ${owner}`}`;
  return `must fit a path of ${what}${hint}: ${allowed}; ${given}`;
}
