// Examples of every verb, and what its exit codes mean where that differs from the usual: shown by --help.

export interface HelpPage {
  readonly examples: readonly string[];
  /** Exit codes by their number, besides 0 and 1. */
  readonly exits?: Readonly<Record<number, string>>;
}

const unreadable = 'a recording cannot be read, or is damaged';

/** By the words of the verb; each verb without parts is here. */
export const helpPages: Readonly<Record<string, HelpPage>> = {
  serve: {
    examples: [
      'reprise serve --clock frozen --fixture wallet/treasury',
      'reprise serve --port 0 --memory --json',
      'reprise serve --data bank.db --record bank.jsonl',
    ],
    exits: {
      3: 'the store cannot be read, or is damaged',
      4: 'an invariant of Reprise is broken, which is a bug',
    },
  },
  studio: {
    examples: [
      'reprise studio',
      'reprise studio bank.jsonl',
      'reprise studio one.jsonl other.jsonl',
    ],
    exits: { 3: unreadable },
  },
  'worlds list': { examples: ['reprise worlds'] },
  'worlds show': { examples: ['reprise worlds show bank --json'] },
  'worlds create': {
    examples: ['reprise worlds create bank --seed one --clock frozen --fixture wallet/treasury'],
  },
  'worlds reset': { examples: ['reprise worlds reset bank'] },
  'worlds remove': { examples: ['reprise worlds remove bank'] },
  'tenants list': { examples: ['reprise tenants'] },
  'tenants add': {
    examples: [
      'reprise tenants add acme --worlds 100 --awake-worlds 10',
      'reprise tenants add acme --requests-per-minute 6000 --bytes-per-minute 100000000',
    ],
  },
  'tenants token': { examples: ['reprise tenants token acme'] },
  'tenants remove': {
    examples: ['reprise tenants remove acme', 'reprise tenants remove acme --with-worlds'],
  },
  fork: {
    examples: [
      'reprise fork default what-if',
      'reprise fork default before --at 2026-01-01T00:10:00Z',
    ],
  },
  'clock show': { examples: ['reprise clock --world bank'] },
  'clock set': { examples: ['reprise clock set --mode real --rate 60'] },
  'clock advance': {
    examples: [
      'reprise clock advance 90m',
      'reprise clock advance --to 2026-02-01T00:00:00Z',
      'reprise clock advance --until-idle --world bank',
    ],
  },
  'tx list': { examples: ['reprise tx list --state STUCK'] },
  'tx show': { examples: ['reprise tx show <id>'] },
  'tx watch': {
    examples: ['reprise tx watch <id> --within 30s'],
    exits: { 2: 'it did not reach a final state' },
  },
  'tx stick': { examples: ['reprise tx stick <id>'] },
  'tx unstick': { examples: ['reprise tx unstick <id>'] },
  'tx drop': { examples: ['reprise tx drop <id>'] },
  'tx confirm': { examples: ['reprise tx confirm <id>'] },
  'tx fail': { examples: ['reprise tx fail <id> --reason INSUFFICIENT_NATIVE_TOKEN'] },
  'tx deny': { examples: ['reprise tx deny <id>'] },
  'tx reorg': { examples: ['reprise tx reorg <id> --to failed'] },
  'tx accelerate': { examples: ['reprise tx accelerate <id>'] },
  'tx cancel': { examples: ['reprise tx cancel <id>'] },
  'fault list': { examples: ['reprise fault list --json'] },
  'fault add': {
    examples: [
      "reprise fault add lose-answer --route 'POST /v1/w3s/developer/transactions/transfer' --count 1",
      'reprise fault add refuse --service wallet --status 429 --retry-after 2 --chance 0.2',
      'reprise fault add slow --delay 800ms --jitter 400ms',
    ],
  },
  'fault remove': { examples: ['reprise fault remove <id>', 'reprise fault remove --all'] },
  'wallet list': { examples: ['reprise wallet list --blockchain ETH-SEPOLIA'] },
  'wallet show': { examples: ['reprise wallet show till'] },
  'wallet fund': { examples: ['reprise wallet fund till --usdc 250 --native 0.5'] },
  'wallet mint': {
    examples: ['reprise wallet mint till --token-address 0x… --standard ERC721 --nft-token-id 7'],
  },
  'wallet freeze': { examples: ['reprise wallet freeze till'] },
  'wallet unfreeze': { examples: ['reprise wallet unfreeze till'] },
  'chain show': { examples: ['reprise chain', 'reprise chain show ETH-SEPOLIA --json'] },
  'chain set': { examples: ['reprise chain set ETH-SEPOLIA --congestion 4'] },
  'chain pause': { examples: ['reprise chain pause BASE-SEPOLIA'] },
  'chain resume': { examples: ['reprise chain resume BASE-SEPOLIA'] },
  events: {
    examples: [
      'reprise events --type TransactionStuck --count 1 --within 10s',
      'reprise events --follow --json',
    ],
    exits: { 2: 'fewer events came than awaited' },
  },
  'requests list': {
    examples: [
      'reprise requests --status 4xx',
      "reprise requests --method POST --path '/v1/w3s/developer/**' --json",
      'reprise requests --unmatched',
    ],
  },
  'requests clear': { examples: ['reprise requests clear'] },
  env: {
    examples: ['eval "$(reprise env --world bank)"', 'reprise env --format dotenv > .env'],
  },
  'recording start': { examples: ['reprise recording start --world bank'] },
  'recording stop': { examples: ['reprise recording stop --world bank'] },
  'recording save': { examples: ['reprise recording save bank.jsonl --world bank'] },
  record: {
    examples: [
      'reprise record --wallet https://api.circle.com -o real.jsonl',
      'reprise record --calendar https://town.example/blog --webhook http://127.0.0.1:3000/hooks -o real.jsonl',
    ],
    exits: { 3: 'the file can no longer be written' },
  },
  play: {
    examples: [
      'reprise play real.jsonl',
      'reprise play real.jsonl --speed 1 --webhook http://127.0.0.1:3000/hooks --all-used',
    ],
    exits: { 2: 'a request or frame was not in the recordings', 3: unreadable },
  },
  import: {
    examples: [
      'reprise import web.har -o real.jsonl',
      'reprise import web.har --wallet https://api.circle.com -o real.jsonl',
    ],
    exits: { 3: 'the HAR cannot be read, or is damaged' },
  },
  export: {
    examples: ['reprise export --har real.jsonl', 'reprise export --html bank.jsonl -o bank.html'],
    exits: { 2: 'the recording was cut', 3: unreadable },
  },
  replay: {
    examples: [
      'reprise replay recordings',
      'reprise replay bank.jsonl --junit report.xml --html difference.html',
    ],
    exits: { 2: 'a replay differs from its recording', 3: unreadable },
  },
  check: {
    examples: [
      'reprise check recordings',
      'reprise check real.jsonl --rule transaction-states --json',
      'reprise check --list',
    ],
    exits: { 2: 'a recording was cut: see --allow-cut', 3: unreadable, 4: 'a rule is broken' },
  },
  inspect: {
    examples: [
      'reprise inspect bank.jsonl --service wallet',
      'reprise inspect bank.jsonl --grep transfer',
    ],
    exits: { 3: unreadable },
  },
  diff: {
    examples: [
      'reprise diff before.jsonl after.jsonl',
      'reprise diff --client before.jsonl after.jsonl --ignore refId',
    ],
    exits: { 2: 'the recordings differ', 3: unreadable },
  },
  whatif: {
    examples: [
      "reprise whatif bank.jsonl --set '43.body.feeLevel=HIGH'",
      'reprise whatif bank.jsonl --drop 45 --fault lose-answer@43 -o alternative.jsonl',
      'reprise whatif bank.jsonl --move 31=+10m',
    ],
    exits: { 2: 'something differs', 3: unreadable },
  },
  shrink: {
    examples: [
      'reprise shrink real.jsonl --rule transaction-states',
      'reprise shrink bank.jsonl --against http://127.0.0.1:4600',
      "reprise shrink bank.jsonl --run './test.sh {}' --timeout 10s -o small.jsonl",
    ],
    exits: {
      2: 'it ended before the smallest was found, or the recording was cut: see --allow-cut',
      3: unreadable,
    },
  },
  'nodes list': { examples: ['reprise nodes', 'reprise nodes --json'] },
  'nodes drain': { examples: ['reprise nodes drain http://10.0.0.5:4600'] },
  'fixture list': { examples: ['reprise fixture list'] },
  'fixture check': { examples: ['reprise fixture check bank.yaml'] },
  'fixture from': {
    examples: [
      'reprise fixture from real.jsonl -o bank.yaml',
      'reprise fixture from real.jsonl -o town.yaml --epoch 2026-11-01T00:00:00Z',
    ],
    exits: { 2: 'the recording was cut: see --allow-cut', 3: unreadable },
  },
  'store copy': {
    examples: [
      'reprise store copy bank.db copy.db',
      'reprise store copy bank.db postgres://reprise@db.example/bank',
      'reprise store copy bank.db copy.db --world default --world shop',
    ],
    exits: {
      2: 'a world differs in the target of a copy, or it was stopped',
      3: 'a store cannot be read, or is damaged',
    },
  },
  'store verify': {
    examples: ['reprise store verify bank.db', 'reprise store verify bank.db --world shop --json'],
    exits: {
      2: 'a world differs in the target of a copy, or it was stopped',
      3: 'a store cannot be read, or is damaged',
    },
  },
  'store schema': {
    examples: [
      'reprise store schema | psql postgres://owner@db.example/bank',
      'reprise store schema --from 1 | psql postgres://owner@db.example/bank',
    ],
  },
  say: {
    examples: [
      'reprise say "Hello from Reprise." -o hello.wav',
      'reprise say "Hello." -o call.wav --model aura-2-zeus-en --encoding mulaw',
    ],
    exits: { 3: 'the text cannot be spoken' },
  },
  hear: {
    examples: [
      'reprise say "Hello from Reprise." -o hello.wav && reprise hear hello.wav',
      'reprise say "Hello from Reprise." -o - | reprise hear -',
      'reprise hear call.mulaw --encoding mulaw --sample-rate 8000 --script calls.yaml',
      'reprise hear call.wav --v2 --query eager_eot_threshold=0.5 --json',
      'reprise hear recording.jsonl --conn 2',
    ],
    exits: { 3: 'the audio cannot be decoded, or the recording cannot be read or is damaged' },
  },
  converse: {
    examples: [
      'reprise converse --script speech/booking',
      'reprise converse --script booking.yaml -o call.wav',
      'reprise converse --script speech/support --typed --explain',
      'reprise converse --script speech/booking --wav table.wav yes.wav --json',
      'reprise converse --script speech/booking --url ws://127.0.0.1:4600',
    ],
    exits: { 3: 'a file of --wav cannot be read or decoded' },
  },
  doctor: {
    examples: ['reprise doctor', 'reprise doctor --json'],
    exits: { 2: 'something is to be repaired' },
  },
  completion: {
    examples: [
      'eval "$(reprise completion bash)"',
      'source <(reprise completion zsh)',
      'reprise completion fish > ~/.config/fish/completions/reprise.fish',
    ],
  },
};
