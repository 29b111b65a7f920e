// Refusals by the setting walletRefusals: any documented code, to test a client's handling of it.

import { walletConfigOf, type WalletRefusal } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../../protocol/messages.ts';
import type { WalletRouteContext } from './route-context.ts';
import { failure, formOfCode } from './errors.ts';

/** The answer that the settings have for requests of an operation (method and path); undefined if it is carried out. */
export function configuredRefusal(
  { request, world }: Pick<WalletRouteContext, 'request' | 'world'>,
  operation: string,
): HttpResponse | undefined {
  const code = configuredCode(request, operation, () => walletConfigOf(world).walletRefusals ?? []);
  const form = code === null ? undefined : formOfCode(code);
  if (form === undefined) return undefined;
  return failure({ ...form, message: `${form.message}: the setting walletRefusals asks for this` });
}

/** A recorded fact: it is read when the request arrives, and settings may change before its task runs. */
function configuredCode(
  request: HttpRequest,
  requested: string,
  refusals: () => readonly WalletRefusal[],
): number | null {
  const find = () =>
    refusals().find(({ operation }) => operation === undefined || operation === requested)?.code ??
    null;
  return recordedFact(request, 'walletRefusal', find, null);
}
