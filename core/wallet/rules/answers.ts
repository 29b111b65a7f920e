// Rules of single answers: their request ids, their errors, the amounts in them.

import { finding, valueText, type ServiceRule } from '../../kernel/rule.ts';
import type { WalletObservation } from './observations.ts';
import { secondOf } from './shown-values.ts';

/** A success has a request id, the client's own if that is a UUID. */
export const requestIds: ServiceRule<WalletObservation> = {
  name: 'request-ids',
  spec: 'spec/wallet.md, Endpoints; Resources and their fields, XRequestId',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'requestId') return [];
    const { n, sent, returned } = observation;
    const isKept =
      returned !== undefined && returned.toLowerCase() === (sent ?? returned).toLowerCase();
    return [
      finding(isKept, n, () => [`X-Request-Id ${sent ?? 'in the answer'}`, returned ?? 'none']),
    ];
  },
};

/** A refusal in JSON has a number and a sentence. Gateways in front of a service refuse in forms of their own, mostly HTML. */
export const walletErrorForm: ServiceRule<WalletObservation> = {
  name: 'wallet-error-form',
  spec: 'spec/wallet.md, Errors; reference/wallet.md 2, Error body',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'refusal') return [];
    const { n, body } = observation;
    const { code, message } = (body ?? {}) as {
      readonly code?: unknown;
      readonly message?: unknown;
    };
    return [
      finding(Number.isInteger(code) && typeof message === 'string', n, () => [
        '{code: integer, message: text}',
        valueText(body),
      ]),
    ];
  },
};

/** A balance is a decimal number, and not negative. */
export const balanceAmounts: ServiceRule<WalletObservation> = {
  name: 'balance-amounts',
  spec: 'spec/wallet.md, Resources and their fields, Balance',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'balance') return [];
    const { n, walletId, members } = observation;
    const { amount, token, updateDate } = members;
    const isAmount = typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    const isDated = secondOf(updateDate) !== undefined;
    return [
      finding(isAmount && isDated && typeof token === 'object', n, () => [
        `a decimal amount from 0 on, a token and a date, in a balance of wallet ${walletId}`,
        valueText({ amount, updateDate }),
      ]),
    ];
  },
};
