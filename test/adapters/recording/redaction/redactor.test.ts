import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../adapters/recording/redaction/redactor.ts';
import { atOnce } from '../../../../core/index.ts';

const salt = 'a-salt-of-the-test';
const redactor = createRedactor({ salt });
const replayer = createRedactor({ salt, isReplay: true });

function tokenOf(secret: string): string {
  const digits = createHmac('sha256', salt).update(secret).digest('hex');
  return `~${digits}`.slice(0, secret.length).padEnd(secret.length, '~');
}

function headerOf(name: string, value: string): string | undefined {
  return redactor.request({ url: '/', headers: { [name]: value } }).wire.headers[name];
}

function textOf(text: string): string | undefined {
  return redactor.request({ url: '/', headers: {}, text }).wire.text;
}

const secret = 'fedcba98-76543210-FEDCBA98';
const token = tokenOf(secret);

it('prepares a request ahead of its entry, with the same result', () => {
  const given = {
    url: `/?secret=${secret}`,
    headers: { 'x-api-key': secret },
    text: `{"a":"${secret}"}`,
  };
  const whole = redactor.request(given);
  atOnce(redactor.prepare(given));
  expect(redactor.request({ ...given, text: '' })).toEqual(whole);
  expect(redactor.request(given)).toEqual(whole);
});

it.each([
  ['members', (secrets: readonly string[]) => secrets.map((password) => ({ password }))],
  ['a list', (password: readonly string[]) => ({ password })],
])('prepares a long request piece by piece: %s', (_name, bodyOf) => {
  const secrets = Array.from({ length: 5_000 }, (_, index) => `${index}`.padStart(20, 'a'));
  const others = createRedactor({ salt });
  const given = { url: '/', headers: {}, text: JSON.stringify(bodyOf(secrets)) };
  const whole = redactor.request(given);
  let count = 1;
  for (const pieces = others.prepare(given); pieces.next().done !== true;) {
    count += 1;
    expect(others.request({ ...given, headers: {} })).toEqual(whole);
  }
  expect(count).toBeGreaterThan(10);
  expect(others.request({ ...given, text: '' })).toEqual(whole);
});

it('finds echoes of some of many secrets in a short text', () => {
  const secrets = Array.from({ length: 3_000 }, (_, index) => `${index}`.padStart(20, 'a'));
  const text = JSON.stringify({ secret: secrets });
  const [early = '', late = ''] = [secrets[7], secrets[2_900]];
  const { wire } = redactor.request({
    url: `/${early}/${late}/${early.slice(0, 18)}`,
    headers: {},
    text,
  });
  expect(wire.url).toBe(
    `/${tokenOf(early)}/[redacted:secret]/${tokenOf(secrets[0] ?? '').slice(0, 18)}`,
  );
});

describe('a token', () => {
  it('is an HMAC under the salt, of the length of the secret', () => {
    for (const length of [16, 64, 65, 66, 344]) {
      const value = 'Ab9/'.repeat(100).slice(0, length);
      expect(textOf(JSON.stringify({ entitySecretCiphertext: value }))).toBe(
        JSON.stringify({ entitySecretCiphertext: tokenOf(value) }),
      );
    }
  });

  it('depends on the bytes of the salt only', () => {
    const other = createRedactor({ salt: 'Sälze' });
    const digits = createHmac('sha256', 'Sälze').update(secret).digest('hex');
    expect(other.json({ secret })).toEqual({ secret: `~${digits}`.slice(0, secret.length) });
  });

  it('does not exist for short and empty secrets', () => {
    expect(redactor.json({ password: 'fifteen letters', apiKey: '', secret: 'x' })).toEqual({
      password: '[redacted:password]',
      apiKey: '',
      secret: '[redacted:secret]',
    });
  });

  it('is for the first 2,000 secrets of a request', () => {
    const secrets = Array.from({ length: 2_002 }, (_, index) => `${index}`.padStart(16, 'a'));
    const shown = JSON.parse(textOf(JSON.stringify({ secret: secrets })) ?? '') as {
      readonly secret: readonly string[];
    };
    expect(shown.secret.slice(0, 2_000)).toEqual(secrets.slice(0, 2_000).map(tokenOf));
    expect(shown.secret.slice(2_000)).toEqual(['[redacted:secret]', '[redacted:secret]']);
  });

  it('stays in a replay only', () => {
    expect(replayer.json({ secret: token })).toEqual({ secret: token });
    expect(redactor.json({ secret: token })).toEqual({ secret: tokenOf(token) });
  });
});

