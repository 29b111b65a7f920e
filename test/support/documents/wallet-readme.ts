// Generates core/wallet/README.md from the source: the life of a transaction, all commands, events and rejections.

import { rejected } from '../../../adapters/services/wallet/errors.ts';
import { transitions } from '../../../core/wallet/records/lifecycle.ts';
import { rejectionCodes, type WalletRejection } from '../../../core/wallet/rejections.ts';
import { rejectingFiles, wrapped } from './rejecting-files.ts';

/** `sources` are the texts of the files that decide and view, by their paths in core/wallet. */
export function walletReadme(
  commands: string,
  events: string,
  sources: ReadonlyMap<string, string>,
): string {
  const rejections = rejectionCodes.map((code) => {
    const answer = rejected({ code } as WalletRejection); // without its detail
    const body = JSON.parse(answer.body ?? '{}') as { code: number; message: string };
    return `| \`${code}\` | ${answer.status} | ${body.code} | ${body.message} |`;
  });
  return `# Wallet

Generated from the source and checked by a test: \`npx vitest run test/guards/docs.test.ts -u\` writes it anew.

## The life of a transaction

\`\`\`mermaid
${lifeOfTransactions()}
\`\`\`

An inbound record begins as CONFIRMED, or COMPLETE on a chain with instant finality.

## Where things are decided

- Whether a wallet has the funds: [decide/initiating.ts](decide/initiating.ts); whether it can pay for the gas, when the
  transaction is screened: [decide/progress.ts](decide/progress.ts)
- Which block includes a transaction: [broadcast/inclusion.ts](broadcast/inclusion.ts); at which base fee:
  [chain/fee-market.ts](chain/fee-market.ts)
- When a transaction takes its next step, or is STUCK: [react.ts](react.ts)
- When and how often a webhook is attempted: [decide/webhooks.ts](decide/webhooks.ts), at the instants of
  [react/webhooks.ts](react/webhooks.ts); [adapters/outbound](../../adapters/outbound) sends it
- Addresses and signatures: [keys/](keys), [signing/](signing)

## Commands

Sent by clients, by the operator, and by dues:
${wrapped(typesIn(commands))}.

## Events

${wrapped(typesIn(events))}.

## Rejections, in the order of their checks

| code in the core | status | code on the wire | message |
| --- | --- | --- | --- |
${rejections.join('\n')}

The files that reject, with their codes:

${rejectingFiles(rejectionCodes, sources)}
`;
}

function lifeOfTransactions(): string {
  const arrows = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.length === 0 ? [`  ${from} --> [*]`] : targets.map((to) => `  ${from} --> ${to}`),
  );
  return ['stateDiagram-v2', '  [*] --> INITIATED', ...arrows].join('\n');
}

/** The message types that a source text declares, in order. */
export function typesIn(source: string): readonly string[] {
  const declared = [...source.matchAll(/readonly type:([\s|]*'[A-Za-z]+'(?:[\s|]+'[A-Za-z]+')*)/g)];
  return declared.flatMap(([, union = '']) => union.match(/[A-Za-z]+/g) ?? []);
}
