// The routes of the entity: public key, configuration, secret.

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { json } from '../../../protocol/messages.ts';
import { bySchemas, route, type WalletRoute } from '../route-context.ts';
import { queryState, executeWithSecret } from '../handlers.ts';
import * as wire from '../wire.ts';
import { dataAnswer } from '../wire/printed.ts';

export const entityRoutes: readonly WalletRoute[] = [
  route({
    methods: ['GET'],
    path: '/v1/w3s/config/entity/publicKey',
    name: 'getPublicKey',
    summary: 'Get the RSA key that entity secrets are encrypted with.',
    answers: { 200: dataAnswer('The key in PEM.', { publicKey: z.string() }) },
    handle: ({ key }) => json(200, { data: { publicKey: key.publicPem } }),
  }),
  route({
    methods: ['GET'],
    path: '/v1/w3s/config/entity',
    name: 'getEntityConfig',
    summary: 'Get the configuration of the entity.',
    answers: { 200: dataAnswer('The configuration.', wire.entityRecord) },
    handle: (context) =>
      queryState(context, (state) =>
        json(200, { data: wire.printEntity(wallet.entityView(state)) }),
      ),
  }),
  route({
    methods: ['POST'],
    path: '/v1/w3s/config/entity/entitySecret',
    name: 'registerEntitySecret',
    summary: 'Register the entity secret.',
    reads: bySchemas({ body: wire.registerSecretBody }),
    answers: {
      200: dataAnswer('A recovery file, which restores nothing here.', {
        recoveryFile: z.string(),
      }),
    },
    handle: (context, { body }) =>
      executeWithSecret(
        context,
        body,
        (secret) => ({ type: 'RegisterEntitySecret', secret }),
        () => json(200, { data: { recoveryFile: Buffer.from('reprise').toString('base64') } }),
      ),
  }),
];
