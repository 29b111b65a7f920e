// Loaded in front of a server whose own work is to be measured without RSA: every ciphertext of the right length opens at
// once, to the same secret. Nothing of the product is changed, and nothing but the decryption is left out.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const secret = Buffer.alloc(32, 0xab);
crypto.privateDecrypt = () => secret;
syncBuiltinESMExports();
