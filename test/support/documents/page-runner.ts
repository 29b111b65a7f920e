// Runs a page as its reader would: writes the files that it shows, and runs its commands in order in one folder. Commands of
// Reprise run inside this process, on free ports, since a process for each would be slow.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openShell, type RunningServer, type RunningVerb } from '../../adapters/cli/shell.ts';
import { blocksOf, readPage, root, withBlocks } from './page.ts';

const execute = promisify(execFile);

/** The address of the server in all pages. */
const printedUrl = 'http://127.0.0.1:4600';

/** The mark where the reader stops the verbs besides `serve` that keep a terminal. */
const ctrlC = 'Ctrl-C';

export interface PageOptions {
  /** A folder of linked modules. */
  readonly modules: string;
  /** Actions at the marks of the page, by the text of the mark. */
  readonly marks?: Readonly<
    Record<string, (pageShell: Pick<PageShell, 'folder' | 'write'>) => void>
  >;
  /** Called with the server of the page before it stops. */
  readonly inspect?: ((server: RunningServer) => Promise<void>) | undefined;
}

/** Runs all blocks of a page. Rejects with the first command that fails. */
export async function runPage(page: string, options: PageOptions): Promise<string> {
  const original = readPage(page);
  const pageShell = await openPageShell(options.modules);
  try {
    const outputs = new Map<number, string>();
    let printed: string | undefined;
    for (const [index, { language, code }] of blocksOf(original).entries()) {
      if (language === 'mark') {
        if (code === ctrlC) {
          await pageShell.stopOthers();
          continue;
        }
        const act = options.marks?.[code];
        if (act === undefined) throw new Error(`${page}: nothing is known of <!-- ${code} -->.`);
        act(pageShell);
      } else if (language === 'sh') {
        printed = await pageShell.run(code);
      } else if (language === 'text') {
        if (printed === undefined) throw new Error(`${page}: no command prints block ${index}.`);
        outputs.set(index, printed);
        printed = undefined;
      } else {
        pageShell.write(code);
      }
    }
    const text = withBlocks(original, ({ code }, index) => outputs.get(index) ?? code);
    await options.inspect?.(pageShell.server());
    return text;
  } finally {
    await pageShell.close();
  }
}

/** The files of the checkout that commands in pages name, with only some recordings, since replays are slow. */
const checkout = [
  'recordings/v1/speech/booking.jsonl',
  'recordings/v1/wallet/demo.jsonl',
  'recordings/v1/wallet/stuck-accelerated-complete.jsonl',
  'recordings/v1/wallet/transfer.jsonl',
];

/** The reader's folder with a shell, and with the modules and recordings of a checkout. */
interface PageShell {
  readonly folder: string;
  /** The server that was started last. */
  readonly server: () => RunningServer;
  /** Writes the file that is named in a comment on the first line of a block, if any. */
  readonly write: (code: string) => void;
  /** Runs commands with the variables and functions of earlier ones; resolves with their output. */
  readonly run: (code: string) => Promise<string>;
  /** Stops the verbs besides `serve` that still run. */
  readonly stopOthers: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openPageShell(modules: string): Promise<PageShell> {
  const shell = openShell();
  const folder = shell.cwd;
  symlinkSync(modules, join(folder, 'node_modules'));
  for (const name of checkout) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    symlinkSync(join(root, name), join(folder, name));
  }

