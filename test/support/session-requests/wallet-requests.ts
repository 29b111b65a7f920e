// Requests of random sessions other than plain transfers: wallets of all kinds, NFTs, contracts, signatures, estimates,
// subscriptions, pages.

import type { RawRequest } from '../../../adapters/protocol/messages.ts';
import {
  fundedWallet,
  sessionKeys,
  type RequestSpec,
  type Kit,
  type OtherKind,
} from './request-kit.ts';
import { strangerAddress, usdcAddress, usdcId } from '../wallet/commands.ts';

const collection = '0x00000000000000000000000000000000000000c0';
const evmChains = ['ETH-SEPOLIA', 'MATIC-AMOY', 'BASE-SEPOLIA'] as const;
const allChains = [...evmChains, 'SOL-DEVNET', 'APTOS-TESTNET', 'NEAR-TESTNET', 'SOL'] as const;

const typedData = JSON.stringify({
  types: { EIP712Domain: [], Note: [{ name: 'n', type: 'uint8' }] },
  primaryType: 'Note',
  domain: {},
  message: { n: 7 },
});

export function otherRequest(kit: Kit, kind: OtherKind, asked: RequestSpec): RawRequest {
  const { x, y, text } = asked;
  const { ids, addresses, of, raw, control, keyed, hide } = kit;
  const { walletId, ...place } = fundedWallet(kit, asked);
  const other = addresses.get(of(ids.wallet, y))?.address ?? strangerAddress;
  const key = place.blockchain === 'ETH' ? sessionKeys.live : sessionKeys.test;
  switch (kind) {
    case 'smart': {
      const wanted = [
        { accountType: 'SCA', blockchains: [evmChains[x % 3]] },
        { accountType: 'EOA', blockchains: [allChains[x % allChains.length]] },
      ][y % 2];
      return keyed('wallets', { walletSetId: of(ids.set, x), count: 1 + (y % 2), ...wanted });
    }
    case 'derive': {
      const metadata = y % 3 === 0 ? { metadata: { name: text } } : {};
      if (y % 2 === 0) {
        const path = `wallets/${walletId}/blockchains/${evmChains[y % 3]}`;
        return raw('PUT', `/v1/w3s/developer/${path}`, metadata);
      }
      return raw('PUT', '/v1/w3s/developer/wallets/derive', {
        sourceBlockchain: place.blockchain,
        walletAddress: place.address,
        targetBlockchain: evmChains[y % 3],
        ...metadata,
      });
    }
    case 'freeze':
      return control('POST', `/wallet/wallets/${walletId}/${y % 3 === 0 ? 'freeze' : 'unfreeze'}`);
    case 'provision':
      return y % 2 === 0
        ? control('POST', '/wallet/wallet-sets', { custodyType: 'ENDUSER', userId: `user-${y}` })
        : control('POST', '/wallet/wallets', {
            walletSetId: of(ids.set, x),
            blockchains: [evmChains[y % 3]],
            accountType: 'SCA',
            scaCore: 'circle_4337_v1',
          });
    case 'upgrade': {
      const path = 'transactions/walletUpgrade';
      const fields = { newScaCore: 'circle_6900_singleowner_v2', feeLevel: 'HIGH' };
      return keyed(path, { walletId: of(ids.wallet, x), ...fields });
    }
    case 'mint':
      return control('POST', `/wallet/wallets/${walletId}/mint`, {
        tokenAddress: place.blockchain.startsWith('SOL') ? usdcAddress : collection,
        nftTokenId: `${y % 3}`,
        ...(y % 2 === 0 ? { metadata: JSON.stringify({ name: text }) } : {}),
      });
    case 'nft':
      return keyed(
        'transactions/transfer',
        {
          walletId,
          destinationAddress: other,
          amounts: ['1'],
          nftTokenIds: [`${y % 2}`],
          tokenAddress: collection,
          blockchain: place.blockchain,
          feeLevel: 'HIGH',
        },
        key,
      );
    case 'call': {
      const calls = [
        {
          contractAddress: usdcAddress,
          abiFunctionSignature: 'transfer(address,uint256)',
          abiParameters: [other, 1_000 + y],
        },
        {
          contractAddress: collection,
          abiFunctionSignature: 'safeMint(address,uint256)',
          abiParameters: [place.address, y % 5],
        },
        { contractAddress: other, callData: '0xdeadbeef', amount: `0.0${1 + (y % 9)}` },
        {
          contractAddress: place.address,
          abiFunctionSignature: 'executeBatch((address,uint256,bytes)[])',
          abiParameters: [[[usdcAddress, 0, '0x']]],
        },
        { contractAddress: 'no address', callData: '0x' },
      ];
      const call = calls[y % calls.length];
      const path = 'transactions/contractExecution';
      return keyed(path, { walletId, feeLevel: 'MEDIUM', ...call }, key);
    }
    case 'sign':
      return signRequest(kit, walletId, y, text, key);
    case 'estimate': {
      const estimates = [
        () =>
          raw('GET', `/v1/w3s/developer/transactions/feeParameters?blockchain=${place.blockchain}`),
        () =>
          raw('POST', '/v1/w3s/transactions/transfer/estimateFee', {
            walletId,
            tokenId: usdcId,
            destinationAddress: other,
            amounts: [`0.${1 + (y % 9)}`],
          }),
        () =>
          raw('POST', '/v1/w3s/transactions/contractExecution/estimateFee', {
            walletId,
            contractAddress: usdcAddress,
            abiFunctionSignature: 'transfer(address,uint256)',
            abiParameters: [other, 1],
          }),
        () =>
          raw('POST', '/v1/w3s/transactions/validateAddress', {
            address: y % 2 === 0 ? other : text,
            blockchain: allChains[x % allChains.length],
          }),
      ];
      return (estimates[y % estimates.length] as () => RawRequest)();
    }
    case 'monitor': {
      const path = '/v1/w3s/config/entity/monitoredTokens';
      const tokenIds = [usdcId];
      const requests = [
        () => raw('POST', path, { tokenIds }),
        () => raw('PUT', path, { tokenIds: x % 2 === 0 ? tokenIds : [] }),
        () => raw('POST', `${path}/delete`, { tokenIds }),
        () => raw('PUT', `${path}/scope`, { scope: x % 2 === 0 ? 'SELECTED' : 'MONITOR_ALL' }),
        () => raw('GET', path),
      ];
      return (requests[y % requests.length] as () => RawRequest)();
    }
    case 'hook': {
      const path = '/v2/notifications/subscriptions';
      const one = `${path}/${of(ids.subscription, x)}`;
      const token = hide(`a-token-that-nobody-may-see-${x}`);
      const endpoint = `https://me:${hide('a-login-that-nobody-may-see')}@hooks.example/h?token=${token}`;
      const notificationTypes = x % 2 === 0 ? ['*'] : ['transactions.inbound'];
      const requests = [
        () => raw('POST', path, { endpoint, notificationTypes }),
        () => raw('POST', path, { endpoint }, sessionKeys.live),
        () => raw('GET', path),
        () => raw('GET', one),
        () => raw('PATCH', one, { name: text, enabled: x % 3 > 0 }),
        () => raw('POST', path, { endpoint: `http://${text}/?token=${token}` }),
        () => (x % 4 === 0 ? raw('DELETE', one) : raw('GET', path)),
      ];
      return (requests[y % requests.length] as () => RawRequest)();
    }
    case 'limit':
      // Limits are lifted more often than set: a limited world answers little else.
      return control('PATCH', '/config', {
        rateLimits: y % 4 === 0 ? { post: 3, get: 5 + (x % 5) } : false,
        walletRefusals: y % 4 === 1 ? [{ operation: 'GET /v1/w3s/wallets', code: 3 }] : [],
        ...(y % 4 === 2 ? { walletLimits: { pendingTransactions: 1 + (x % 5) } } : {}),
      });
    case 'store':
      return control('POST', `/wallet/wallets/${walletId}/fund`, {
        native: '2',
        ...(y % 2 === 0 ? { secondary: true } : {}),
      });
    case 'page': {
      const paths = [
        'developer/wallets/balances?blockchain=ETH-SEPOLIA&amount__gte=1&pageSize=2',
        `wallets/${walletId}/nfts?pageSize=1`,
        `wallets/${walletId}/balances?includeAll=true&pageSize=1`,
        `wallets?pageBefore=${walletId}&pageSize=2`,
        `walletSets?pageAfter=${of(ids.set, x)}`,
        `transactions?custodyType=ENDUSER&includeAll=true`,
        `transactions?blockchain=${place.blockchain}&operation=CONTRACT_EXECUTION`,
        `transactions?state=COMPLETE&txType=INBOUND&order=ASC`,
      ];
      return raw('GET', `/v1/w3s/${paths[y % paths.length]}`, undefined, key);
    }
  }
}

function signRequest(
  { sealed }: Kit,
  walletId: string,
  y: number,
  text: string,
  key: string,
): RawRequest {
  const memo = y % 2 === 0 ? { memo: text } : {};
  const requests = [
    () => sealed('developer/sign/message', { walletId, message: text, ...memo }, key),
    () =>
      sealed(
        'developer/sign/message',
        { walletId, message: `0x0${y % 10}`, encodedByHex: true },
        key,
      ),
    () => sealed('developer/sign/typedData', { walletId, data: typedData, ...memo }, key),
    () => sealed('developer/sign/transaction', { walletId, rawTransaction: 'AAAA' }, key),
    () => sealed('developer/sign/delegateAction', { walletId, unsignedDelegateAction: 'AA' }, key),
  ];
  return (requests[y % requests.length] as () => RawRequest)();
}
