// core/wallet/README.md, generated from the source: the life of a transaction, all commands, events and refusals.

import { rejected } from '../../../adapters/services/wallet/errors.ts';
import { transitions } from '../../../core/wallet/records/lifecycle.ts';
import { rejectionCodes, type WalletRejection } from '../../../core/wallet/rejections.ts';

/** From the sources of its commands, of its events, and of the files that decide and view, by their paths in core/wallet. */
export function walletReadme(
  commands: string,
  events: string,
  refusing: ReadonlyMap<string, string>,
): string {
  const refusals = rejectionCodes.map((code) => {
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

## Commands

From clients, from the operator, and from time:
${wrapped(typesIn(commands))}.

## Events

${wrapped(typesIn(events))}.

## Refusals, in the order in which they are checked

| code in the core | status | code on the wire | message |
| --- | --- | --- | --- |
${refusals.join('\n')}

The files that refuse, with their codes:

${refusedIn(refusing).join('\n')}
`;
}

function lifeOfTransactions(): string {
  const arrows = Object.entries(transitions).flatMap(([from, targets]) =>
    targets.length === 0 ? [`  ${from} --> [*]`] : targets.map((to) => `  ${from} --> ${to}`),
  );
  return ['stateDiagram-v2', '  [*] --> INITIATED', ...arrows].join('\n');
}

/** The files that name codes, each with its codes, as a list. */
function refusedIn(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    const codes = rejectionCodes.filter((code) => text.includes(`'${code}'`));
    if (codes.length === 0) return [];
    return [
      `- [${path}](${path}):`,
      ...wrapped(codes)
        .split('\n')
        .map((line) => `  ${line}`),
    ];
  });
}

/** The message types that a source text declares, in order. */
export function typesIn(source: string): readonly string[] {
  const declared = [...source.matchAll(/readonly type:([\s|]*'[A-Za-z]+'(?:[\s|]+'[A-Za-z]+')*)/g)];
  return declared.flatMap(([, union = '']) => union.match(/[A-Za-z]+/g) ?? []);
}

/** Names on lines of 120 characters at most. */
function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > 116) lines.push(name);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines.join(',\n');
}
