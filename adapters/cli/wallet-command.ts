// The verb `wallet`: lists, shows, funds, mints to, freezes and unfreezes wallets of a world.

import { Command, InvalidArgumentError, Option } from 'commander';
import { omitUndefined, wallet } from '../../core/index.ts';
import { isUuid } from '../services/wallet/wire/fields.ts';
import type { WorldClient } from './control-client.ts';
import { CliError } from './errors.ts';
import { decimal, integer } from './flags.ts';
import { inWorld } from './remote-command.ts';
import type { CliHost } from './serve.ts';
import { table } from './table.ts';
import { withWalletKey } from './wallet-key.ts';

interface Wallet {
  readonly id: string;
  readonly state: string;
  readonly blockchain: string;
  readonly accountType: string;
  readonly address: string;
  readonly name?: string;
  readonly refId?: string;
}

interface Balance {
  readonly tokenId: string;
  readonly symbol?: string;
  readonly amount: string;
}

type Flags = Readonly<Record<string, unknown>>;

export function walletCommand(host: CliHost): Command {
  const command = new Command('wallet').description(
    'List, show, fund and freeze the wallets of a world. A wallet is named by its id, or by its address or refId.',
  );
  inWorld(
    withWalletKey(command.command('list', { isDefault: true }))
      .description('List the newest wallets.')
      .addOption(blockchainOption('only those on this blockchain'))
      .option('--ref-id <text>', 'only those with this refId')
      .option('--limit <number>', 'the most wallets', integer(1, 50), 20),
    host,
    listWallets,
  );
  const part = (name: string, description: string, act: Act) => {
    const one = withWalletKey(command.command(name))
      .description(description)
      .argument('<wallet>', 'the id of the wallet, its address or its refId')
      .addOption(blockchainOption('for an address or refId on several blockchains'));
    inWorld(one, host, async (client, flags, [named]) =>
      act(client, await walletNamed(client, flags, named ?? ''), flags),
    );
    return one;
  };
  part('show', 'Show a wallet and its balances.', showWallet);
  part('fund', 'Give a wallet tokens.', fundWallet)
    .option('--native <amount>', 'of the native token of its blockchain', decimal)
    .option('--usdc <amount>', 'of USDC', decimal)
    .option('--eurc <amount>', 'of EURC', decimal)
    .option('--token <id=amount>', 'of another token; may be repeated', tokenAmount)
    .option('--secondary', 'into secondary storage, which balances leave out (APTOS only)');
  part('mint', 'Mint an NFT or another token to a wallet.', mintToken)
    .option('--token-id <id>', 'a known token')
    .option('--token-address <address>', 'its contract; a new one is registered')
    .option('--nft-token-id <id>', 'the id of the NFT; an integer on EVM chains')
    .option('--amount <amount>', 'how much of it (default: 1)', decimal)
    .option('--metadata <text>', 'of the NFT')
    .addOption(
      new Option('--standard <name>', 'of a new token').choices([...wallet.tokenStandards]),
    )
    .option('--name <text>', 'of a new token')
    .option('--symbol <text>', 'of a new token')
    .option('--decimals <number>', 'of a new token', integer(0, wallet.tokenDecimalsMax));
  part('freeze', 'Freeze a wallet: only reads are allowed.', (client, { id }) =>
    changeStatus(client, id, 'freeze'),
  );
  part('unfreeze', 'Unfreeze a wallet.', (client, { id }) => changeStatus(client, id, 'unfreeze'));
  return command;
}

type Act = (client: WorldClient, found: Named, flags: Flags) => Promise<[object, string]>;
type Named = Pick<Wallet, 'id'>;

function blockchainOption(description: string): Option {
  const codes: readonly string[] = wallet.blockchains;
  return new Option('--blockchain <code>', description).argParser((text) => {
    const code = text.toUpperCase();
    if (codes.includes(code)) return code;
    throw new InvalidArgumentError(`It must be one of ${codes.join(', ')}.`);
  });
}

/** `<id>=<amount>`; may be repeated. */
function tokenAmount(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, id = '', amount = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (id !== '') return { ...before, [id]: decimal(amount) };
  throw new InvalidArgumentError('It must be the id of a token and an amount, such as <id>=2.5.');
}

async function query(
  client: WorldClient,
  flags: Flags,
  filter: Readonly<Record<string, string | undefined>>,
): Promise<readonly Wallet[]> {
  const text = new URLSearchParams(omitUndefined(filter) as Record<string, string>).toString();
  const path = `/v1/w3s/wallets?${text}`;
  const { data } = await client.wallet<{ data: { wallets: readonly Wallet[] } }>(
    path,
    flags['walletKey'] as string,
  );
  return data.wallets;
}

