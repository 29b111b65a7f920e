// Each rule of the wallet is broken by a change that breaks it alone.

import { expect, it } from 'vitest';
import { wallet } from '../../../../core/index.ts';
import { brokenBy, type Mutant } from '../../../support/recording/mutants.ts';

const transfer = 'wallet/transfer';
const repeated = 'wallet/repeated-requests';
const readTransaction = /^GET \/v1\/w3s\/transactions\/[0-9a-f-]+$/;
const createWallets = /^POST \/v1\/w3s\/developer\/wallets$/;
const listWallets = /^GET \/v1\/w3s\/wallets\?/;
const other = '00000000-0000-4000-8000-00000000abcd';

const mutants: readonly Mutant[] = [
  {
    rule: 'transaction-states',
    of: transfer,
    does: 'a sent transaction goes back to QUEUED',
    change: (edit) =>
      edit.answer(readTransaction, 6, ({ data }) => {
        data.transaction.state = 'QUEUED';
      }),
  },
  {
    rule: 'transaction-states',
    of: transfer,
    does: 'an answer has an unknown state',
    change: (edit) =>
      edit.answer(readTransaction, 1, ({ data }) => {
        data.transaction.state = 'PENDING';
      }),
  },
  {
    rule: 'idempotent-answers',
    of: repeated,
    does: 'the repeated request makes the wallets again',
    change: (edit) =>
      edit.answer(createWallets, 2, ({ data }) => {
        data.wallets = data.wallets.toReversed();
      }),
  },
  {
    rule: 'unique-nonces',
    of: repeated,
    does: 'the second transfer takes the nonce of the first',
    change: (edit) => {
      for (const entry of edit.entries) {
        if (entry.kind === 'event' && entry.type === 'TransactionQueued') entry.data.nonce = 0;
      }
    },
  },
  {
    rule: 'unique-hashes',
    of: repeated,
    does: 'the second transfer has the hash of the first',
    change(edit) {
      const hashes = new Set<string>();
      edit.webhooks(({ notification }) => {
        if (notification.transactionType !== 'OUTBOUND' || !notification.txHash) return;
        hashes.add(notification.txHash);
        [notification.txHash] = hashes;
      });
      expect(hashes.size).toBe(2);
      edit.answers(readTransaction, ({ body }) => {
        body.data.transaction.txHash &&= [...hashes][0];
      });
    },
  },
  {
    rule: 'unique-ids',
    of: transfer,
    does: 'a new transfer has the id of a wallet',
    change: (edit) =>
      edit.answer(/^POST .*\/transactions\/transfer$/, 2, (body, { request }) => {
        body.data.id = JSON.parse(request.text).walletId;
      }),
  },
  {
    rule: 'unique-addresses',
    of: repeated,
    does: 'two new wallets have one address',
    change: (edit) =>
      edit
        .answer(createWallets, 0, ({ data }) => {
          data.wallets[1].address = data.wallets[0].address.toUpperCase().replace('0X', '0x');
        })
        .answers(listWallets, ({ body }) => {
          body.data.wallets = body.data.wallets.slice(0, 0);
        }),
  },
  {
    rule: 'required-members',
    of: transfer,
    does: 'a wallet has no state',
    change: (edit) =>
      edit.answer(/^GET \/v1\/w3s\/wallets\/[0-9a-f-]+$/, 0, ({ data }) => {
        delete data.wallet.state;
      }),
  },
  {
    rule: 'record-dates',
    of: transfer,
    does: 'a wallet set was changed before it was made',
    change: (edit) =>
      edit.answer(/^GET .*\/walletSets\/[0-9a-f-]+$/, 0, ({ data }) => {
        data.walletSet.updateDate = '2025-12-31T23:59:59Z';
      }),
  },
  {
    rule: 'fixed-members',
    of: transfer,
    does: 'a wallet changes its address',
    change: (edit) =>
      edit.answer(/^GET \/v1\/w3s\/wallets\/[0-9a-f-]+$/, 0, ({ data }) => {
        data.wallet.address = `0x${'1'.repeat(40)}`;
      }),
  },
  {
    rule: 'derived-wallets',
    of: 'wallet/derive-across-chains',
    does: 'a derived wallet has an address of its own',
    change: (edit) =>
      edit.answer(/^PUT .*\/blockchains\/BASE-SEPOLIA$/, 0, ({ data }) => {
        data.wallet = { ...data.wallet, id: other, address: `0x${'2'.repeat(40)}` };
      }),
  },
  {
    rule: 'derived-wallets',
    of: 'wallet/derive-across-chains',
    does: 'a wallet that was derived by its address is on another blockchain',
    change: (edit) =>
      edit.answer(/^PUT .*\/wallets\/derive$/, 0, ({ data }) => {
        data.wallet = { ...data.wallet, id: other, blockchain: 'UNI-SEPOLIA' };
      }),
  },
  {
    rule: 'failure-reasons',
    of: 'wallet/failed-for-gas',
    does: 'a failed transaction does not say why',
    change: (edit) =>
      edit.answers(readTransaction, ({ body }) => {
        delete body.data.transaction.errorReason;
      }),
  },
  {
    rule: 'lowest-nonces',
    of: 'wallet/demo',
    does: 'the transaction with the lowest nonce is CLEARED',
    change: (edit) =>
      edit.answer(/lowestNonceTransaction/, 0, ({ data }) => {
        data.transaction = { state: 'CLEARED' };
      }),
  },
  {
    rule: 'balance-amounts',
    of: transfer,
    does: 'a balance is negative',
    change: (edit) =>
      edit.answer(/^GET .*\/balances$/, 0, ({ data }) => {
        data.tokenBalances[0].amount = '-1.5';
      }),
  },
  {
    rule: 'page-sizes',
    of: repeated,
    does: 'a page has more wallets than asked for',
    change: (edit) =>
      edit.answer(listWallets, 2, ({ data }, { request }) => {
        expect(data.wallets).toHaveLength(1);
        request.url = request.url.replace('pageSize=2', 'pageSize=0.5');
      }),
  },
  {
    rule: 'page-links',
    of: repeated,
    does: 'a page has no links',
    change: (edit) =>
      edit.answer(listWallets, 0, (_, { answer }) => {
        delete answer.headers.Link;
      }),
  },
  {
    rule: 'page-links',
    of: repeated,
    does: 'the next page begins behind another wallet',
    change: (edit) =>
      edit.answer(listWallets, 0, (_, { answer }) => {
        answer.headers.Link = answer.headers.Link.replace(
          /pageAfter=[0-9a-f-]+/,
          `pageAfter=${other}`,
        );
      }),
  },
  {
    rule: 'page-order',
    of: repeated,
    does: 'the list of transactions begins with the oldest',
    change: (edit) =>
      edit.answer(/^GET \/v1\/w3s\/transactions\?/, 0, ({ data }) => {
        data.transactions.reverse();
      }),
  },
  {
    rule: 'pages-disjoint',
    of: repeated,
    does: 'a wallet is on two pages',
    change(edit) {
      let first: unknown;
      edit.answer(listWallets, 0, ({ data }) => {
        [first] = data.wallets;
      });
      edit.answer(listWallets, 1, ({ data }, { answer }) => {
        data.wallets = [first, data.wallets[1]];
        answer.headers.Link = answer.headers.Link.replace(/, <[^>]*>; rel="prev"/, '');
      });
    },
  },
  {
    rule: 'list-filters',
    of: repeated,
    does: 'a list of incoming transactions was asked for as outgoing',
    change: (edit) =>
      edit.answer(/^GET \/v1\/w3s\/transactions\?/, 0, (_, { request }) => {
        request.url = request.url.replace('txType=INBOUND', 'txType=OUTBOUND');
      }),
  },
  {
    rule: 'request-ids',
    of: transfer,
    does: 'an answer has no request id',
    change: (edit) =>
      edit.answer(readTransaction, 1, (_, { answer }) => {
        delete answer.headers['X-Request-Id'];
      }),
  },
  {
    rule: 'request-ids',
    of: transfer,
    does: 'the request id of the client is not echoed',
    change: (edit) =>
      edit.answer(readTransaction, 1, (_, { request }) => {
        request.headers['x-request-id'] = other;
      }),
  },
  {
    rule: 'wallet-error-form',
    of: transfer,
    does: 'the code of a refusal is a text',
    change: (edit) =>
      edit.answer(readTransaction, 0, (body) => {
        body.code = 'not-found';
      }),
  },
  {
    rule: 'webhook-contents',
    of: repeated,
    does: 'a repeated webhook has another content',
    change(edit) {
      const seen = new Set<string>();
      let isChanged = false;
      edit.webhooks((body) => {
        if (seen.has(body.notificationId) && !isChanged && body.notification.id) {
          isChanged = true;
          body.notification.refId = 'another';
        }
        seen.add(body.notificationId);
      });
      expect(isChanged).toBe(true);
    },
  },
  {
    rule: 'webhook-contents',
    of: repeated,
    does: 'a webhook is of the other direction',
    change(edit) {
      let first: string | undefined;
      edit.webhooks((body) => {
        if (body.notificationType === 'transactions.outbound') first ??= body.notificationId;
        if (body.notificationId === first) body.notificationType = 'transactions.inbound';
      });
    },
  },
  {
    rule: 'webhooks-at-least-once',
    of: repeated,
    does: 'no webhook says that the second transfer is SENT',
    change(edit) {
      let second: string | undefined;
      edit.answers(/^POST .*\/transactions\/transfer$/, ({ body }) => {
        second = body.data.id;
      });
      const isOut = (text: string) => {
        const { notification } = JSON.parse(text);
        return notification.id === second && notification.state === 'SENT';
      };
      edit.without(({ kind, text }) => kind === 'webhook.attempt' && isOut(text));
    },
  },
];

it.each(mutants)('$rule is broken alone if $does', async (mutant) => {
  const broken = await brokenBy(mutant);
  expect([...broken.keys()]).toEqual([mutant.rule]);
});

it('has a mutant for each rule', () => {
  const broken = new Set(mutants.map(({ rule }) => rule));
  expect([...broken].sort()).toEqual(wallet.rules.map(({ name }) => name).sort());
});