  let served: RunningServer | undefined;
  let starts = 0;
  const serve = async (flags: readonly string[], env: Record<string, string>) => {
    await served?.stop();
    starts += 1;
    const startedAt = new Date(starts); // each server has its own store, named after its start time
    served = await shell.serve(flags, { env, now: () => startedAt });
  };
  /** The verbs besides `serve` that run, by the URL on the page. */
  const others = new Map<string, RunningVerb>();
  const stopOthers = async () => {
    for (const [url, { stop }] of others) {
      others.delete(url);
      await stop();
    }
  };
  const start = async (args: readonly string[]) => {
    const at = args.findIndex((arg) => arg === '-p' || arg === '--port');
    const port = args[at + 1] ?? '';
    const flags = ['--port', '0', '--json'];
    const running = await shell.start([...args.slice(0, at), ...args.slice(at + 2), ...flags]);
    others.set(`http://127.0.0.1:${port}`, running);
  };
  const bridge = createServer((request, response) => {
    void (async () => {
      const sent = Buffer.concat(await request.toArray()).toString();
      const [token = '', url = '', ...given] = sent.split('\0').slice(0, -1);
      const env = {
        ...(token === '' ? {} : { REPRISE_TOKEN: token }),
        ...(url === '' ? {} : { REPRISE_URL: url }),
      };
      const args = given.map((arg) => (arg.startsWith('./') ? join(folder, arg) : arg));
      if (args[0] === 'serve') {
        await serve(args.slice(1), env);
        response.end('0 0\n');
      } else if (args[0] === 'record' || args[0] === 'play') {
        await start(args);
        response.end('0 0\n');
      } else {
        const { exitCode, out, errors } = await shell.run(args, env);
        response.end(`${exitCode} ${out.length}\n${[...out, ...errors].join('\n')}`);
      }
    })().catch((error: unknown) => response.end(`1 0\n${String(error)}`));
  });
  bridge.listen(0, '127.0.0.1');
  await once(bridge, 'listening');
  const tools = writeTools(folder, `http://127.0.0.1:${(bridge.address() as AddressInfo).port}/`);

  const urls = (): readonly (readonly [printed: string, own: string])[] => [
    ...(served === undefined ? [] : [[printedUrl, served.ready.url] as const]),
    ...[...others].map(([printed, { url }]) => [printed, url] as const),
  ];
  const here = (text: string) =>
    urls().reduce((all, [printed, own]) => all.replaceAll(printed, own), text);
  const there = (text: string) =>
    urls().reduce((all, [printed, own]) => all.replaceAll(own, printed), text);
  const stateFile = join(folder, '.state');
  let state = '';
  const env = { PATH: `${tools}:${process.env['PATH']}`, HOME: folder };
  return {
    folder,
    server() {
      if (served === undefined) throw new Error('The page starts no server.');
      return served;
    },
    write(code) {
      const [, name] = /^(?:\/\/|#) ([\w./-]+\.(?:mjs|yaml))/.exec(code) ?? [];
      if (name !== undefined) writeFileSync(join(folder, name), here(code));
    },
    async run(code) {
      if (/(?:npm start|reprise (?:serve|record|play) ).*\n[^]*\S/.test(code))
        throw new Error(`A server keeps its terminal: end the block there.\n${code}`);
      writeFileSync(stateFile, here(state));
      const script = `source .state; set -aeuo pipefail\n${here(code)}\n{ export -p; declare -f; } > .state`;
      const { stdout } = await execute('bash', ['-c', script], { cwd: folder, env });
      state = there(readFileSync(stateFile, 'utf8'));
      const printed = there(stdout.replaceAll('\r\n', '\n'));
      return printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`;
    },
    stopOthers,
    async close() {
      await stopOthers();
      bridge.close();
      bridge.closeAllConnections();
      await shell.close();
    },
  };
}

/** Links the modules of the checkout into a folder. */
export function linkModules(modules: string): void {
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
}

/** Writes the commands `reprise` and `npm` of the reader; returns their folder. */
function writeTools(folder: string, bridge: string): string {
  const tools = join(folder, '.tools');
  mkdirSync(tools);
  const write = (name: string, text: string) =>
    writeFileSync(join(tools, name), `#!/bin/bash\n${text}`, { mode: 0o755 });
  // The first line of the answer has the exit code and the number of lines of standard output.
  write(
    'reprise',
    `answer=$(printf '%s\\0' "\${REPRISE_TOKEN-}" "\${REPRISE_URL-}" "$@" | curl -sS --data-binary @- ${bridge})
read -r code lines <<< "\${answer%%$'\\n'*}"
body=\${answer#*$'\\n'}
head -n "$lines" <<< "$body"
tail -n +$((lines + 1)) <<< "$body" >&2
exit "$code"
`,
  );
  // Other scripts are slow and have their own tests: here they only need to exist.
  write(
    'npm',
    `case "$*" in
  'run --silent reprise -- '*) shift 4; exec reprise "$@" ;;
  start) exec reprise serve ;;
  'start -- '*) shift 2; exec reprise serve "$@" ;;
  ci | test | 'install --save-dev '*) ;;
  run\\ *) grep -q "\\"$2\\": " ${join(root, 'package.json')} ;;
  *) exit 1 ;;
esac
`,
  );
  return tools;
}