async function listWallets(client: WorldClient, flags: Flags): Promise<[object, string]> {
  const { blockchain, refId, limit } = flags as Readonly<Record<string, string | undefined>>;
  const wallets = await query(client, flags, { blockchain, refId, pageSize: String(limit) });
  const rows = wallets.map((one) => [
    one.id,
    one.refId ?? '',
    one.name ?? '',
    one.blockchain,
    one.accountType,
    one.state,
    one.address,
  ]);
  const titles = ['id', 'refId', 'name', 'blockchain', 'type', 'state', 'address'];
  return [{ wallets }, rows.length === 0 ? 'There are no wallets.' : table([titles, ...rows])];
}

/** The wallet with an id, an address or a refId. Rejects with CliError if there is none, or if there are several. */
async function walletNamed(client: WorldClient, flags: Flags, named: string): Promise<Named> {
  if (isUuid(named)) return { id: named.toLowerCase() };
  const filter = { blockchain: flags['blockchain'] as string | undefined, pageSize: '10' };
  const byRefId = await query(client, flags, { ...filter, refId: named });
  const found =
    byRefId.length > 0 ? byRefId : await query(client, flags, { ...filter, address: named });
  const [only, ...others] = found;
  if (only === undefined) {
    throw new CliError(
      `There is no wallet with the id, address or refId '${named}'; reprise wallet list prints the newest.`,
    );
  }
  if (others.length === 0) return only;
  const list = found.map(({ id, blockchain }) => `${id} on ${blockchain}`).join(', ');
  throw new CliError(
    `Several wallets are named '${named}': ${list}. Set the id, or --blockchain if that is enough.`,
  );
}

async function showWallet(
  client: WorldClient,
  { id }: Named,
  flags: Flags,
): Promise<[object, string]> {
  const key = flags['walletKey'] as string;
  const { data } = await client.wallet<{ data: { wallet: Wallet } }>(`/v1/w3s/wallets/${id}`, key);
  const held = await client.wallet<{ data: { tokenBalances: readonly HeldToken[] } }>(
    `/v1/w3s/wallets/${id}/balances?includeAll=true&pageSize=50`,
    key,
  );
  const { wallet: one } = data;
  const balances = held.data.tokenBalances.map(({ token, amount }) => ({
    tokenId: token.id,
    ...omitUndefined({ symbol: token.symbol }),
    amount,
  }));
  const lines = [
    `Wallet ${id} is ${one.state}, ${one.accountType} on ${one.blockchain}`,
    `  address    ${one.address}`,
    ...(one.refId === undefined ? [] : [`  refId      ${one.refId}`]),
    ...(one.name === undefined ? [] : [`  name       ${one.name}`]),
    `  balances   ${printed(balances)}`,
  ];
  return [{ wallet: one, balances }, lines.join('\n')];
}

interface HeldToken {
  readonly token: { readonly id: string; readonly symbol?: string };
  readonly amount: string;
}

function printed(balances: readonly Balance[]): string {
  const texts = balances.map(({ symbol, tokenId, amount }) => `${amount} ${symbol ?? tokenId}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

async function fundWallet(
  client: WorldClient,
  { id }: Named,
  flags: Flags,
): Promise<[object, string]> {
  const { native, usdc, eurc, token: tokens, secondary } = flags;
  const amounts = omitUndefined({ native, usdc, eurc, tokens });
  if (Object.keys(amounts).length === 0) {
    throw new CliError('Set at least one of --native, --usdc, --eurc, --token.');
  }
  const answer = await client.inWorld<{ balances: readonly Balance[] }>(
    'POST',
    `/wallet/wallets/${id}/fund`,
    { ...amounts, ...omitUndefined({ secondary }) },
  );
  return [answer, `Wallet ${id} has ${printed(answer.balances)}.`];
}

async function mintToken(
  client: WorldClient,
  { id }: Named,
  flags: Flags,
): Promise<[object, string]> {
  const { tokenId, tokenAddress, nftTokenId, amount, metadata } = flags;
  const { standard, name, symbol, decimals } = flags;
  if ((tokenId === undefined) === (tokenAddress === undefined)) {
    throw new CliError('Set either --token-id or --token-address.');
  }
  const known = { tokenId, tokenAddress, nftTokenId, amount, metadata };
  const answer = await client.inWorld<{
    token: { id: string; symbol?: string };
    transaction: { id: string };
  }>(
    'POST',
    `/wallet/wallets/${id}/mint`,
    omitUndefined({ ...known, standard, name, symbol, decimals }),
  );
  const { token, transaction } = answer;
  return [
    answer,
    `Minted token ${token.symbol ?? token.id} to wallet ${id} in transaction ${transaction.id}.`,
  ];
}

async function changeStatus(
  client: WorldClient,
  id: string,
  action: 'freeze' | 'unfreeze',
): Promise<[object, string]> {
  const answer = await client.inWorld<{ wallet: Wallet }>(
    'POST',
    `/wallet/wallets/${id}/${action}`,
  );
  return [answer, `Wallet ${id} is ${answer.wallet.state}.`];
}
