// Refusals that a world's settings ask for: any documented code, so that a client's handling of each can be tested.

import { walletConfigOf, type WalletRefusal } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../../http/messages.ts';
import type { RouteContext } from './route-context.ts';
import { failure, formOfCode } from './errors.ts';

/** The answer that the settings have for requests of an operation (method and path); undefined if it is carried out. */
export function refusalSet(
  { request, world }: Pick<RouteContext, 'request' | 'world'>,
  operation: string,
): HttpResponse | undefined {
  const code = codeSet(request, operation, () => walletConfigOf(world).walletRefusals ?? []);
  const form = code === null ? undefined : formOfCode(code);
  if (form === undefined) return undefined;
  return failure({ ...form, message: `${form.message}: the setting walletRefusals asks for this` });
}

/** A fact, since it is found when the request comes and not in its turn: settings may change in between. */
function codeSet(
  request: HttpRequest,
  requested: string,
  refusals: () => readonly WalletRefusal[],
): number | null {
  const find = () =>
    refusals().find(({ operation }) => operation === undefined || operation === requested)?.code ??
    null;
  return recordedFact(request, 'walletRefusal', find, null);
}
