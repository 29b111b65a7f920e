// Refusals that a world's settings ask for: any documented code, so that a client's handling of each can be tested.

import { walletConfigOf, type WalletRefusal } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../../http/messages.ts';
import type { RouteContext, WalletRoute } from './route-context.ts';
import { failure, formOfCode } from './errors.ts';

/** The answer that the settings have for requests of a route; undefined if it is carried out. */
export function refusalSet(
  { request, world }: Pick<RouteContext, 'request' | 'world'>,
  route: WalletRoute,
): HttpResponse | undefined {
  const code = codeSet(request, route, () => walletConfigOf(world).walletRefusals ?? []);
  const form = code === null ? undefined : formOfCode(code);
  if (form === undefined) return undefined;
  return failure({ ...form, message: `${form.message}: the setting walletRefusals asks for this` });
}

/** A fact, since it is found when the request comes and not in its turn: settings may change in between. */
function codeSet(
  request: HttpRequest,
  { method, path }: WalletRoute,
  refusals: () => readonly WalletRefusal[],
): number | null {
  const find = () =>
    refusals().find(({ operation }) => operation === undefined || operation === `${method} ${path}`)
      ?.code ?? null;
  return recordedFact(request, 'walletRefusal', find, null);
}
