import { AbiCoder, Interface, keccak256 } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  executeCall,
  userOperationHash,
} from '../../../../core/wallet/broadcast/user-operation.ts';

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n });
const data = fc.nat({ max: 100 }).chain(hex);

describe('a user operation', () => {
  it('has the hash of the entry point, as the ABI coder of a public library writes it', () => {
    const operations = fc.record({
      chainId: fc.constantFrom(1, 11_155_111),
      sender: hex(20),
      nonce: fc.nat(),
      callData: data,
      gas: fc.record({
        callGasLimit: amount,
        verificationGasLimit: amount,
        preVerificationGas: amount,
      }),
      maxFee: amount,
      priorityFee: amount,
    });
    const coder = AbiCoder.defaultAbiCoder();
    const fields =
      'address uint256 bytes32 bytes32 uint256 uint256 uint256 uint256 uint256 bytes32'.split(' ');
    fc.assert(
      fc.property(operations, (operation) => {
        const { chainId, sender, nonce, callData, gas, maxFee, priorityFee } = operation;
        const packed = coder.encode(fields, [
          sender,
          nonce,
          keccak256('0x'),
          keccak256(callData),
          gas.callGasLimit,
          gas.verificationGasLimit,
          gas.preVerificationGas,
          maxFee,
          priorityFee,
          keccak256('0x'),
        ]);
        const entryPoint = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789';
        const placed = coder.encode(
          ['bytes32', 'address', 'uint256'],
          [keccak256(packed), entryPoint, chainId],
        );
        expect(userOperationHash(operation)).toBe(keccak256(placed));
      }),
    );
  });

  it('calls another contract from the account', () => {
    const account = new Interface(['function execute(address to, uint256 value, bytes data)']);
    fc.assert(
      fc.property(hex(20), amount, data, (to, value, call) => {
        expect(executeCall(`0x${'ab'.repeat(20)}`, { to, value, data: call })).toBe(
          account.encodeFunctionData('execute', [to, value, call]),
        );
      }),
    );
  });

  it('is the call itself where the account calls itself', () => {
    const self = `0x${'ab'.repeat(20)}`;
    expect(executeCall(self, { to: self, value: 0n, data: '0x1234' })).toBe('0x1234');
  });
});
