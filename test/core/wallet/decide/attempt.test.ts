import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { HDNodeWallet, Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import { solanaMessage } from '../../../../core/wallet/broadcast/solana.ts';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import { cancellationGas } from '../../../../core/wallet/decide/progress.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import type { Attempt } from '../../../../core/wallet/records/transaction.ts';
import { catalogueToken } from '../../../../core/wallet/tokens/catalogue.ts';
import { epochMs, genesisOf, hash } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import {
  accelerate,
  cancel,
  execution,
  strangerAddress,
  transfer,
} from '../../../support/wallet/commands.ts';
import { fundedWallets, start } from '../../../support/wallet/setups.ts';
import { broadcastOf, nativeIdOf, walletAt } from '../../../support/wallet/world-queries.ts';

const context = createContext(genesisOf('test'), hash, epochMs);
const usdcAddress = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';
const contract = new Interface(['function transfer(address to, uint256 value)']);

/** The hash, computed by ethers, of the transaction that the first wallet of a world signs. */
async function hashByEthers(
  { maxFee, priorityFee, gasLimit }: Attempt,
  own: { nonce: number; to: string; value?: bigint; data?: string },
): Promise<string | null> {
  const tree = HDNodeWallet.fromSeed(`0x${context.bytes('wallet-set/0')}`);
  const signer = tree.derivePath("m/44'/60'/0'/0/1");
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee, gasLimit };
  const signed = await signer.signTransaction({ type: 2, chainId: 11_155_111, ...fees, ...own });
  return Transaction.from(signed).hash;
}

/** A world in which the first wallet has sent two transfers of 1 USDC. */
function sent() {
  const world = given(wallet, fundedWallets());
  const ids = [0, 1].map(() => start(world, transfer(walletAt(world, 0).id)));
  world.after('1s');
  return { world, id: ids[1] ?? '' };
}

const payload = {
  nonce: 1,
  to: usdcAddress,
  data: contract.encodeFunctionData('transfer', [strangerAddress, 1_000_000n]),
};

describe('an attempt', () => {
  it('has the hash of its signed transaction', async () => {
    const { world, id } = sent();
    const { attempt } = broadcastOf(world, id);
    expect(attempt.fromHeight).toBe(firstHeight);
    expect(attempt.txHash).toBe(await hashByEthers(attempt, payload));
  });

  it('of an acceleration has the same nonce and payload and another fee', async () => {
    const { world, id } = sent();
    const first = broadcastOf(world, id).attempt;
    world.having(accelerate(id));
    const { attempt } = broadcastOf(world, id);
    expect(attempt.txHash).toBe(await hashByEthers(attempt, payload));
    expect(attempt.txHash).not.toBe(first.txHash);
  });

  it('of a contract call is the requested call with its value', async () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const id = start(world, execution(walletId, { amount: '0.5' }));
    world.after('1s');
    const { attempt } = broadcastOf(world, id);
    const call = { ...payload, nonce: 0, value: 5n * 10n ** 17n };
    expect(attempt.txHash).toBe(await hashByEthers(attempt, call));
  });

  it('of a cancellation has the same nonce and sends nothing to oneself', async () => {
    const { world, id } = sent();
    world.having(cancel(id));
    const { cancellation, source } = broadcastOf(world, id);
    if (cancellation === undefined) throw new Error('No cancellation is under way');
    expect(cancellation.gasLimit).toBe(cancellationGas);
    expect(cancellation.txHash).toBe(
      await hashByEthers(cancellation, { nonce: 1, to: source, value: 0n }),
    );
  });

  it('on Solana is identified by a valid signature of the sender', () => {
    const world = given(wallet, fundedWallets(['SOL-DEVNET']));
    const { id: walletId, address } = walletAt(world, 0);
    const tokenId = nativeIdOf('SOL-DEVNET');
    const send = () =>
      start(
        world,
        transfer(walletId, { token: { tokenId }, destination: walletAt(world, 1).address }),
      );
    const ids = [send(), send()]; // equal transfers, but for their moment
    world.after('1s');
    const hashes = ids.map((id) => {
      const { attempt, source, movements } = broadcastOf(world, id);
      const { to: destination = '', units = 0n } = movements[0] ?? {};
      const token = catalogueToken(tokenId);
      if (token === undefined) throw new Error('The catalogue lacks SOL');
      const recentBlockhash = context.bytes(`recent/${id}`).slice(0, 64);
      const message = solanaMessage({ source, destination, token, units, recentBlockhash });
      const signature = bs58.decode(attempt.txHash);
      expect(nacl.sign.detached.verify(message, signature, bs58.decode(address))).toBe(true);
      return attempt.txHash;
    });
    expect(new Set(hashes).size).toBe(2);
  });
});
