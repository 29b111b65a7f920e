// The verb `wallet`: lists, shows, funds, mints to, freezes and unfreezes wallets of a world.

import { Command, InvalidArgumentError, Option } from 'commander';
import { omitUndefined, wallet } from '../../../core/index.ts';
import { isUuid } from '../../services/wallet/wire/fields.ts';
import type { Answer, Funds, Input, Mint, WorldClient } from '../../client/index.ts';
import { stateRowsMax } from '../../protocol/limits.ts';
import { CliError } from '../support/errors.ts';
import { decimal, integer } from '../support/flags.ts';
import { inWorld } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { table } from '../support/table.ts';

type Flags = Readonly<Record<string, unknown>>;

export function walletCommand(host: CliHost): Command {
  const command = new Command('wallet').description(
    'List, show, fund and freeze the wallets of a world. A wallet is named by its id, or by its address or refId.',
  );
  inWorld(
    command
      .command('list', { isDefault: true })
      .description('List the newest wallets.')
      .addOption(blockchainOption('only those on this blockchain'))
      .option('--ref-id <text>', 'only those with this refId')
      .option('--limit <number>', 'the most wallets', integer(1, stateRowsMax), 20),
    host,
    listWallets,
  );
  const part = (name: string, description: string, act: Act) => {
    const one = command
      .command(name)
      .description(description)
      .argument('<wallet>', 'the id of the wallet, its address or its refId')
      .addOption(blockchainOption('for an address or refId on several blockchains'));
    inWorld(one, host, async (world, flags, [named]) =>
      act(world, await walletNamed(world, flags, named ?? ''), flags),
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
  part('freeze', 'Freeze a wallet: only reads are allowed.', changeStatus('freeze'));
  part('unfreeze', 'Unfreeze a wallet.', changeStatus('unfreeze'));
  return command;
}

type Shown = [object, string];
type Act = (world: WorldClient, walletId: string, flags: Flags) => Promise<Shown>;
type WalletsQuery = NonNullable<Input<'listWallets'>['query']>;
type Balance = Answer<'fundWallet'>['balances'][number];

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

async function listWallets({ wallet: { wallets } }: WorldClient, flags: Flags): Promise<Shown> {
  const { blockchain, refId, limit } = flags;
  const found = await wallets.list(omitUndefined({ blockchain, refId, limit }) as WalletsQuery);
  const rows = found.map((one) => [
    one.id,
    one.refId ?? '',
    one.name ?? '',
    one.blockchain,
    one.accountType,
    one.state,
    one.address,
  ]);
  const titles = ['id', 'refId', 'name', 'blockchain', 'type', 'state', 'address'];
  return [
    { wallets: found },
    rows.length === 0 ? 'There are no wallets.' : table([titles, ...rows]),
  ];
}

/** The most wallets that a message names. */
const namedMax = 10;

/** The id of the wallet with an id, an address or a refId. Rejects with CliError if there is none, or if there are several. */
async function walletNamed(
  { wallet: { wallets } }: WorldClient,
  { blockchain }: Flags,
  named: string,
): Promise<string> {
  if (isUuid(named)) return named.toLowerCase();
  const filter = omitUndefined({ blockchain, limit: namedMax }) as WalletsQuery;
  const byRefId = await wallets.list({ ...filter, refId: named });
  const found = byRefId.length > 0 ? byRefId : await wallets.list({ ...filter, address: named });
  const [only, ...others] = found;
  if (only === undefined) {
    throw new CliError(
      `There is no wallet with the id, address or refId '${named}'; reprise wallet list prints the newest.`,
    );
  }
  if (others.length === 0) return only.id;
  const list = found.map((one) => `${one.id} on ${one.blockchain}`).join(', ');
  throw new CliError(
    `Several wallets are named '${named}': ${list}. Set the id, or --blockchain if that is enough.`,
  );
}

async function showWallet({ wallet: { wallets } }: WorldClient, id: string): Promise<Shown> {
  const answer = await wallets.get(id);
  const { wallet: one, balances } = answer;
  const lines = [
    `Wallet ${id} is ${one.state}, ${one.accountType} on ${one.blockchain}`,
    `  address    ${one.address}`,
    ...(one.refId === undefined ? [] : [`  refId      ${one.refId}`]),
    ...(one.name === undefined ? [] : [`  name       ${one.name}`]),
    `  balances   ${printed(balances)}`,
  ];
  return [answer, lines.join('\n')];
}

function printed(balances: readonly Balance[]): string {
  const texts = balances.map(({ symbol, tokenId, amount }) => `${amount} ${symbol ?? tokenId}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

async function fundWallet(
  { wallet: { wallets } }: WorldClient,
  id: string,
  { native, usdc, eurc, token: tokens, secondary }: Flags,
): Promise<Shown> {
  const amounts = omitUndefined({ native, usdc, eurc, tokens });
  if (Object.keys(amounts).length === 0) {
    throw new CliError('Set at least one of --native, --usdc, --eurc, --token.');
  }
  const balances = await wallets.fund(id, { ...amounts, ...omitUndefined({ secondary }) } as Funds);
  return [{ balances }, `Wallet ${id} has ${printed(balances)}.`];
}

async function mintToken(
  { wallet: { wallets } }: WorldClient,
  id: string,
  { tokenId, tokenAddress, nftTokenId, amount, metadata, ...draft }: Flags,
): Promise<Shown> {
  if ((tokenId === undefined) === (tokenAddress === undefined)) {
    throw new CliError('Set either --token-id or --token-address.');
  }
  const { standard, name, symbol, decimals } = draft;
  const known = { tokenId, tokenAddress, nftTokenId, amount, metadata };
  const mint = omitUndefined({ ...known, standard, name, symbol, decimals }) as Mint;
  const answer = await wallets.mint(id, mint);
  const { token, transaction } = answer;
  return [
    answer,
    `Minted token ${token.symbol ?? token.id} to wallet ${id} in transaction ${transaction.id}.`,
  ];
}

const changeStatus =
  (action: 'freeze' | 'unfreeze'): Act =>
  async ({ wallet: { wallets } }, id) => {
    const one = await wallets[action](id);
    return [{ wallet: one }, `Wallet ${id} is ${one.state}.`];
  };
