// The routes of the account: its key, its secret.

import { wallet } from '../../../../core/index.ts';
import { json } from '../../../http/messages.ts';
import type { RouteContext, WalletRoute } from '../route-context.ts';
import { bodyOf, queryState, executeWithSecret, type Answer } from '../handlers.ts';
import * as wire from '../wire.ts';

export const entityRoutes: readonly WalletRoute[] = [
  { methods: ['GET'], path: '/v1/w3s/config/entity/publicKey', handle: getPublicKey },
  { methods: ['GET'], path: '/v1/w3s/config/entity', handle: getEntity },
  { methods: ['POST'], path: '/v1/w3s/config/entity/entitySecret', handle: registerSecret },
];

function getPublicKey({ key }: RouteContext): Answer {
  return json(200, { data: { publicKey: key.publicPem } });
}

function getEntity(context: RouteContext): Answer {
  return queryState(context, ({ wallet: state }) => json(200, { data: wallet.entityView(state) }));
}

function registerSecret(context: RouteContext): Answer {
  const body = bodyOf(context, wire.registerSecretBody);
  return executeWithSecret(
    context,
    body,
    (secret) => ({ type: 'RegisterEntitySecret', secret }),
    // The file restores a lost secret at the real service; here there is nothing to restore.
    () => json(200, { data: { recoveryFile: Buffer.from('reprise').toString('base64') } }),
  );
}
