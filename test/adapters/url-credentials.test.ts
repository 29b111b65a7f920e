// Credentials in URLs, also in URLs that no parser accepts: recordings contain what a client sent.

import { expect, it } from 'vitest';
import { withoutCredentials } from '../../adapters/url-credentials.ts';

it.each([
  ['https://u:pw@api.example.com/v1', 'https://u:***@api.example.com/v1'],
  ['https://u:p@w@api.example.com/v1', 'https://u:***@api.example.com/v1'],
  ['https://:pw@api.example.com/@me', 'https://:***@api.example.com/@me'],
  ['https://key@api.example.com/', 'https://***@api.example.com/'],
  ['https://u%3Apw@api.example.com/', 'https://***@api.example.com/'],
  ['https://api.example.com/v1?key=one&b=two', 'https://api.example.com/v1?key=***&b=***'],
  ['https://api.example.com/?a=1;key=one', 'https://api.example.com/?a=***'],
  ['https://api.example.com/#key=one', 'https://api.example.com/#key=***'],
  ['HTTPS://u:pw@api.example.com/?KEY=one', 'HTTPS://u:***@api.example.com/?KEY=***'],
])('replaces the credentials of %s', (url, shown) => {
  expect(withoutCredentials(url)).toBe(shown);
});

it.each([
  'u:pw@api.example.com/v1',
  'https:/u:pw@api.example.com/v1',
  'https//u:pw@api.example.com/v1',
  'https:\\\\u:pw@api.example.com\\v1',
  'https://u:pw/slash@api.example.com/',
  'https://u:pw?x#y@api.example.com/',
  ' https://u:pw@api.example.com/',
  'https:///u:pw@api.example.com/',
])('replaces the password of the mistyped %s', (url) => {
  expect(withoutCredentials(url)).toMatch(/u:\*\*\*@api\.example\.com/);
});

it.each([
  'https://api.example.com/v1',
  'https://api.example.com:8443/@me',
  'https://api.example.com/a:b@c',
  'http://[::1]:4600/hooks/7@8',
  'https://api.example.com',
  'https://api.example.com:8443?',
])('leaves %s as it is', (url) => {
  expect(withoutCredentials(url)).toBe(url);
});
