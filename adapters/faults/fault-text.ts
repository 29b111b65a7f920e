// What a fault strikes, and when, in few words.

import type { faults } from '../../core/index.ts';

interface Target {
  readonly service?: string | undefined;
  readonly route?: string | undefined;
  readonly conn?: number | undefined;
}

/** `wallet POST /v1/w3s/wallets`; `all` without a target. */
export function targetText({ service, route, conn }: Target): string {
  const parts = [service, route, conn === undefined ? undefined : `connection ${conn}`];
  return parts.filter((part) => part !== undefined).join(' ') || 'all';
}

/** `count 1, every 3`; empty without a condition. */
export function conditionText(when: Readonly<Record<string, unknown>>): string {
  return Object.entries(when)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}

/** What a fault has struck: a request, an attempt to deliver a webhook, a frame. */
export function struckText(struck: faults.Struck): string {
  if ('notificationId' in struck) {
    return `notification ${struck.notificationId}, attempt ${struck.attempt}`;
  }
  if ('method' in struck) return `${struck.method} ${struck.path}`;
  const { conn, direction, frame, path } = struck;
  const number = conn === undefined ? '' : ` of connection ${conn}`;
  return `frame ${frame} ${direction === 'in' ? 'from' : 'to'} the client${number}, ${path}`;
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(' and ') : JSON.stringify(value);
}