describe('a wallet key', () => {
  it('retains its prefix and id', () => {
    expect(redactor.json({ walletKeys: [`TEST_API_KEY:some-id:${secret}`] })).toEqual({
      walletKeys: [`TEST_API_KEY:some-id:${token}`],
    });
  });

  it('still has three parts if its secret is short, and two if it is another key', () => {
    expect(redactor.json({ walletKeys: ['TEST_API_KEY:reprise:demo', 'a:b'] })).toEqual({
      walletKeys: ['[redacted:wallet:key]', '[redacted:key]'],
    });
  });
});

describe('a fingerprint', () => {
  const fingerprint = `sha256.${'0a'.repeat(32)}`;

  it('becomes one mark, in a replay too, whose fingerprints differ', () => {
    for (const one of [redactor, replayer]) {
      const given = { walletKeys: [`A:b:${fingerprint}`], users: [{ password: fingerprint }] };
      expect(one.json(given)).toEqual({
        walletKeys: ['[redacted:wallet:key]'],
        users: [{ password: '[redacted:password]' }],
      });
    }
  });

  it('leaves too long a key too long', () => {
    const { walletKeys } = redactor.json({
      walletKeys: [`A:${'b'.repeat(498)}:${fingerprint}`, `A:${'b'.repeat(497)}:${fingerprint}`],
    }) as { walletKeys: string[] };
    expect(walletKeys.map((key) => key.length > 500)).toEqual([true, false]);
  });
});

describe('a header', () => {
  it.each([
    ['authorization', `Bearer ${secret}`, `Bearer ${token}`],
    ['authorization', `token   ${secret} `, `token   ${token} `],
    ['authorization', `Bearer A:b:${secret}`, `Bearer A:b:${token}`],
    ['authorization', 'Bearer', 'Bearer'],
    ['authorization', secret, token],
    ['authorization', `${secret} ${secret}`, tokenOf(`${secret} ${secret}`)],
    ['authorization', `Basic ${btoa(`me:${secret}`)}`, `Basic ${btoa(`me:${token}`)}`],
    ['authorization', `Basic ${btoa(`${secret}:`)}`, `Basic ${btoa(`${token}:`)}`],
    ['authorization', `Basic ${secret}`, `Basic ${token}`],
    ['cookie', `a=${secret}; b=short`, `a=${token}; b=[redacted:cookie]`],
    ['cookie', `${secret}==`, tokenOf(`${secret}==`)],
    [
      'set-cookie',
      `a=${secret}; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=${secret}`,
      `a=${token}; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=${token}`,
    ],
    ['x-api-key', secret, token],
    ['x-user-token', secret, token],
    ['sec-websocket-protocol', `token, ${secret}`, `token, ${token}`],
    ['sec-websocket-protocol', `bearer,${secret}, x-id, 1`, `bearer,${token}, x-id, 1`],
    ['link', `</x?token=${secret}&a=%7E>; rel="next"`, `</x?token=${token}&a=%7E>; rel="next"`],
    [
      'x-request-id',
      '0b0c7e1f-3d5a-4a52-9a3e-0d1f6f0f1a11',
      '0b0c7e1f-3d5a-4a52-9a3e-0d1f6f0f1a11',
    ],
  ])('%s: %s', (name, value, redacted) => {
    expect(headerOf(name, value)).toBe(redacted);
  });
});

describe('a URL', () => {
  it('has its parameters decoded, and the rest unchanged', () => {
    const url = `/v1/listen?a=%7e&api%5Fkey=${secret.replace('-', '%2D')}&keyterm=x+y&token=`;
    expect(redactor.request({ url, headers: {} }).wire.url).toBe(
      `/v1/listen?a=%7e&api%5Fkey=${token}&keyterm=x+y&token=`,
    );
  });

  it('contains no secret of another part of the request', () => {
    const headers = { authorization: `Bearer ${secret}` };
    expect(redactor.request({ url: `/x/${secret}/y`, headers }).wire.url).toBe(`/x/${token}/y`);
  });
});

