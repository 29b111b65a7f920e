// The routes of the account: its key, its secret.

import { json } from '../../../http/messages.ts';
import type { Call, WalletRoute } from '../call.ts';
import { bodyOf, look, sendSealed, type Answer } from '../exchange.ts';
import * as wire from '../wire.ts';

export const entityRoutes: readonly WalletRoute[] = [
  { method: 'GET', path: '/v1/w3s/config/entity/publicKey', handle: getPublicKey },
  { method: 'GET', path: '/v1/w3s/config/entity', handle: getEntity },
  { method: 'POST', path: '/v1/w3s/config/entity/entitySecret', handle: registerSecret },
];

function getPublicKey({ key }: Call): Answer {
  return json(200, { data: { publicKey: key.publicPem } });
}

function getEntity(call: Call): Answer {
  return look(call, ({ wallet: state }) => json(200, { data: { appId: state.appId } }));
}

function registerSecret(call: Call): Answer {
  const body = bodyOf(call, wire.registerSecretBody);
  return sendSealed(
    call,
    body,
    (secret) => ({ type: 'RegisterEntitySecret', secret }),
    // The file restores a lost secret at the real service; here there is nothing to restore.
    () => json(200, { data: { recoveryFile: Buffer.from('reprise').toString('base64') } }),
  );
}
