// A certificate that no authority has signed, for a server of TLS on the loopback.

import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** As PEM. */
  readonly cert: string;
  readonly key: string;
}

const der = {
  sequence: 0x30,
  set: 0x31,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  version: 0xa0,
  extensions: 0xa3,
  address: 0x87,
} as const;

/** A value of ASN.1 in DER. */
function value(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const oid = (hex: string) => value(der.oid, Buffer.from(hex, 'hex'));
const integer = (number: number) => value(der.integer, Buffer.of(number));
const time = (text: string) => value(der.time, Buffer.from(text));

/** ECDSA with SHA-256. */
const algorithm = value(der.sequence, oid('2a8648ce3d040302'));
const commonName = value(
  der.sequence,
  value(der.set, value(der.sequence, oid('550403'), value(der.text, Buffer.from('reprise-test')))),
);

/** Of the address 127.0.0.1, and no name. */
export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const addresses = value(der.sequence, value(der.address, Buffer.of(127, 0, 0, 1)));
  const alternativeNames = value(der.sequence, oid('551d11'), value(der.octets, addresses));
  const signed = value(
    der.sequence,
    value(der.version, integer(2)),
    integer(1),
    algorithm,
    commonName,
    value(der.sequence, time('200101000000Z'), time('491231235959Z')),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(der.extensions, value(der.sequence, alternativeNames)),
  );
  const signature = value(der.bits, Buffer.of(0), sign('sha256', signed, privateKey));
  const whole = value(der.sequence, signed, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
