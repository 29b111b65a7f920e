// Calls of the control plane in this process: the checks and messages are those of the HTTP interface.

import type { Twin } from '../http/twin.ts';

/** A refusal of the control plane. */
export class ControlCallError extends Error {
  override readonly name = 'ControlCallError';
  readonly status: number;
  /** Such as `invalid-request` or `conflict`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A request below `/__reprise/worlds/<world>`. Rejects with ControlCallError. */
export type ControlCall = <Answer>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>;

export function createControlCall(
  fetch: Twin['fetch'],
  { token, world }: { readonly token: string; readonly world: string },
): ControlCall {
  return async <Answer>(method: string, path: string, body?: object) => {
    const response = await fetch(`/__reprise/worlds/${world}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? undefined : JSON.parse(text)) as Answer & Refusal;
    if (response.ok) return answer;
    const { code, message } = answer.error;
    throw new ControlCallError(response.status, code, message);
  };
}

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}
