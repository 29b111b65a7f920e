// The address of a node: each has one spelling, so that no two nodes have the same.

import { expect, it } from 'vitest';
import { nodeAddressOf } from '../../../adapters/nodes/node-options.ts';

it.each([
  ['http://127.0.0.1:47001', 'http://127.0.0.1:47001'],
  ['http://127.0.0.1:47001/', 'http://127.0.0.1:47001'],
  ['HTTP://Node-2.Example:4600', 'http://node-2.example:4600'],
  ['http://node', 'http://node'],
  ['http://node:80/', 'http://node'],
  ['http://[fd00:0::1]:4600', 'http://[fd00::1]:4600'],
])('%s is %s', (text, address) => expect(nodeAddressOf(text)).toBe(address));

it.each([
  '',
  'node:4600',
  'https://node:4600',
  'ws://node:4600',
  'http:node:4600',
  'http:///node:4600',
  'http://',
  'http://u:p@node:4600',
  'http://@node:4600',
  'http://node:4600/xx',
  'http://node:4600//',
  'http://node:4600/.',
  'http://node\\xx',
  'http://node:4600?a=1',
  'http://node:4600/?',
  'http://node:4600#a',
  ' http://node:4600',
  'http://node :4600',
  'http://fd00::1:4600',
  'http://node:65536',
])('%j is none', (text) => expect(nodeAddressOf(text)).toBeUndefined());