describe('a body', () => {
  it.each([
    ['{"apiKey" : "?", "token":{"id":"x"}, "publicKey":"y"}'],
    ['{"api\\u004Bey":"?","apiKey":"?"}'],
    ['{"entitySecret":{"a":["?",1,{"b":"?"}]},"name":"\\"apiKey\\":"}'],
    ['{"apiKey":"?","x":'],
    ['{"apiKey":"?"} and more'],
    ['{"name":"a note\'; and","apiKey":"?" '],
    ["{'apiKey': '?', x"],
    ['{apiKey: ?, x'],
    ['apiKey=?&title=a+b'],
    ['title=x&config%5Bapi_key%5D=?'],
    ['--b\r\nContent-Disposition: form-data; name="apiKey"\r\n\r\n?\r\n--b--'],
    ['--b\nContent-Disposition: form-data; name=apiKey\nContent-Type: text/plain\n\n?\n--b--'],
    ['--b\r\nContent-Disposition: form-data; name="a[apiKey][0]"; x=y\r\n\r\n?'],
  ])('%s', (form) => {
    expect(textOf(form.replaceAll('?', secret))).toBe(form.replaceAll('?', token));
  });

  it('in parts loses a secret of several words and lines, and nothing else', () => {
    const words = 'a b\r\n-- c "d" = e; what follows';
    const part = (name: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const body = (one: string, two: string) =>
      `${part('title', words)}${part('password', one)}${part('empty', '')}${part('password', two)}--b--\r\n`;
    expect(textOf(body(words, 'a b'))).toBe(body(tokenOf(words), '[redacted:password]'));
    const wire = { url: '/', headers: {}, text: body(tokenOf(words), '[redacted:password]') };
    expect(replayer.request(wire).wire).toEqual(wire);
  });

  it('in parts retains its boundary of any length: that of curl has 40 characters', () => {
    const boundary = `${'-'.repeat(24)}0123456789abcdef`;
    const type = `multipart/form-data; boundary=${boundary}`;
    const part = (name: string, text: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const run = 'Ab9/'.repeat(20);
    const body = (loose: string, key: string) =>
      `${part('title', 'Fair')}${part('note', loose)}${part('apiKey', key)}--${boundary}--\r\n`;
    const headers = { 'content-type': type };
    const { wire } = redactor.request({ url: '/', headers, text: body(run, secret) });
    expect(wire.headers).toEqual(headers);
    expect(wire.text).toBe(body(tokenOf(run), token));
  });

  it.each([20, 64, 80])(
    'of no parts loses a run of %s characters that its first line sets apart',
    (length) => {
      const run = 'Ab9/'.repeat(20).slice(0, length);
      const shown = textOf(`--${run}\r\nmore`);
      expect(shown?.includes(run)).toBe(length < 40);
    },
  );

  it.each([
    '<a href="/event/meeting-of-the-gooseberry-circle-2026/">',
    'URL:http://127.0.0.1:4600/event/new-years-walk-to-the-lighthouse/',
    '.event-list_item--is-published-and-visible-on-phones { }',
    'assets/styles/Calendar-and-Venues/version-12345678/print.css',
  ])('retains a path of words: %s', (text) => {
    expect(textOf(text)).toBe(text);
  });

  it.each([
    'aGVsbG8-d29ybGQ_c2VjcmV0/a2V5LW1hdGVyaWFsLTEy',
    '/keys/0123456789abcdef0123456789abcdef01234567',
    'path/to/QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo/end',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst',
    'eyJhbGciOiJIUzI1NiJ9-abc/and-words-after-it-too',
  ])('loses a run with anything but words: %s', (run) => {
    expect(textOf(` ${run} `)).toBe(` ${tokenOf(run)} `);
  });

  it('loses a long run of base64 without a name', () => {
    const run = 'Ab9/'.repeat(20);
    expect(textOf(` ${run} `)).toBe(` ${tokenOf(run)} `);
    expect(textOf(`"${run}"`)).toBe(`"${tokenOf(run)}"`);
    expect(textOf(`"${run.replaceAll('/', '\\/')}"`)).toBe(`"${tokenOf(run)}"`);
  });

  it.each(["abc';", "token';", 'apiKey" ', '\\u0061'])(
    'is read in time where it is broken and a million characters of %s',
    (piece) => {
      const text = `{${piece.repeat(1_000_000 / piece.length)}`;
      const before = process.cpuUsage();
      textOf(text);
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000); // a quadratic search took minutes
    },
  );

  it('is the same in a replay if malformed text has quotes of both kinds', () => {
    const broken = `{"name":"apiKey: \\"secret\\' {[ \\\\","entitySecretCiphertext" :"${secret}"}`;
    const wire = redactor.request({ url: '/', headers: {}, text: broken }).wire;
    expect(wire.text).not.toContain(secret);
    expect(replayer.request(wire).wire).toEqual(wire);
  });

  it('has no run of base64, however long', () => {
    const text = `é ${'x'.repeat(12 * 1024 * 1024)}`;
    const redacted = textOf(text) ?? '';
    expect(redacted.length).toBe(text.length);
    expect(redacted.includes('x')).toBe(false);
    const again = replayer.request({ url: '/', headers: {}, text: redacted }).wire.text;
    expect(again === redacted).toBe(true); // a difference would be printed for minutes
  });

  it('has no run of base64 where its search pauses', () => {
    const at = (start: number) => `${' '.repeat(start)}${secret}${secret} end`;
    const mebibyte = 1024 * 1024;
    for (let start = mebibyte - 60; start < mebibyte + 5; start += 5) {
      expect(textOf(at(start))?.includes(secret)).toBe(false);
    }
  });

  it('stays invalid if only its secret was', () => {
    const redacted = textOf(`{"apiKey":"${secret}\n"}`) ?? '';
    expect(redacted).toBe(`{"apiKey":"${tokenOf(`${secret}\n`)}"}~`);
    const bytes = Buffer.concat([
      Buffer.from(`{"apiKey":"${secret}`),
      Buffer.from([0xff, 0x22, 0x7d]),
    ]);
    expect(redactor.bytes(bytes, []).at(-1)).toBe(0xff);
  });
});

describe('an answer', () => {
  const ciphertext = 'Ab9/'.repeat(86);
  const { secrets } = redactor.request({
    url: '/',
    headers: { authorization: `Bearer A:b:${secret}` },
    text: JSON.stringify({ entitySecretCiphertext: ciphertext }),
  });

  it('with an error contains no secret, whole or cut, plain or escaped', () => {
    const text = JSON.stringify([ciphertext, ciphertext.slice(0, 200), secret]);
    const redacted = [tokenOf(ciphertext), tokenOf(ciphertext).slice(0, 200), token];
    for (const shown of [text, text.replaceAll('/', '\\/'), text.replaceAll('/', '\\u002f')]) {
      const answer = redactor.answer({ status: 400, headers: {}, text: shown }, secrets);
      expect(answer.text).toBe(JSON.stringify(redacted));
    }
  });

  it.each([
    ['behind a backslash, which is escaped', 'x]EL+Mhooé[%iCj\\y', 16],
    ['behind a quote, which is escaped', 'x]EL+Mhooé[%iCj"y', 16],
    ['between a backslash and a quote', 'x]EL+Mhooé[%iCj\\"', 16],
    ['in front of its quote', 'x]EL+Mhooé[%iCjk"', 16],
    ['in front of quotes and a comma, as a list has', 'x]EL+Mhooé[%iCjk","y', 16],
    ['behind a line break', 'x]EL+Mhooé[%iCj\ny', 16],
  ])('stays valid if its part of a secret is cut %s', (_name, odd, length) => {
    const given = { url: '/', headers: {}, text: JSON.stringify({ entitySecret: odd }) };
    const { wire, secrets: own } = redactor.request(given);
    const answerTo = (value: string) => {
      const text = JSON.stringify([value.slice(0, length), value, value.slice(0, length), 'y']);
      return { status: 400, headers: {}, text };
    };
    const recorded = redactor.answer(answerTo(odd), own);
    const again = replayer.request(wire);
    const { entitySecret } = JSON.parse(wire.text ?? '') as { entitySecret: string };
    const replayed = replayer.answer(answerTo(entitySecret), again.secrets);
    expect(recorded).toEqual(replayed);
    expect(JSON.parse(recorded.text ?? '')).toHaveLength(4);
    expect(recorded.text).not.toContain('Mhoo');
  });

  it('without an error is redacted by names only', () => {
    const text = JSON.stringify({ name: secret, recoveryFile: ciphertext });
    expect(redactor.answer({ status: 200, headers: {}, text }, secrets).text).toBe(
      JSON.stringify({ name: secret, recoveryFile: tokenOf(ciphertext) }),
    );
  });
});

describe('a frame', () => {
  it('loses named secrets, and the key of the upgrade of its socket', () => {
    const headers = { 'sec-websocket-protocol': `token, ${secret}` };
    const { secrets } = redactor.request({ url: '/v1/listen', headers });
    const frame = `{"type":"Settings","endpoint":{"headers":{"x-api-key":"${secret}x"}},"a":"${secret}"}`;
    expect(redactor.frame(frame, secrets)).toBe(
      `{"type":"Settings","endpoint":{"headers":{"x-api-key":"${tokenOf(`${secret}x`)}"}},"a":"${token}"}`,
    );
  });
});

describe('the settings of a voice agent', () => {
  const value = 'a-value-of-a-header';
  const url = `https://user:pw@host/path?key=${secret}&b=2`;
  const shownUrl = `https://user:%5Bredacted%3Apassword%5D@host/path?key=${encodeURIComponent(token)}&b=%5Bredacted%3Asecret%5D`;
  const endpoint = { url, method: 'POST', headers: { 'x-any': value, 'x-b': 'b' } };
  const shown = {
    url: shownUrl,
    method: 'POST',
    headers: { 'x-any': tokenOf(value), 'x-b': '[redacted:secret]' },
  };
  const parameters = { type: 'object', properties: { password: { type: 'string' } }, token: 'x' };
  const settings = (point: object, credentials: object) => ({
    type: 'Settings',
    agent: {
      think: [
        { provider: { type: 'aws_bedrock', credentials }, endpoint: point },
        { functions: [{ name: 'a', parameters, endpoint: point }, { parameters }], prompt: 'hi' },
      ],
      speak: { endpoint: point },
    },
    url,
  });
  const given = { type: 'sts', region: 'eu', access_key_id: secret, session_token: value };
  const hidden = { ...given, access_key_id: token, session_token: tokenOf(value) };

  it('lose the secrets of endpoints, but not the schemas of functions', () => {
    const expected = settings(shown, hidden);
    expect(redactor.json(settings(endpoint, given))).toEqual(expected);
    const text = JSON.stringify(settings(endpoint, given));
    expect(redactor.frame(text, [])).toBe(JSON.stringify(expected));
    const escaped = text
      .replaceAll('endpoint', '\\u0065ndpoint')
      .replaceAll('headers', 'He\\u0061ders');
    const replaced = redactor.frame(escaped, []);
    expect(JSON.parse(replaced.replaceAll('He', 'he'))).toEqual(expected);
    expect(replayer.frame(JSON.stringify(expected), [])).toBe(JSON.stringify(expected));
  });

  it.each(['provider', 'think', 'speak', 'functions'])(
    'lose the secrets that are in %s by mistake',
    (name) => {
      expect(redactor.frame(JSON.stringify({ [name]: endpoint }), [])).toBe(
        JSON.stringify({ [name]: shown }),
      );
    },
  );

  it('lose their secrets for any cut of the text', () => {
    const text = JSON.stringify(settings({ headers: { 'x-any': value } }, {}));
    const end = text.lastIndexOf(value) + value.length;
    for (let length = end; length < text.length; length += 1) {
      expect(redactor.frame(text.slice(0, length), [])).not.toContain(value);
    }
    const cut = JSON.stringify({ endpoint: { url } });
    expect(redactor.frame(cut.slice(0, -1), [])).not.toContain(secret);
  });
});

describe('an echo among many secrets', () => {
  const secrets = Array.from({ length: 100 }, (_, index) => `the-same-beginning-${index}`);
  const { secrets: found } = redactor.request({
    url: '/',
    headers: {},
    text: JSON.stringify({ secret: secrets }),
  });
  const shown = (text: string) => redactor.answer({ status: 400, headers: {}, text }, found).text;

  it('becomes the token of the longest secret there', () => {
    const [one = '', more = ''] = [secrets[1], secrets[12]];
    expect(shown(`a ${more}, ${one}.`)).toBe(`a ${tokenOf(more)}, ${tokenOf(one)}.`);
  });

  it('becomes a part of the first token that begins so', () => {
    expect(shown('the-same-beginning- and the-same-begin')).toBe(
      `${tokenOf(secrets[0] ?? '').slice(0, 19)} and the-same-begin`,
    );
  });
});
